import type { Request } from '@playwright/test';
import { expect, loginAs, test } from './fixtures.ts';

test('a logout stays on the home page, whatever the screens are still loading', async ({ page }) => {
  await loginAs(page, 'User');
  await page.goto('/contacts');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const signedOut = page.waitForResponse('**/api/auth/sign-out');
  let onEnd = () => {};
  const ended = new Promise<void>((resolve) => (onEnd = resolve));
  // The home page asks for the enrollments, and the server answers between the end of the session and the browser's
  // next look at it.
  await page.route('**/api/enrollments?**', async (route) => {
    await signedOut;
    await route.continue();
  });
  const noteEnd = (request: Request) => {
    if (request.url().includes('/api/enrollments?')) onEnd();
  };
  page.on('requestfinished', noteEnd);
  page.on('requestfailed', noteEnd);
  await page.route('**/api/auth/get-session', async (route) => {
    await ended;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/enrollments?**');
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
