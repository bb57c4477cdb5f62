import type { Page } from '@playwright/test';
import { PASSWORD } from '#tests/support/password.ts';
import { logIn, registerWith } from './accounts.ts';
import { expect, expectAccessible, newEmail, test } from './fixtures.ts';

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
  await page.getByLabel('Email').fill(email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL('/login/forgot');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Email').fill('');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();
  await expect(page.getByRole('link', { name: 'open the outbox' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Email')).toHaveValue(email);

  const link = await linkInEmailTo(page, email, 'Set a new password');
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('quite another one');
  await page.getByLabel('Confirm new password').fill('quite another two');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Confirm new password').fill('quite another one');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Password').fill('quite another one');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL('/');
});

test.describe('a used link', () => {
  test.use({ expectedErrors: /4(00|10) \(/ });

  test('is reported as no longer valid', async ({ page }) => {
    await page.goto('/login/reset?token=used');
    const field = page.getByLabel('New password', { exact: true });
    await field.fill('Password1');
    await page.getByLabel('Confirm new password').fill('Password1');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(field).toHaveAccessibleDescription(/This password is too common/);
    await expect(field).toBeFocused();
    await field.fill('quite another one');
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
