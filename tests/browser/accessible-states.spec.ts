import { DESKTOP, expect, expectAccessible, loginAs, PHONE, test } from './fixtures.ts';

// States that appear only briefly or after a failure. Most dialogs are checked in the tests of their features.

test('an open menu', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/about');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link').first()).toBeVisible();
  await expectAccessible(page);
});

test('the menu of the account', async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await loginAs(page, 'Admin');
  await page.goto('/about');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expectAccessible(page);
});

test('the preview of a class, whose lessons can be read before the decision', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/allClassReq?q=web+performance');
  await page.getByRole('button', { name: /^View/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { level: 2 })).toBeVisible();
  await expect(
    dialog.getByRole('region', { name: 'What you will learn' }).getByRole('listitem'),
  ).not.toHaveCount(0);
  const lessons = dialog.getByRole('region', { name: 'Lessons' }).getByRole('listitem');
  await expect(lessons.filter({ hasText: 'Free preview' })).not.toHaveCount(0);
  const first = lessons.first().getByRole('link');
  const title = (await first.textContent())!;
  await expectAccessible(page, 'dialog');
  const [lesson] = await Promise.all([page.waitForEvent('popup'), first.click()]);
  await expect(lesson.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(lesson.getByRole('article').first()).toBeVisible();
});

test('a toast', async ({ page }) => {
  // Keeps the toast visible while it is checked.
  await page.addInitScript(() => {
    const original = window.setTimeout.bind(window);
    window.setTimeout = ((run: () => void, delay?: number) =>
      original(run, delay === 1_500 ? 300_000 : delay)) as typeof window.setTimeout;
  });
  await page.goto('/login');
  await page.getByRole('button', { name: 'User', exact: true }).click();
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  const toast = page.getByText('Login Successful');
  await expect(toast).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Highest Enrollment This Session' })).toBeVisible();
  await expectAccessible(page);
  await expect(toast).toBeVisible();
});

test.describe('a lost connection', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

  test('a message that says so', async ({ page, context }) => {
    await page.goto('/allClasses');
    // Pending pictures and scripts would fail when offline. A slow machine may request some only afterwards.
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByRole('combobox', { name: 'Category' }).selectOption('Game Development');
    await expect(page.getByText('You’re offline.')).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe('a site without its scripts', () => {
  test.use({ expectedErrors: /ERR_FAILED|Failed to fetch dynamically imported module/ });

  test('a message that they could not be loaded', async ({ context }) => {
    const page = await context.newPage();
    await page.route(/entry-client.*\.js$/, (route) => route.abort());
    await page.goto('/login');
    await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe('an unknown address', () => {
  test.use({ expectedErrors: /404/ });

  test('a page that says so', async ({ page }) => {
    await page.goto('/nowhere');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
  });
});
