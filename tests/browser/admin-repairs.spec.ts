import { codeFor } from '#tests/support/totp.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { expectAnnounced } from './announcements.ts';
import { confirm, expect, expectAccessible, loginAs, registerAs, test, openPage } from './fixtures.ts';

test('an admin revokes another admin’s role, as that admin’s next screen shows', async ({
  page: admin,
  browser,
  baseURL,
}) => {
  const person = await openPage(browser, baseURL);
  await registerAs(person, 'Rita Revoked');
  await loginAs(admin, 'Admin');
  await admin.goto('/dashboard/allUsers?q=Rita Revoked');
  const row = admin.getByRole('row').filter({ hasText: 'Rita Revoked' });
  await row.getByRole('button', { name: 'Make admin: Rita Revoked' }).click();
  await confirm(admin, 'Make Rita Revoked an admin?', 'Make admin');
  await expect(row.getByRole('cell', { name: 'Admin', exact: true })).toBeVisible();
  await person.goto('/dashboard/allUsers');
  await expect(person.getByRole('heading', { level: 1 })).toHaveText('All Users');

  const revoke = row.getByRole('button', { name: 'Revoke admin: Rita Revoked' });
  await revoke.click();
  await expectAccessible(admin, 'dialog');
  await confirm(admin, 'Revoke the admin role of Rita Revoked?', 'Cancel');
  await expect(row.getByRole('cell', { name: 'Admin', exact: true })).toBeVisible();
  await revoke.click();
  await confirm(admin, 'Revoke the admin role of Rita Revoked?', 'Revoke admin');
  await expectAnnounced(admin, 'Rita Revoked is no longer an admin');
  await expect(row.getByRole('cell', { name: 'Student', exact: true })).toBeVisible();
  await person.goto('/dashboard/allUsers');
  await expect(person.getByText('This page is for admins')).toBeVisible();
  await admin.goto('/dashboard/auditTrail?action=admin revoked');
  await expect(admin.getByRole('row').filter({ hasText: 'Rita Revoked' })).toContainText('Admin revoked');
});

test.describe('a lost second factor', () => {
  // The browser that was signed out receives a 401.
  test.use({ expectedErrors: /401 \(/ });

  test('is reset by an admin, after a confirmation', async ({ page: admin, browser, baseURL }) => {
    const person = await openPage(browser, baseURL);
    await registerAs(person, 'Lola Lost');
    const send = (endpoint: string, data: object) =>
      person.request.post(`/api/auth/two-factor/${endpoint}`, { data, headers: { origin: baseURL! } });
    const { totpURI } = (await (await send('enable', { password: PASSWORD })).json()) as {
      totpURI: string;
    };
    expect((await send('verify-totp', { code: codeFor(totpURI) })).ok()).toBe(true);

    await loginAs(admin, 'Admin');
    await admin.goto('/dashboard/allUsers?q=Lola Lost');
    const row = admin.getByRole('row').filter({ hasText: 'Lola Lost' });
    const reset = row.getByRole('button', { name: 'Reset two-factor authentication of Lola Lost' });
    await reset.click();
    await expectAccessible(admin, 'dialog');
    await confirm(admin, 'Reset two-factor authentication of Lola Lost?', 'Cancel');
    await reset.click();
    await confirm(admin, 'Reset two-factor authentication of Lola Lost?', 'Reset');
    await expectAnnounced(admin, 'Two-factor authentication of Lola Lost was reset');
    await expect(reset).toHaveCount(0);
    await person.goto('/dashboard/studentProf');
    await expect(person).toHaveURL(/\/login/);
  });
});
