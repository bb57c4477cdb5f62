import type { Page } from '@playwright/test';
import { sampleAccount } from '#tests/support/sample-account.ts';
import { expect, loginAs, test } from './fixtures.ts';
import { follow } from './follow.ts';

/** Expects the account menu to name a user, whether it is open or not. */
const expectUser = (page: Page, name: string): Promise<void> =>
  expect(page.getByText(`Name: ${name}`)).toBeAttached();

/**
 * Logs in as the admin in a tab that was opened before the student's login, and still shows the login.
 * @param before what the student does before
 */
const logInAsAdmin = async (page: Page, before: () => Promise<void> = async () => {}): Promise<Page> => {
  const other = await page.context().newPage();
  const checked = other.waitForResponse('**/api/auth/get-session');
  await other.goto('/login');
  await checked;
  await loginAs(page, 'User');
  await page.goto('/');
  await expectUser(page, 'Samir Patel');
  await before();
  const { email, password } = sampleAccount('Admin');
  await other.getByLabel('Email').fill(email);
  await other.getByLabel('Password').fill(password);
  await other.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(other).not.toHaveURL(/\/login$/);
  return other;
};

test('a tab shows the user who logs in in another tab', async ({ page }) => {
  await logInAsAdmin(page);
  await expectUser(page, 'Ingrid Solheim');
});

test.describe('a tab that has slept while another user logged in', () => {
  test.use({ expectedErrors: /status of 40[39]/ });
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      const miss = (event: Event) => event.stopImmediatePropagation();
      window.addEventListener('storage', miss, true);
      document.addEventListener('visibilitychange', miss, true);
    }),
  );

  test('does not rename that user', async ({ page }) => {
    const other = await logInAsAdmin(page, async () => {
      await page.goto('/dashboard/studentProf');
      await page.getByLabel('Name', { exact: true }).fill('Samir Patel Jr.');
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectUser(page, 'Ingrid Solheim');
    await other.goto('/');
    await expectUser(other, 'Ingrid Solheim');
  });

  test('neither acts as that user, nor signs them out', async ({ page }) => {
    const other = await logInAsAdmin(page);
    await follow(page, '/dashboard/myEnroll');
    await expectUser(page, 'Ingrid Solheim');
    await other.goto('/');
    await expectUser(other, 'Ingrid Solheim');
  });
});
