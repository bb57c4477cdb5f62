import sharp, { type OutputInfo } from 'sharp';
import { phonePhoto } from '#tests/support/pictures.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { expectAnnounced } from './announcements.ts';
import {
  DESKTOP,
  expect,
  expectAccessible,
  expectNoSideScroll,
  fillRegistration,
  loginAs,
  newEmail,
  PHONE,
  setTheme,
  test,
} from './fixtures.ts';

const STORED = /^\/images\/[0-9a-f]{32}-(\d+)x(\d+)\/\d+\.webp$/;

const [WIDTH, HEIGHT] = [4_000, 3_000];

/**
 * A photo of 12 MB as a phone held upright stores it: rotated, with orientation and position in its metadata. Noise,
 * as from a camera, makes it large. Its upper half is red once it is upright.
 */
const createLargePhoto = (path: string): Promise<OutputInfo> =>
  sharp({
    create: {
      width: WIDTH,
      height: HEIGHT,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .composite([
      {
        input: { create: { width: WIDTH / 2, height: HEIGHT, channels: 3, background: '#f33' } },
        left: 0,
        top: 0,
        // Lets the noise show through.
        blend: 'multiply',
      },
    ])
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 99 })
    .toFile(path);

const file = (buffer: Buffer, name = 'photo.jpg', mimeType = 'image/jpeg') => ({ name, mimeType, buffer });

test('a teacher on a phone makes a class with a photo straight from the camera', async ({
  page,
}, testInfo) => {
  const photo = testInfo.outputPath('photo.jpg');
  const { size } = await createLargePhoto(photo);
  expect(size).toBeGreaterThan(12_000_000);
  expect(size).toBeLessThan(15 * 1024 ** 2);
  expect((await sharp(photo).metadata()).exif?.includes('Camera')).toBe(true);
  await page.setViewportSize(PHONE);
  await loginAs(page, 'Teacher');
  await page.goto('/dashboard/addClass');
  await page.getByLabel('Title').fill('Photographs at night');
  await page.getByLabel('Price ($)').fill('20');
  await page.getByLabel('Experience').selectOption('Junior');
  await page.getByLabel('Description').fill('Long exposures, and what to do without a tripod.');
  // Phones offer the camera if only pictures are accepted.
  const input = page.getByLabel('Upload a picture');
  await expect(input).toHaveAttribute('accept', /^image\/\w+(,image\/\w+)*$/);
  await input.setInputFiles(photo);
  const dialog = page.getByRole('dialog', { name: 'Choose what to show' });
  // Decoding, cropping and encoding a large photo takes a while on a busy machine.
  const patience = { timeout: 60_000 };
  await expect(dialog.getByRole('button', { name: 'Use picture' })).toBeEnabled(patience);
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await dialog.getByRole('button', { name: 'Use picture' }).click();
  await expect(page.getByLabel('Image URL')).toHaveValue(STORED, patience);
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: 'Add Class' }).click();

  const card = page.getByRole('article').filter({ hasText: 'Photographs at night' });
  const image = card.getByRole('img').or(card.locator('img')).first();
  await expect(image).toBeVisible();
  const shown = await image.evaluate(async (element: HTMLImageElement) => {
    await element.decode();
    const { width } = element.getBoundingClientRect();
    const [, file = ''] = /\/(\d+)\.webp$/.exec(element.currentSrc) ?? [];
    return { src: element.currentSrc, width, stored: Number(file) };
  });
  const response = await page.request.get(shown.src);
  expect(response.headers()['content-type']).toBe('image/webp');
  const content = await response.body();
  expect(shown.stored).toBeGreaterThanOrEqual(shown.width);
  expect(shown.stored).toBeLessThanOrEqual(640);
  expect(content.length).toBeLessThan(60_000);
  const metadata = await sharp(content).metadata();
  expect([metadata.width, metadata.exif, metadata.orientation]).toEqual([shown.stored, undefined, undefined]);
  const { width, height } = metadata;
  const greenFrom = async (top: number) => {
    const third = await sharp(content)
      .extract({ left: 0, top, width, height: Math.floor(height / 3) })
      .toBuffer();
    return (await sharp(third).stats()).channels[1]!.mean;
  };
  expect(await greenFrom(0)).toBeLessThan(100);
  expect(await greenFrom(Math.floor((height * 2) / 3))).toBeGreaterThan(100);
});

test.describe('a connection that is lost while a picture is uploaded', () => {
  test.use({ expectedErrors: /net::ERR_FAILED|net::ERR_CONNECTION|ERR_ABORTED/ });

  test('resumes, and the picture is uploaded', async ({ page }) => {
    await loginAs(page, 'User');
    await page.goto('/dashboard/studentProf');
    let isLost = true;
    await page.route('**/api/uploads/*', (route) =>
      route.request().method() === 'PATCH' && isLost ? route.abort() : route.continue(),
    );
    await page.getByLabel('Upload another picture').setInputFiles(file(await phonePhoto()));
    await page.getByRole('button', { name: 'Use picture' }).click();
    await expect(page.getByText('Waiting to continue…')).toBeVisible();
    await expectAccessible(page);
    isLost = false;
    await expect(page.getByLabel('Photo URL')).toHaveValue(STORED, { timeout: 30_000 });
    await page.getByRole('button', { name: 'Save' }).click();
    await expectAnnounced(page, 'Profile updated');
  });
});

test.describe('an upload of a picture', () => {
  test.use({ expectedErrors: /net::ERR_FAILED|ERR_ABORTED/ });

  test('shows its progress, and is removed when it is canceled', async ({ page }) => {
    await loginAs(page, 'User');
    await page.goto('/dashboard/studentProf');
    const before = await page.getByLabel('Photo URL').inputValue();
    const removed = page.waitForRequest((sent) => sent.method() === 'DELETE');
    await page.route('**/api/uploads/*', (route) =>
      route.request().method() === 'PATCH' ? undefined : route.continue(),
    );
    await page.getByLabel('Upload another picture').setInputFiles(file(await phonePhoto()));
    await page.getByRole('button', { name: 'Use picture' }).click();
    await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeHidden();
    expect((await (await removed).response())?.status()).toBe(204);
    await expect(page.getByLabel('Photo URL')).toHaveValue(before);
  });

  test('is removed when it is canceled before the script that sends it has arrived', async ({ page }) => {
    await loginAs(page, 'User');
    await page.goto('/dashboard/studentProf');
    await page.getByLabel('Upload another picture').setInputFiles(file(await phonePhoto()));
    const start = page.getByRole('button', { name: 'Use picture' });
    await expect(start).toBeVisible();
    let letCome = () => {};
    const mayCome = new Promise<void>((resolve) => (letCome = resolve));
    await page.route('**/assets/*.js', async (route) => {
      await mayCome;
      await route.continue();
    });
    const created = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/uploads'),
    );
    const removed = page.waitForRequest((sent) => sent.method() === 'DELETE');
    await start.click();
    await created;
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    letCome();
    expect((await (await removed).response())?.status()).toBe(204);
  });
});

test('a file that is not a picture, or is damaged, is refused with a reason', async ({ page }) => {
  await setTheme(page, 'dark');
  await loginAs(page, 'User');
  await page.goto('/dashboard/studentProf');
  const input = page.getByLabel('Upload another picture');
  await input.setInputFiles(file(Buffer.from('hello'), 'text.txt', 'text/plain'));
  await expect(page.getByText('This is not a JPEG, PNG, WebP, AVIF or GIF picture.')).toBeVisible();
  await input.setInputFiles(file(Buffer.alloc(15 * 1024 ** 2 + 1)));
  await expect(page.getByText('The limit is 15 MB.')).toBeVisible();
  await input.setInputFiles(file(Buffer.from('no picture at all')));
  await expect(page.getByText('We couldn’t read this picture. The file may be damaged.')).toBeVisible();
  await expectAccessible(page);
});

test.describe('an upload of a picture that the server', () => {
  test.use({ expectedErrors: /status of (422|429) / });

  for (const { what, status, code, isRepeatable } of [
    { what: 'refuses cannot', status: 422, code: 'picture_unreadable', isRepeatable: false },
    { what: 'limits can', status: 429, code: 'too_many_requests', isRepeatable: true },
  ]) {
    test(`${what} be tried again`, async ({ page }) => {
      await loginAs(page, 'User');
      await page.goto('/dashboard/studentProf');
      const error = { code, message: 'We could not take this picture.' };
      await page.route('**/api/uploads/*/picture', (route) => route.fulfill({ status, json: { error } }), {
        times: 1,
      });
      await page.getByLabel('Upload another picture').setInputFiles(file(await phonePhoto(400, 400)));
      await page.getByRole('button', { name: 'Use picture' }).click();
      await expect(page.getByText(error.message)).toBeVisible();
      const repeat = page.getByRole('button', { name: 'Try again' });
      await expect(repeat).toHaveCount(isRepeatable ? 1 : 0);
      if (!isRepeatable) return;
      await repeat.click();
      await expect(page.getByLabel('Photo URL')).toHaveValue(STORED);
    });
  }
});

test('a picture is pasted or dropped, and cropped by keyboard', async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await loginAs(page, 'User');
  await page.goto('/dashboard/studentProf');
  const data = (await phonePhoto(400, 400)).toString('base64');
  const give = (kind: 'drop' | 'paste') =>
    page.getByRole('img', { name: 'Preview' }).evaluate(
      (element, [how, encoded]) => {
        const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], 'given.jpg', { type: 'image/jpeg' }));
        const init = { bubbles: true, cancelable: true };
        element.dispatchEvent(
          how === 'drop'
            ? new DragEvent('drop', { ...init, dataTransfer: transfer })
            : new ClipboardEvent('paste', { ...init, clipboardData: transfer }),
        );
      },
      [kind, data] as const,
    );
  const dialog = page.getByRole('dialog', { name: 'Choose what to show' });
  await give('paste');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await give('drop');
  await expect(dialog.getByRole('button', { name: 'Use picture' })).toBeEnabled();
  await dialog.getByLabel('Zoom').focus();
  for (let press = 0; press < 10; press += 1) await page.keyboard.press('ArrowRight');
  await expect(dialog.getByLabel('Zoom')).toHaveValue('2');
  await dialog.getByRole('button', { name: 'Use picture' }).click();
  await expect(page.getByLabel('Photo URL')).toHaveValue(/-200x200\/200\.webp$/);
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(page.getByLabel('Photo URL')).toHaveValue('');
});

test('Enter accepts the crop and does not submit the form behind the dialog', async ({ page }) => {
  await loginAs(page, 'Teacher');
  await page.goto('/dashboard/addClass');
  await page.getByLabel('Upload a picture').setInputFiles(file(await phonePhoto()));
  const dialog = page.getByRole('dialog', { name: 'Choose what to show' });
  await expect(dialog.getByRole('button', { name: 'Use picture' })).toBeEnabled();
  await expect(dialog.getByLabel('Zoom')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel('Image URL')).toHaveValue(STORED);
  await expect(page.getByText('Title is required')).toHaveCount(0);
  await expect(page.getByLabel('Title')).not.toBeFocused();
});

test.describe('a photo URL without a picture', () => {
  test.use({ expectedErrors: /404 \(/ });

  test('gets a hint at registration, which does not prevent it', async ({ page }) => {
    await page.goto('/registration');
    await fillRegistration(page, newEmail(), 'Blair Blank');
    const hint = page.getByText('We couldn’t load a picture from this URL.');
    await page.getByLabel('Photo URL').fill('/pictures/none.png');
    await expect(hint).toBeVisible();
    await page.getByLabel('Photo URL').fill('/pictures/avatars/05.svg');
    await expect(hint).toHaveCount(0);
    await page.getByLabel('Photo URL').fill('/pictures/none.png');
    await expect(hint).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Register' }).click();
    await page.waitForURL('/');
  });
});

test('a photo chosen at registration is on the profile', async ({ page }) => {
  await page.goto('/registration');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Name').fill('Pia Picture');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('Choose a picture').setInputFiles(file(await phonePhoto()));
  await page.getByRole('button', { name: 'Use picture' }).click();
  await expect(page.getByText('photo.jpg')).toBeVisible();
  await expectAccessible(page);
  const saved = page.waitForResponse('**/api/auth/update-user');
  await page.getByRole('button', { name: 'Register' }).click();
  expect((await saved).ok()).toBe(true);
  await page.goto('/dashboard/studentProf');
  await expect(page.getByLabel('Photo URL')).toHaveValue(STORED);
});
