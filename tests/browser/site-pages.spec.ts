import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expectAnnounced } from './announcements.ts';
import { comeBack } from './come-back.ts';
import type { EditedPage } from '#contract/site-pages.ts';
import {
  accessTokenOf,
  confirm,
  expect,
  expectAccessible,
  expectNoSideScroll,
  loginAs,
  openPage,
  PHONE,
  setTheme,
  test,
} from './fixtures.ts';

/** Saves the privacy page through the API, as another admin would. */
const writeElsewhere = async (page: Page, title: string, publish = false): Promise<void> => {
  const headers = { authorization: `Bearer ${await accessTokenOf(page)}` };
  const { pages } = (await (await page.request.get('/api/site-pages', { headers })).json()) as {
    pages: EditedPage[];
  };
  const { version } = pages.find(({ name }) => name === 'privacy')!;
  const data = { content: { title, lead: '', text: 'What they wrote' }, publish, version };
  expect((await page.request.put('/api/site-pages/privacy', { headers, data })).ok()).toBe(true);
};

test('an admin rewrites the about page as a draft, and visitors see it once it is published', async ({
  page,
  browser,
  baseURL,
}) => {
  const visitor = await openPage(browser, baseURL);
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/sitePages');
  await page.getByRole('link', { name: 'Edit About us' }).click();
  await page.getByLabel('Title').fill('Who we are');
  await page
    .getByLabel('Text')
    .fill('## Since 1999\n\nWe teach **sailing** at [{company}](https://example.test/).');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Since 1999' })).toBeVisible();
  await expect(preview.getByRole('link', { name: 'ClassHarbor Ltd.' })).toBeVisible();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('You’re viewing a draft that they can’t see.')).toBeVisible();
  await visitor.goto('/about');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('About us');

  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Visitors read the text that was published.')).toBeVisible();
  await expectAccessible(page);
  await visitor.reload();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Who we are');
  await expect(visitor).toHaveTitle('Who we are · ClassHarbor');
  await expect(visitor.getByText('sailing')).toHaveCSS('font-weight', '700');
  await expect(visitor.getByText('How long do I keep a class?')).toBeVisible();
  await expectAccessible(visitor);

  await page.getByRole('button', { name: 'Restore the default' }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('Visitors read the default text.')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('About us');
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByLabel('Title')).toHaveValue('About us');
  await visitor.context().close();
});

test('an imprint is linked from the footer as soon as it is published, on a phone', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.setViewportSize(PHONE);
  await setTheme(page, 'dark');
  await loginAs(page, 'Admin');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Legal notice' });
  await page.goto('/dashboard/sitePages/imprint');
  await page.getByLabel('Title').fill('Legal notice');
  await page.getByLabel('Text').fill('ClassHarbor Ltd., 1 Harbor Street');
  await expect(link).toHaveCount(0);
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(link).toBeVisible();
  await expectAccessible(page);

  const visitor = await openPage(browser, baseURL);
  await visitor.goto('/contacts');
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'Legal notice' }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Legal notice');
  await expect(visitor.getByText('1 Harbor Street')).toBeVisible();
  // Login and registration have no footer.
  await visitor.setViewportSize(PHONE);
  await visitor.goto('/login');
  await expect(visitor.getByRole('link', { name: 'Legal notice' })).toBeVisible();
  await visitor.goto('/registration');
  await visitor.getByLabel('Name').fill('Vera Visitor');
  const opening = visitor.waitForEvent('popup');
  await visitor.getByRole('link', { name: 'Legal notice' }).click();
  await expect((await opening).getByText('1 Harbor Street')).toBeVisible();
  await expect(visitor.getByLabel('Name')).toHaveValue('Vera Visitor');
  await expectAccessible(visitor);
  await visitor.context().close();

  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Visitors cannot open this page yet.')).toBeVisible();
  await expect(link).toHaveCount(0);
});

test.describe('two admins', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('do not overwrite each other’s texts', async ({ page }) => {
    await loginAs(page, 'Admin');
    await page.goto('/dashboard/sitePages/privacy');
    await page.getByLabel('Text').fill('Mine');
    await writeElsewhere(page, 'Theirs');
    await comeBack(page, '/api/site-pages');
    await expect(page.getByText('You’re viewing a draft')).toBeVisible();
    await page.getByRole('button', { name: 'Save draft' }).click();
    const conflict = page.getByRole('alert');
    await expect(conflict).toContainText('This page was changed elsewhere while you were editing it.');
    await expect(conflict).toContainText(/Title.*Your version: Privacy.*The other version: Theirs/);
    await conflict.getByText('The text of the other version').click();
    await expect(conflict.getByText('What they wrote')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use the other version' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('Theirs');
    await expect(conflict).toHaveCount(0);
    await page.getByLabel('Text').fill('Ours');
    await page.getByRole('link', { name: 'All pages' }).click();
    await expect(page.getByText('Leave without saving?')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expectAnnounced(page, 'Draft saved');
  });

  test('keep their own text, but not over a change that they have not seen', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await loginAs(page, 'Admin');
    await page.goto('/dashboard/sitePages/privacy');
    await page.getByLabel('Text').fill('Mine');
    await writeElsewhere(page, 'Their first');
    await page.getByRole('button', { name: 'Save draft' }).click();
    const conflict = page.getByRole('alert');
    await expect(conflict).toContainText('The other version: Their first');
    await expectNoSideScroll(page);
    await writeElsewhere(page, 'Their second');
    await page.getByRole('button', { name: 'Keep my version' }).click();
    await expect(conflict).toContainText('The other version: Their second');
    await page.getByRole('button', { name: 'Keep my version' }).click();
    await expectAnnounced(page, 'Draft saved');
    await expect(conflict).toHaveCount(0);
    await page.reload();
    await expect(page.getByLabel('Text')).toHaveValue('Mine');
  });

  test('do not discard a draft that they have not seen, and read what was published meanwhile', async ({
    page,
  }) => {
    await loginAs(page, 'Admin');
    await writeElsewhere(page, 'The draft that I know');
    await page.goto('/dashboard/sitePages/privacy');
    await expect(page.getByLabel('Title')).toHaveValue('The draft that I know');
    await writeElsewhere(page, 'Published unseen', true);
    await writeElsewhere(page, 'A draft unseen');
    await comeBack(page, '/api/site-pages');
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    await confirm(page, 'Discard the draft?', 'Discard');
    const conflict = page.getByRole('alert');
    await expect(conflict).toContainText('The other version: A draft unseen');
    await conflict.getByText('The text that was published').click();
    await expect(conflict.getByText('Published unseen')).toBeVisible();
    await expectAccessible(page);
    await conflict.getByRole('button', { name: 'Use the other version' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('A draft unseen');
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    await confirm(page, 'Discard the draft?', 'Discard');
    await expect(page.getByLabel('Title')).toHaveValue('Published unseen');
  });

  test('do not publish by withdrawing', async ({ page }) => {
    await loginAs(page, 'Admin');
    await page.goto('/dashboard/sitePages/privacy');
    await page.getByLabel('Text').fill('What I published');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expectAnnounced(page, 'Page published');
    await writeElsewhere(page, 'Published elsewhere', true);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await confirm(page, 'Withdraw this page?', 'Withdraw');
    await page.getByRole('button', { name: 'Keep my version' }).click();
    await expectAnnounced(page, 'Draft saved');
    await page.goto('/privacy');
    await expect(page.getByText('What they wrote')).toBeVisible();
  });
});

test.describe('a draft that was not saved', () => {
  test.use({ expectedErrors: /net::ERR_FAILED|status of 409/ });

  test('does not replace the draft of another admin unseen, even if it equals what is published', async ({
    page,
  }) => {
    await loginAs(page, 'Admin');
    await writeElsewhere(page, 'Published', true);
    await writeElsewhere(page, 'A draft');
    await page.goto('/dashboard/sitePages/privacy');
    await page.getByLabel('Title').fill('Published');
    await page.route('**/api/site-pages/privacy', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Save draft' }).click();
    const problem = page.getByRole('alert');
    await expect(problem).toHaveText('We can’t reach the server. Please check your connection.');
    await writeElsewhere(page, 'Their draft');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(problem).toContainText('The other version: Their draft');
  });
});

for (const viewport of [{ width: 1280, height: 720 }, PHONE])
  test(`the buttons of an editor ${viewport.width} px wide stay where they are although its preview is late`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await loginAs(page, 'Admin');
    await page.route(/\/assets\/markdown-[^/]+\.js$/, async (route) => {
      await sleep(1_000);
      await route.continue();
    });
    await page.addInitScript(() => {
      const places = new Set<number>();
      Object.assign(window, { places });
      const note = () => {
        const button = document.querySelector('main form button[type=submit]');
        if (button) places.add(Math.round(button.getBoundingClientRect().top + window.scrollY));
        requestAnimationFrame(note);
      };
      note();
    });
    await page.goto('/dashboard/sitePages/about');
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('heading', { name: 'What we believe' })).toBeVisible();
    expect(
      await page.evaluate(() => [...(window as unknown as { places: Set<number> }).places]),
    ).toHaveLength(1);
  });
