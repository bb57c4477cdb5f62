import type { Page } from '@playwright/test';
import { expect, expectAccessible, loginAs, test } from './fixtures.ts';

test.describe.configure({ mode: 'parallel' });

const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

test('a new page starts at its top, and back restores the scroll position, also after a reload', async ({
  page,
}) => {
  await page.goto('/allClasses');
  const link = page.getByRole('article').nth(9).getByRole('link').first();
  await link.scrollIntoViewIfNeeded();
  const place = await scrolled(page);
  expect(place).toBeGreaterThan(0);
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Contact' })
    .evaluate((element: HTMLElement) => element.click());
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'All Classes' })).toBeVisible();
  await expect.poll(() => scrolled(page)).toBe(place);
  await page.reload();
  await expect.poll(() => scrolled(page)).toBe(place);
});

test('a link to a part of a page scrolls to it, and back leads to the previous page', async ({ page }) => {
  await page.goto('/about');
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await expect(page).toHaveURL(/#content$/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL(/\/contacts$/);
  await page.goBack();
  await expect(page).toHaveURL(/about#content$/);
  await page.goBack();
  await expect(page).toHaveURL(/about$/);
});

test('a link to the page itself adds nothing to the history, and one with Ctrl opens a tab', async ({
  page,
  context,
}) => {
  await page.goto('/about');
  const length = await page.evaluate(() => window.history.length);
  const link = (name: string) => page.getByRole('contentinfo').getByRole('link', { name });
  await link('About us').click();
  expect(await page.evaluate(() => window.history.length)).toBe(length);
  const opened = context.waitForEvent('page');
  await link('Contact').click({ modifiers: ['ControlOrMeta'] });
  await expect(await opened).toHaveURL(/\/contacts$/);
  await expect(page).toHaveURL(/\/about$/);
});

test('going back from a changed form asks first, and stays or leaves accordingly', async ({ page }) => {
  await loginAs(page, 'Teacher');
  await page.goto('/dashboard/myAddedClass');
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'Add Class', exact: true })
    .click();
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Half a title');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.evaluate(() => window.history.back());
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(/addClass$/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(title).toHaveValue('Half a title');
  await page.evaluate(() => window.history.back());
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/myAddedClass$/);
  await expect(title).toHaveCount(0);
  await page.evaluate(() => window.history.forward());
  await expect(title).toHaveValue('');
});

test.describe('a screen whose script cannot be loaded', () => {
  test.use({ expectedErrors: /could not be loaded|Failed to load resource|Failed to fetch/ });

  test('says so, and other pages are shown', async ({ page }) => {
    await page.goto('/about');
    await page.route('**/assets/contacts-page-*.js', (route) => route.abort());
    const contact = page.getByRole('contentinfo').getByRole('link', { name: 'Contact' });
    await contact.click();
    await expect(page.getByRole('heading', { name: 'This page could not be displayed' })).toBeVisible();
    await expect(page).toHaveURL(/\/contacts$/);
    await page.getByRole('contentinfo').getByRole('link', { name: 'About us' }).click();
    await expect(page.getByRole('heading', { name: 'This page could not be displayed' })).toHaveCount(0);
  });
});

test.describe('a screen that is opened for the first time without a connection', () => {
  test.use({
    expectedErrors: /could not be loaded|Failed to load resource|Failed to fetch|ERR_INTERNET_DISCONNECTED/,
  });

  test('says so, and is shown once the connection is back', async ({ page, context }) => {
    await page.goto('/about');
    await context.setOffline(true);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline');
    await expect(page.getByText(/will be loaded when you’re connected again/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reload' })).toHaveCount(0);
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(page.getByLabel('Message')).toBeVisible();
    await expect(page).toHaveURL(/\/contacts$/);
  });

  test('says so as well if the browser notices the loss only afterwards', async ({ page, context }) => {
    const script = /\/assets\/contacts-page-[^/]+\.js$/;
    await page.goto('/about');
    await page.route(script, (route) => route.abort());
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline');
    await page.unroute(script);
    await context.setOffline(false);
    await expect(page.getByLabel('Message')).toBeVisible();
  });

  test('offers a reload if the site is still out of reach then', async ({ page, context }) => {
    await page.goto('/about');
    await context.setOffline(true);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline');
    await page.route('**/contacts', (route) => route.abort());
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'This page could not be displayed' })).toBeVisible();
    await page.unroute('**/contacts');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByLabel('Message')).toBeVisible();
  });
});

test('of two pages that are requested at once, the last one is shown', async ({ page }) => {
  await page.goto('/about');
  let release: (() => void) | undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/contacts-page-*.js', async (route) => {
    await isReleased;
    await route.continue();
  });
  const link = (name: string) => page.getByRole('contentinfo').getByRole('link', { name });
  await link('Contact').click();
  await link('Blogs').click();
  await expect(page).toHaveURL(/blogs$/);
  const loaded = page.waitForResponse(/contacts-page/);
  release!();
  await loaded;
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
  await expect(page).toHaveURL(/blogs$/);
});
