import { test as base } from '@playwright/test';
import { freePort } from '#server/free-port.ts';
import { BuiltServer, createDataDir, removeDataDir } from '#tests/support/built-server.ts';
import { REAL_SITE } from '#tests/support/start-test-server.ts';
import { expect, expectAccessible, expectNoSideScroll, PHONE } from './fixtures.ts';

const PASSWORD = 'a good password of the owner';

/** A new real site, with the set-up address that its server printed. */
const test = base.extend<{ setupUrl: string }>({
  setupUrl: [
    async ({}, provide) => {
      const dataDir = await createDataDir();
      const port = await freePort();
      const settings = { ...REAL_SITE, BASE_URL: `http://localhost:${port}`, DATA_DIR: dataDir };
      const server = await new BuiltServer(port, settings).ready();
      await expect.poll(() => server.output).toContain('There is no admin yet');
      await provide(/http\S+\/login\/setup\S+/.exec(server.output)![0]);
      await server.stop();
      await removeDataDir(dataDir);
    },
    { timeout: 120_000 },
  ],
});

test('the owner of a new site becomes its admin by the address that the server prints', async ({
  page,
  setupUrl,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto(setupUrl);
  await page.getByRole('button', { name: 'Create admin account' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test email' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Enter your email address first.' })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill('owner@example.test');
  await page.getByRole('button', { name: 'Send a test email' }).click();
  await expect(page.getByText('It was not sent: This site has no mail server. Set SMTP_URL.')).toBeVisible();
  await page.getByRole('button', { name: 'Test the card provider' }).click();
  await expect(page.getByText('The card provider could not be reached')).toBeVisible();
  await page.getByLabel('Name').fill('Olga Owner');
  await page.getByLabel('Logo word', { exact: true }).fill('Rope');
  await page.getByLabel('Logo word, second part').fill('School');
  const accent = page.getByLabel('Accent color', { exact: true });
  await accent.fill('#ffe000');
  await page.getByRole('button', { name: 'Create admin account' }).click();
  await expect(page.getByText('Text in this color would be hard to read')).toBeVisible();
  await expect(accent).toBeFocused();
  await accent.fill('#7a1f5c');
  await page.getByLabel('Currency').selectOption('Euro (EUR)');
  await page.getByLabel('Contact email').fill('office@example.test');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: 'Create admin account' }).click();

  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm new password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.waitForURL('**/login');
  await page.getByLabel('Email', { exact: true }).fill('owner@example.test');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL('**/dashboard/account');
  await expect(page.getByRole('region', { name: 'Two-factor authentication' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'RopeSchool' })).toBeVisible();

  const { origin } = new URL(setupUrl);
  await page.goto(`${origin}/dashboard/userHome`);
  await expect(page.getByText('Set up two-factor authentication first')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Set it up' })).toHaveAttribute(
    'href',
    '/dashboard/account',
  );
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.goto(`${origin}/dashboard/allUsers`);
  await expect(page.getByText(/two-factor authentication/i).first()).toBeVisible();
  await page.goto(setupUrl);
  await expect(
    page.getByText('This setup link is invalid, or the site has already been set up'),
  ).toBeVisible();
});
