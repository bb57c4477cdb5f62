import type { Browser, Page } from '@playwright/test';
import { phonePhoto } from '#tests/support/pictures.ts';
import { addSection, openFreeClass } from './course.ts';
import { confirm, expect, expectAccessible, loginAs, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { call } from './purchases.ts';

// Uploads that run while the user leaves or sends a form.

const photo = async () => ({ name: 'p.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(640, 360) });
const LEAVE = 'Leave without saving?';
const WAIT = 'Please wait until the picture is uploaded.';

const stay = async (page: Page): Promise<void> => {
  await expect(page.getByRole('dialog', { name: LEAVE })).toContainText('The upload will be canceled.');
  await confirm(page, LEAVE, 'Cancel');
};

test('leaving a lesson during an upload asks first, by its button and by Back', async ({
  browser,
  baseURL,
}) => {
  const { teacher, classId } = await openFreeClass(browser, baseURL, 'Long films');
  const section = await addSection(teacher, classId, 'Basics');
  await call(teacher, 'POST', `/sections/${section}/lessons`, { kind: 'video', title: 'A film' });
  await teacher.goto(`/dashboard/curriculum/${classId}`);
  await teacher
    .getByRole('button', { name: /A film/ })
    .first()
    .click();
  const letThrough = await hold(teacher, '**/api/uploads/*', 'PATCH');
  const zone = teacher.getByRole('group', { name: 'Upload a video' });
  await zone.locator('input[type=file]').setInputFiles('tests/fixtures/clip.webm');
  await expect(teacher.getByRole('progressbar', { name: 'Upload of clip.webm' })).toBeVisible();
  await teacher.getByRole('button', { name: 'All lessons' }).click();
  await stay(teacher);
  await teacher.evaluate(() => window.history.back());
  await stay(teacher);
  await expect(teacher.getByRole('progressbar', { name: 'Upload of clip.webm' })).toBeVisible();
  letThrough();
  await expect(teacher.getByText('clip.webm', { exact: true })).toBeVisible();
  await expect(teacher.getByText('Saved', { exact: true })).toBeVisible();

  const letPicture = await hold(teacher, '**/api/uploads/*', 'PATCH');
  const text = teacher.getByRole('toolbar', { name: 'Format' }).getByLabel('Picture');
  await text.setInputFiles(await photo());
  await teacher.getByRole('button', { name: 'All lessons' }).click();
  await stay(teacher);
  await teacher.getByRole('button', { name: 'All lessons' }).click();
  await confirm(teacher, LEAVE, 'Leave');
  await expect(teacher.getByRole('heading', { level: 1, name: 'Lessons' })).toBeVisible();
  letPicture();
});

test('a running upload of a video is not canceled by a URL, typed or taken over', async ({
  browser,
  baseURL,
}) => {
  const { teacher, classId } = await openFreeClass(browser, baseURL, 'Films by two ways');
  const section = await addSection(teacher, classId, 'Basics');
  const input = { kind: 'video', title: 'A film' };
  const { insertedId } = await call(teacher, 'POST', `/sections/${section}/lessons`, input);
  await teacher.goto(`/dashboard/curriculum/${classId}?lesson=${insertedId}`);
  const letThrough = await hold(teacher, '**/api/uploads/*', 'PATCH');
  const zone = teacher.getByRole('group', { name: 'Upload a video' });
  await zone.locator('input[type=file]').setInputFiles('tests/fixtures/clip.webm');
  const upload = teacher.getByRole('progressbar', { name: 'Upload of clip.webm' });
  await expect(upload).toBeVisible();
  const address = teacher.getByLabel('Video', { exact: true });
  await expect(address).not.toBeEditable();
  await expect(address).toHaveAccessibleDescription('Cancel the upload to enter a URL instead.');
  await expectAccessible(teacher);

  const elsewhere = { minutes: null, isPreview: false, status: 'draft', text: '', version: 1 };
  await call(teacher, 'PUT', `/lessons/${insertedId}`, {
    ...{ ...input, ...elsewhere },
    video: 'https://youtu.be/dQw4w9WgXcQ',
  });
  await teacher.getByLabel('Title', { exact: true }).fill('A long film');
  await teacher.getByRole('button', { name: 'Use the other version' }).click();
  await expect(address).toHaveValue(/dQw4w9WgXcQ/);
  await expect(address).toHaveAccessibleDescription(/^The uploaded video will replace this URL/);
  await expect(upload).toBeVisible();
  letThrough();
  await expect(teacher.getByRole('button', { name: 'Remove clip.webm' })).toBeVisible();
  await expect(address).toHaveCount(0);
  await expect(teacher.getByText('Saved', { exact: true })).toBeVisible();
  const stored: object = await call(teacher, 'GET', `/lessons/${insertedId}`);
  expect(stored).toMatchObject({ file: { name: 'clip.webm' } });
  expect(stored).not.toHaveProperty('video');
});

test('a profile is not saved without the picture that is being uploaded', async ({ page }) => {
  await loginAs(page, 'User');
  await page.goto('/dashboard/studentProf');
  const letThrough = await hold(page, '**/api/uploads/*', 'PATCH');
  await page.getByLabel(/^Upload (a|another) picture/).setInputFiles(await photo());
  await page.getByRole('button', { name: 'Use picture' }).click();
  const address = page.getByLabel('Photo URL');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(address).toHaveAccessibleDescription(new RegExp(WAIT));
  await expect(address).toBeFocused();
  await page.getByRole('banner').getByRole('link').first().click();
  await stay(page);
  letThrough();
  await expect(address).toHaveValue(/^\/images\//);
  await expect(page.getByText(WAIT)).toHaveCount(0);
  const saved = page.waitForResponse('**/api/auth/update-user');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await saved).ok()).toBe(true);
  await page.reload();
  await expect(address).toHaveValue(/^\/images\//);
});

test('a page is not published without a picture of its text', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/sitePages/about');
  const letThrough = await hold(page, '**/api/uploads/*', 'PATCH');
  await page
    .getByRole('toolbar', { name: 'Format' })
    .getByLabel('Picture')
    .setInputFiles(await photo());
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByLabel('Text', { exact: true })).toHaveAccessibleDescription(WAIT);
  letThrough();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/!\[Picture\]\(\/images\//);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('You’re viewing a draft that they can’t see.')).toBeVisible();
});

test('a slide is neither saved nor closed without its picture', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/homePage');
  await page.getByRole('button', { name: 'Add a slide' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a slide' });
  const letThrough = await hold(page, '**/api/uploads/*', 'PATCH');
  await dialog
    .getByLabel('Upload a picture')
    .last()
    .setInputFiles(await photo());
  await page.getByRole('button', { name: 'Use picture' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(WAIT)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('dialog', { name: LEAVE }).getByRole('button', { name: 'Cancel' }).click();
  letThrough();
  await expect(dialog.getByLabel('URL of the picture for narrow windows')).toHaveValue(/^\/images\//);
});

test.describe('an upload that cannot continue', () => {
  test.use({ expectedErrors: /ERR_(INTERNET_DISCONNECTED|FAILED)|429 \(/ });

  /** Opens a video lesson on a page whose clock the test moves. */
  const openVideo = async (browser: Browser, baseURL: string, title: string) => {
    const { teacher, classId } = await openFreeClass(browser, baseURL, title);
    const section = await addSection(teacher, classId, 'Basics');
    const input = { kind: 'video', title: 'A film' };
    const { insertedId } = await call(teacher, 'POST', `/sections/${section}/lessons`, input);
    await teacher.clock.install();
    await teacher.goto(`/dashboard/curriculum/${classId}?lesson=${insertedId}`);
    const zone = teacher.getByRole('group', { name: 'Upload a video' });
    const start = () => zone.locator('input[type=file]').setInputFiles('tests/fixtures/clip.webm');
    return { teacher, start };
  };
  const stored = (teacher: Page) => teacher.getByRole('button', { name: 'Remove clip.webm' });

  test('waits for a connection, however long it takes', async ({ browser, baseURL }) => {
    const { teacher, start } = await openVideo(browser, baseURL!, 'Films in a tunnel');
    let isLost = false;
    await teacher.route('**/api/uploads/*', async (route) => {
      if (isLost || route.request().method() !== 'PATCH') return route.continue();
      isLost = true;
      await teacher.context().setOffline(true);
      return route.abort();
    });
    await start();
    await expect(teacher.getByText('Waiting for a connection…')).toBeVisible();
    for (let minute = 0; minute < 5; minute += 1) await teacher.clock.runFor(60_000);
    await expect(teacher.getByText('Waiting for a connection…')).toBeVisible();
    await expect(teacher.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await teacher.context().setOffline(false);
    await expect(stored(teacher)).toBeVisible();
  });

  test('waits as long as a rate limit demands', async ({ browser, baseURL }) => {
    const { teacher, start } = await openVideo(browser, baseURL!, 'Films in a hurry');
    let requests = 0;
    await teacher.route('**/api/uploads/*', (route) => {
      requests += 1;
      if (requests > 1) return route.continue();
      return route.fulfill({ status: 429, headers: { 'retry-after': '120' }, json: {} });
    });
    await start();
    await expect.poll(() => requests).toBe(1);
    await teacher.clock.runFor(60_000);
    expect(requests).toBe(1);
    await teacher.clock.runFor(61_000);
    await expect(stored(teacher)).toBeVisible();
  });

  test('waits before it is created and before it is stored as well', async ({ browser, baseURL }) => {
    const { teacher, start } = await openVideo(browser, baseURL!, 'Films on a train');
    const waiting = teacher.getByText('Waiting to continue…');
    const refused: string[] = [];
    for (const call of ['**/api/uploads', '**/api/uploads/*/file'])
      await teacher.route(call, (route) => {
        if (refused.includes(call)) return route.continue();
        refused.push(call);
        return route.fulfill({ status: 429, headers: { 'retry-after': '120' }, json: {} });
      });
    await expect(teacher.getByRole('group', { name: 'Upload a video' })).toBeVisible();
    await teacher.context().setOffline(true);
    await start();
    await expect(teacher.getByText('Waiting for a connection…')).toBeVisible();
    await teacher.clock.runFor(300_000);
    expect(refused).toEqual([]);
    await teacher.context().setOffline(false);
    for (const count of [1, 2]) {
      await expect.poll(() => refused).toHaveLength(count);
      await expect(waiting).toBeVisible();
      await teacher.clock.runFor(60_000);
      await expect(waiting).toBeVisible();
      await teacher.clock.runFor(61_000);
    }
    await expect(stored(teacher)).toBeVisible();
  });
});

test.describe('a server that takes long to store a file', () => {
  test.use({ expectedErrors: /50[34] \(/ });

  test('is asked again until the file is stored, and a repeat does not send the file again', async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(150_000);
    const { teacher, classId } = await openFreeClass(browser, baseURL, 'Stored in a far bucket');
    const section = await addSection(teacher, classId, 'Basics');
    const input = { kind: 'video', title: 'A film' };
    const { insertedId } = await call(teacher, 'POST', `/sections/${section}/lessons`, input);
    // As many failures as an upload is repeated after, and then a file that takes long to store.
    const statuses = [...Array<number>(9).fill(503), ...Array<number>(5).fill(504)];
    let parts = 0;
    await teacher.route('**/api/uploads/*', (route) => {
      if (route.request().method() === 'PATCH') parts += 1;
      return route.continue();
    });
    await teacher.route('**/api/uploads/*/file', (route) => {
      const status = statuses.shift();
      return status ? route.fulfill({ status, body: '' }) : route.continue();
    });
    await teacher.clock.install();
    await teacher.goto(`/dashboard/curriculum/${classId}?lesson=${insertedId}`);
    const zone = teacher.getByRole('group', { name: 'Upload a video' });
    await zone.locator('input[type=file]').setInputFiles('tests/fixtures/clip.webm');
    const repeat = teacher.getByRole('button', { name: 'Try again' });
    await expect(async () => {
      await teacher.clock.runFor(5_000);
      await expect(repeat).toBeVisible({ timeout: 100 });
    }).toPass();
    await repeat.click();
    await expect(teacher.getByText('The file has arrived and is being stored.')).toBeVisible();
    await expect(teacher.getByText('clip.webm', { exact: true })).toBeVisible();
    await expect(teacher.getByRole('button', { name: 'Remove clip.webm' })).toBeVisible({ timeout: 60_000 });
    expect(statuses).toEqual([]);
    expect(parts).toBe(1);
  });
});
