import { readFile } from 'node:fs/promises';
import { codeFor } from '#tests/support/totp.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { logIn, registerWith } from './accounts.ts';
import { expectAnnounced } from './announcements.ts';
import { expect, expectAccessible, expectNoSideScroll, newEmail, PHONE, test } from './fixtures.ts';

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

test('the setup of two-factor authentication can be copied, saved, opened on a phone, and canceled', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await registerWith(page, newEmail());
  await page.goto('/dashboard/account');
  const section = page.getByRole('region', { name: 'Two-factor authentication' });
  const password = section.getByLabel('Password, to verify it’s you');
  await password.fill(PASSWORD);
  await section.getByRole('button', { name: 'Set it up' }).click();
  const key = (await section.locator('p.font-mono').textContent())!;
  const codes = await section.getByRole('listitem').allTextContents();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await section.getByRole('button', { name: 'Copy key' }).click();
  await expectAnnounced(page, 'Key copied');
  expect(await copied()).toBe(key);
  await section.getByRole('button', { name: 'Copy codes' }).click();
  await expectAnnounced(page, 'Codes copied');
  expect((await copied()).split('\n')).toEqual(codes);

  const saving = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Download codes' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe('backup-codes.txt');
  expect((await readFile(await download.path(), 'utf8')).trim().split('\n')).toEqual(codes);

  const app = section.getByRole('link', { name: 'Open in an authenticator app' });
  expect(await app.getAttribute('href')).toMatch(new RegExp(`^otpauth://totp/.*secret=${key}`));
  await expectNoSideScroll(page);
  await expectAccessible(page);

  // As on a site that is not served over HTTPS.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await section.getByRole('button', { name: 'Copy codes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy the codes' });
  await expect(dialog.getByLabel('Codes')).toHaveValue(codes.join('\n'));
  await expect(dialog.getByLabel('Codes')).toBeFocused();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await section.getByRole('button', { name: 'Cancel' }).click();
  await expect(section.getByRole('heading', { level: 2 })).toBeFocused();
  await password.fill(PASSWORD);
  await section.getByRole('button', { name: 'Set it up' }).click();
  await expect(section.locator('p.font-mono')).not.toHaveText(key);
});
