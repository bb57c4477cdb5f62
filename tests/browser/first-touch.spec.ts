import { areSorted, expect, holdApplication, PHONE, test } from './fixtures.ts';

// The pages before any script of the application has arrived, which takes seconds on a slow phone.
test.use({ viewport: PHONE });

const COMMON = ['Home', 'All Classes', 'Teach With Us'];

test('menus open and close, and their links work, before any script file has arrived', async ({
  context,
}) => {
  const page = await context.newPage();
  await page.route(/\/assets\/.*\.js$/, () => undefined);
  await page.goto('/', { waitUntil: 'commit' });
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await menu.click();
  await expect(links).toHaveText(COMMON);
  await page.keyboard.press('Escape');
  await expect(links).toHaveCount(0);
  await expect(menu).toBeFocused();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await menu.click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeHidden();
  await links.filter({ hasText: 'All Classes' }).click();
  await expect(page).toHaveURL(/\/allClasses$/);
});

test('the theme changes, and stays, before any script file has arrived', async ({ context }) => {
  const page = await context.newPage();
  await page.route(/\/assets\/.*\.js$/, () => undefined);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Use the dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto('/about', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Use the light theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('the list is sorted, filtered, searched and paged before any script file has arrived', async ({
  context,
}) => {
  const page = await context.newPage();
  await page.route(/\/assets\/.*\.js$/, () => undefined);
  await page.goto('/allClasses', { waitUntil: 'commit' });
  const prices = page.getByRole('article').getByText(/^[\d,.]+\$$/);
  await page.getByRole('button', { name: 'Ascending' }).click();
  // A new document, which is needed to sort without scripts.
  await expect(page).toHaveURL(/sort=price/);
  await expect.poll(() => areSorted(prices, 1)).toBe(true);
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Game Development');
  await expect(page).toHaveURL(/category=Game\+Development/);
  await expect(page.getByRole('article').first()).toContainText('Game Development');
  await expect(page.getByRole('button', { name: 'Ascending' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Descending' }).click();
  await expect(page.getByRole('button', { name: 'Descending' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Ascending' })).toHaveAttribute('aria-pressed', 'false');
  await page.goto('/allClasses', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByText(/^25 to/)).toBeVisible();
  await page.getByLabel('Search classes').fill('typescript');
  await page.getByLabel('Search classes').press('Enter');
  await expect(page.getByText('1 class', { exact: true })).toBeVisible();
});

test('the application hydrates by itself, and applies what was typed before', async ({ context }) => {
  const page = await context.newPage();
  const letCome = await holdApplication(page);
  await page.goto('/allClasses');
  await page.getByLabel('Search classes').fill('typescript');
  letCome();
  await expect(page).toHaveURL(/\?q=typescript$/);
  await expect(page.getByRole('article')).toHaveCount(1);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the menu opens, and filters are applied by a button', async ({ context }) => {
    const page = await context.newPage();
    await page.goto('/allClasses');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(COMMON);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Category' }).selectOption('Game Development');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('article').first()).toContainText('Game Development');
  });
});
