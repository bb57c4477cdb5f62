import { rm } from 'node:fs/promises';
import { test as base } from '@playwright/test';
import { freePort } from '#server/free-port.ts';
import { BuiltServer, createDataDir } from '#tests/support/built-server.ts';
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
      await rm(dataDir, { recursive: true, force: true });
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
  await page.getByRole('button', { name: 'Create the admin' }).click();
  await expect(page.getByText('Enter a valid email address')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test email' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Enter your email address first.' })).toBeVisible();
  await page.getByLabel('Email').fill('owner@example.test');
  await page.getByRole('button', { name: 'Send a test email' }).click();
  await expect(page.getByText('It was not sent: This site has no mail server. Set SMTP_URL.')).toBeVisible();
  await page.getByRole('button', { name: 'Test the card provider' }).click();
  await expect(page.getByText('The card provider could not be reached')).toBeVisible();
  await page.getByLabel('Name').fill('Olga Owner');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: 'Create the admin' }).click();

  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm new password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.waitForURL('**/login');
  await page.getByLabel('Email').fill('owner@example.test');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));

  const { origin } = new URL(setupUrl);
  await page.goto(`${origin}/dashboard/allUsers`);
  await expect(page.getByText(/two-factor authentication/i).first()).toBeVisible();
  await page.goto(setupUrl);
  await expect(
    page.getByText('This setup link is invalid, or the site has already been set up'),
  ).toBeVisible();
});
