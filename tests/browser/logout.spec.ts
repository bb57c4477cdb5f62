import type { Request } from '@playwright/test';
import { expect, loginAs, test } from './fixtures.ts';
import { follow } from './follow.ts';

test('a logout stays on the home page, whatever the screens are still loading', async ({ page }) => {
  await loginAs(page, 'User');
  await page.goto('/contacts');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const signedOut = page.waitForResponse('**/api/auth/sign-out');
  let onEnd = () => {};
  const ended = new Promise<void>((resolve) => (onEnd = resolve));
  // The home page asks for the classes of the user, and the server answers between the end of the session and the browser's
  // next look at it.
  await page.route('**/api/class-relations?**', async (route) => {
    await signedOut;
    await route.continue();
  });
  const noteEnd = (request: Request) => {
    if (request.url().includes('/api/class-relations?')) onEnd();
  };
  page.on('requestfinished', noteEnd);
  page.on('requestfailed', noteEnd);
  await page.route('**/api/auth/get-session', async (route) => {
    await ended;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/class-relations?**');
  await page.getByRole('banner').getByRole('link').first().click();
  await asked;
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await ended;
  await expect(page.getByText(/^Name: /)).toBeHidden();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page).toHaveURL('/');
});

test.describe('a logout from a form with unsaved changes', () => {
  test.use({ expectedErrors: /status of 500/ });

  test('asks first, and the menu stays open until it has succeeded', async ({ page }) => {
    await loginAs(page, 'Teacher');
    await page.goto('/dashboard/addClass');
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.fill('Half a title');
    const logout = page.getByRole('button', { name: 'Logout' });
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await page.getByRole('button', { name: 'Account menu' }).click();
    await logout.press('Enter');
    await question.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(logout).toBeFocused();
    await expect(title).toHaveValue('Half a title');

    await page.route('**/api/auth/sign-out', (route) => route.fulfill({ status: 500 }), { times: 1 });
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('banner').getByRole('alert')).toBeVisible();
    await expect(logout).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(logout).toBeHidden();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(page).toHaveURL('/');
  });
});

test.describe('a session that has ended at the server', () => {
  test.use({ expectedErrors: /status of 401|net::ERR_/ });

  test('ends in the browser too, although the logout does not reach the server', async ({
    page,
    baseURL,
  }) => {
    await loginAs(page, 'User');
    await page.goto('/dashboard/account');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
    await page.route('**/api/auth/sign-out', (route) => route.abort());
    const ending = await page.request.post('/api/auth/sign-out', { headers: { origin: baseURL! }, data: {} });
    expect(ending.ok()).toBe(true);
    await follow(page, '/dashboard/myEnroll');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('alert')).toHaveText('Your session has ended. Please log in again.');
    await page.getByRole('button', { name: 'User', exact: true }).click();
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL(/myEnroll$/);
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});
