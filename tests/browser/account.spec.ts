import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { codeFor } from '#tests/support/totp.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { logIn, registerWith } from './accounts.ts';
import { expectAnnounced } from './announcements.ts';
import { endStreams, expect, loginAs, newEmail, openPage, test } from './fixtures.ts';

/** Logs in from another browser. */
const logInElsewhere = async (browser: Browser, page: Page, email: string): Promise<Page> => {
  const baseURL = new URL(page.url()).origin;
  const elsewhere = await openPage(browser, baseURL);
  await logIn(elsewhere, email, PASSWORD);
  await elsewhere.waitForURL('/');
  return elsewhere;
};

test.describe('a new password', () => {
  // A request in flight while the session is replaced is refused, and repeated with the new token.
  test.use({ expectedErrors: /401 \(/ });

  test('keeps this session, and signs out all others', async ({ page, browser }) => {
    const email = newEmail();
    await registerWith(page, email);
    const elsewhere = await logInElsewhere(browser, page, email);

    await page.goto('/dashboard/account');
    const sessions = page.getByRole('region', { name: 'Active sessions' });
    await expect(sessions.getByRole('listitem')).toHaveCount(2);
    await expect(sessions.getByText('This browser')).toHaveCount(1);
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill('quite another one');
    await page.getByLabel('Confirm new password').fill('quite another one');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expectAnnounced(page, 'Password changed');
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    await expect(sessions.getByText('This browser')).toHaveCount(1);
    await page.getByRole('link', { name: 'My Enrollment Class' }).first().click();
    await expect(page.getByText('No enrolled classes found')).toBeVisible();
    await elsewhere.goto('/dashboard/account');
    await expect(elsewhere).toHaveURL(/\/login$/);
    await elsewhere.context().close();
  });
});

test.describe('forms of a session that was ended elsewhere', () => {
  test.use({ expectedErrors: /40[01] \(/ });

  /** Ends the session at the server. The browser keeps its cookies. */
  const endSession = async (page: Page): Promise<void> => {
    const cookies = await page.context().cookies();
    const headers = { origin: new URL(page.url()).origin };
    expect((await page.request.post('/api/auth/sign-out', { headers, data: {} })).ok()).toBe(true);
    await page.context().addCookies(cookies);
  };

  test('lead to the login, and back', async ({ page }) => {
    const email = newEmail();
    await registerWith(page, email);
    await endStreams(page);
    const forms = [
      {
        path: '/dashboard/studentProf',
        button: 'Save',
        fill: () => page.getByLabel('Name').fill('Somebody Else'),
      },
      {
        path: '/dashboard/account',
        button: 'Set it up',
        fill: () => page.getByLabel('Password, to verify it’s you').fill(PASSWORD),
      },
      {
        path: '/dashboard/account',
        button: 'Change password',
        fill: async () => {
          await page.getByLabel('Current password').fill(PASSWORD);
          await page.getByLabel('New password', { exact: true }).fill('quite another one');
          await page.getByLabel('Confirm new password').fill('quite another one');
        },
      },
      {
        path: '/dashboard/account',
        button: 'Turn it on',
        fill: async () => {
          await page.getByLabel('Password, to verify it’s you').fill(PASSWORD);
          await page.getByRole('button', { name: 'Set it up' }).click();
          const key = (await page.locator('p.font-mono').textContent())!;
          // A wrong code does not end the session.
          await page.getByLabel('Code from the app').fill('000000');
          await page.getByRole('button', { name: 'Turn it on' }).click();
          await expect(page.getByRole('alert')).toContainText('Incorrect code');
          await page.getByLabel('Code from the app').fill(codeFor(key));
        },
      },
    ];
    for (const { path, button, fill } of forms) {
      await page.goto(path);
      // A request of the page itself after the end of the session would sign out as well, for example that of the identity
      // client, which asks for the session once more.
      await page.waitForFunction(
        () =>
          performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/get-session'))
            .length === 2,
      );
      await page.waitForLoadState('networkidle');
      await fill();
      await endSession(page);
      await page.getByRole('button', { name: button }).click();
      await expect(page).toHaveURL(/\/login$/);
      await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveText('Your session has ended. Please log in again.');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await expect(page).toHaveURL(path);
    }
  });

  test('differ from forms with a wrong password, which stay', async ({ page }) => {
    await registerWith(page, newEmail());
    await page.goto('/dashboard/account');
    await page.getByLabel('Current password').fill('not this one');
    await page.getByLabel('New password', { exact: true }).fill('quite another one');
    await page.getByLabel('Confirm new password').fill('quite another one');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Incorrect password.')).toBeVisible();
    const common = 'This password is too common. Please choose another.';
    const field = page.getByLabel('New password', { exact: true });
    await field.fill('Password1');
    await page.getByLabel('Confirm new password').fill('Password1');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(field).toHaveAccessibleDescription(new RegExp(common));
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toBeFocused();
    await expect(page).toHaveURL('/dashboard/account');
  });
});

test('another session is ended from here', async ({ page, browser }) => {
  const email = newEmail();
  await registerWith(page, email);
  const elsewhere = await logInElsewhere(browser, page, email);
  await page.goto('/dashboard/account');
  const sessions = page.getByRole('region', { name: 'Active sessions' });
  await sessions.getByRole('button', { name: 'Sign out this device' }).click();
  await expectAnnounced(page, 'Device signed out');
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await elsewhere.goto('/dashboard/account');
  await expect(elsewhere).toHaveURL(/\/login$/);
  await elsewhere.context().close();
});

test('each choice of emails is saved at once, also of all topics, and keeps the focus', async ({ page }) => {
  await registerWith(page, newEmail());
  await page.goto('/dashboard/account');
  const grades = page.getByRole('checkbox', { name: /^Grades/ });
  await expect(grades).toBeChecked();
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await grades.press('Space');
  await saved;
  await expect(grades).not.toBeChecked();
  await expect(grades).toBeFocused();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: /^Questions/ })).toBeChecked();
  await expect(grades).not.toBeChecked();

  const topics = page.getByRole('region', { name: 'Emails' });
  const on = topics.getByRole('checkbox', { checked: true });
  const all = await topics.getByRole('checkbox').count();
  for (const [action, then, checked] of [
    ['Turn all off', 'Turn all on', 0],
    ['Turn all on', 'Turn all off', all],
  ] as const) {
    const stored = page.waitForResponse((response) => response.request().method() === 'PUT');
    await topics.getByRole('button', { name: action }).press('Enter');
    expect((await stored).ok()).toBe(true);
    await expect(topics.getByRole('button', { name: then })).toBeFocused();
    await page.reload();
    await expect(topics.getByRole('button', { name: then })).toBeVisible();
    await expect(on).toHaveCount(checked);
  }
});

test('personal data can be downloaded', async ({ page }) => {
  await loginAs(page, 'User');
  await page.goto('/dashboard/account');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe('my-data.json');
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as { person: { email: string } };
  expect(data.person.email).toBe('student@classharbor.test');
});

test.describe('deleting the account', () => {
  test.use({ expectedErrors: /40[01] \(/ });

  test('requires address, password and a confirmation, and then the account is gone', async ({ page }) => {
    const email = newEmail();
    await registerWith(page, email);
    await page.goto('/dashboard/account');
    const colorOf = (name: string) =>
      page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).backgroundColor);
    expect(await colorOf('Delete my account')).not.toBe(await colorOf('Change password'));
    await page.getByLabel('Your email address').fill('somebody@example.test');
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByText('This is not the email address of your account')).toBeVisible();
    await expect(page.getByLabel('Your email address')).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByLabel('Your email address').fill(email.toUpperCase());
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('button', { name: 'Yes, delete it!' }).click();
    await expect(page).toHaveURL('/');
    await expectAnnounced(page, 'Your account has been deleted');
    await logIn(page, email, PASSWORD);
    await expect(page.getByRole('alert')).toContainText('Incorrect email or password.');
  });
});

test.describe('deleting the account without a connection afterwards', () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('leaves nobody on the screen', async ({ page }) => {
    const email = newEmail();
    await registerWith(page, email);
    await page.goto('/dashboard/account');
    await page.getByLabel('Your email address').fill(email);
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.route('**/api/auth/sign-out', (route) => route.abort());
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('button', { name: 'Yes, delete it!' }).click();
    await expect(page).toHaveURL('/');
    await expectAnnounced(page, 'Your account has been deleted');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  });
});
