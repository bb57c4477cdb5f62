import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { codeFor } from '#tests/support/totp.ts';
import { expectAnnounced } from './announcements.ts';
import { expect, expectAccessible, fillRegistration, loginAs, newEmail, test, openPage } from './fixtures.ts';

const PASSWORD = 'a good password';

const registerWith = async (page: Page, email: string): Promise<void> => {
  await page.goto('/registration');
  await fillRegistration(page, email, 'Zoe Account');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL('/');
};

const logIn = async (page: Page, email: string, password: string): Promise<void> => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
};

/** Logs in from another browser. */
const logInElsewhere = async (browser: Browser, page: Page, email: string): Promise<Page> => {
  const baseURL = new URL(page.url()).origin;
  const elsewhere = await openPage(browser, baseURL);
  await logIn(elsewhere, email, PASSWORD);
  await elsewhere.waitForURL('/');
  return elsewhere;
};

/** The link in the newest of `count` emails to an address, from the demo's outbox. Emails arrive with a delay. */
const linkInEmailTo = async (page: Page, email: string, subject: string, count = 1): Promise<string> => {
  const outbox = await page.context().newPage();
  const messages = outbox
    .getByRole('article')
    .filter({ hasText: `To ${email}` })
    .filter({ hasText: subject });
  await expect(async () => {
    await outbox.goto('/sandbox/mail');
    await expect(messages).toHaveCount(count, { timeout: 500 });
  }).toPass();
  const link = await messages.first().getByRole('link').getAttribute('href');
  await outbox.close();
  return link!;
};

test('a forgotten password is replaced through the emailed link, and the old one no longer works', async ({
  page,
}) => {
  const email = newEmail();
  await registerWith(page, email);
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Enter a valid email address')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();
  await expect(page.getByRole('link', { name: 'open the outbox' })).toBeVisible();

  const link = await linkInEmailTo(page, email, 'Set a new password');
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('quite another one');
  await page.getByLabel('Confirm new password').fill('quite another two');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Confirm new password').fill('quite another one');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, email, 'quite another one');
  await page.waitForURL('/');
});

test.describe('a used link', () => {
  test.use({ expectedErrors: /4(00|10) \(/ });

  test('is reported as no longer valid', async ({ page }) => {
    await page.goto('/login/reset?token=used');
    await page.getByLabel('New password', { exact: true }).fill('quite another one');
    await page.getByLabel('Confirm new password').fill('quite another one');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByRole('alert')).toContainText('This link has expired or has already been used');
    await expect(page.getByRole('link', { name: 'Request a new link' })).toHaveAttribute(
      'href',
      '/login/forgot',
    );
    await registerWith(page, newEmail());
    await page.goto('/dashboard/emailLink?token=used');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('alert')).toContainText('This link has expired');
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await expect(page).toHaveURL(/\/dashboard\/account$/);
    await page.goto('/login/reset');
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?');
  });
});

test('the address is confirmed, and the page says so', async ({ page }) => {
  const email = newEmail();
  await registerWith(page, email);
  await page.goto('/dashboard/account');
  await expect(page.getByText(`${email} is not confirmed yet.`)).toBeVisible();
  await page.getByRole('button', { name: 'Send confirmation link' }).click();
  await expect(page.getByText('We sent you a link')).toBeVisible();
  // The registration sent the first email.
  await page.goto(await linkInEmailTo(page, email, 'Confirm your email address', 2));
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/dashboard\/account$/);
  await expect(page.getByText(`${email} is confirmed`)).toBeVisible();
});

test('an email link asks for the login first, and then continues', async ({ page }) => {
  const email = newEmail();
  await registerWith(page, email);
  const link = await linkInEmailTo(page, email, 'Confirm your email address');
  await page.context().clearCookies();
  await page.goto(link);
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`${email} is confirmed`)).toBeVisible();
});

test('the address is changed by confirming both addresses, and the session continues with the new one', async ({
  page,
}) => {
  const [email, moved] = [newEmail(), newEmail()];
  await registerWith(page, email);
  await page.goto(await linkInEmailTo(page, email, 'Confirm your email address'));
  await page.getByRole('button', { name: 'Confirm' }).click();
  const section = page.getByRole('region', { name: 'Email address' });
  await section.getByLabel('New email address').fill(moved);
  await section.getByLabel('Password, to confirm').fill(PASSWORD);
  await section.getByRole('button', { name: 'Change address' }).click();
  const sent = section.getByText('Your address will change once');
  await expect(sent).toBeVisible();
  await section.getByRole('button', { name: 'Change address' }).click();
  await expect(section.getByLabel('New email address')).toHaveAttribute('aria-invalid', 'true');
  await expect(sent).toHaveCount(0);
  await page.goto(await linkInEmailTo(page, email, 'Change your email address?'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change your email address');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Now check your new email address');
  await page.goto(await linkInEmailTo(page, moved, 'Confirm your new email address'));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`${moved} is confirmed`)).toBeVisible();
  await page.getByRole('link', { name: 'My Enrollment Class' }).first().click();
  await expect(page.getByText('No enrolled classes found')).toBeVisible();
});

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

test('each choice of emails is saved at once, and keeps the focus', async ({ page }) => {
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
    const leave = async () => {
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await page.getByRole('button', { name: 'Yes, delete it!' }).click();
    };
    await leave();
    await expect(page.getByText('This is not the email address of your account')).toBeVisible();
    await page.getByLabel('Your email address').fill(email);
    await leave();
    await expect(page).toHaveURL('/');
    await expectAnnounced(page, 'Your account has been deleted');
    await logIn(page, email, PASSWORD);
    await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
  });
});

test.describe('two-factor authentication', () => {
  test.use({ expectedErrors: /401 \(/ });

  test('is set up with a first code, required on login, and turned off again', async ({ page }) => {
    const email = newEmail();
    await registerWith(page, email);
    await page.goto('/dashboard/account');
    const section = page.getByRole('region', { name: 'Two-factor authentication' });
    await section.getByLabel('Password, to verify it’s you').fill(PASSWORD);
    await section.getByRole('button', { name: 'Set it up' }).click();
    await expect(section.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    const key = (await section.locator('p.font-mono').textContent())!;
    const [backupCode = ''] = await section.getByRole('listitem').allTextContents();
    await expectAccessible(page);
    await section.getByLabel('Code from the app').fill(codeFor(key));
    await section.getByRole('button', { name: 'Turn it on' }).click();
    await expect(section.getByText('It’s on')).toBeVisible();

    await page.context().clearCookies();
    await logIn(page, email, PASSWORD);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step');
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toContainText('Incorrect code');
    // Backup codes have letters of both cases, which a numeric keyboard lacks.
    await expect(page.getByLabel('Code')).not.toHaveAttribute('inputmode');
    await expect(page.getByLabel('Code')).toHaveAttribute('autocapitalize', 'none');
    await page.getByLabel('Code').fill(backupCode);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('/');

    await page.goto('/dashboard/account');
    await section.getByLabel('Password, to verify it’s you').fill(PASSWORD);
    await section.getByRole('button', { name: 'Turn it off' }).click();
    await expect(section.getByRole('button', { name: 'Set it up' })).toBeVisible();
    await page.goto('/dashboard/myEnroll');
    await expect(page.getByText('No enrolled classes found')).toBeVisible();
  });
});

test.describe('a third party’s account with the same address', () => {
  test.use({ expectedErrors: /40[0-9] \(/ });

  test('is linked only once the address is confirmed here', async ({ page }) => {
    const email = newEmail();
    await registerWith(page, email);
    const confirmation = await linkInEmailTo(page, email, 'Confirm your email address');
    const signInThere = async () => {
      await page.context().clearCookies();
      await page.goto('/login');
      const opening = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Third-party sign-in' }).click();
      const popup = await opening;
      await popup.getByLabel('Name').fill('Zoe Elsewhere');
      await popup.getByLabel('Email').fill(email);
      const closing = popup.waitForEvent('close');
      await popup.getByRole('button', { name: 'Use this account' }).click();
      await closing;
    };
    await signInThere();
    await expect(page.getByRole('alert')).toContainText('An account with this email already has a password');
    await logIn(page, email, PASSWORD);
    await page.waitForURL('/');
    await page.goto(confirmation);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText(`${email} is confirmed`)).toBeVisible();
    await signInThere();
    await page.waitForURL('/');
    await page.goto('/dashboard/studentProf');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Zoe Account');
  });
});
