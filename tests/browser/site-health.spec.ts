import { expect, expectAccessible, expectNoSideScroll, loginAs, PHONE, setTheme, test } from './fixtures.ts';

test('an admin sees how the site is, and checks again', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/userHome');
  await page.getByRole('link', { name: 'Site Health' }).click();
  await expect(page.getByRole('heading', { name: 'Site Health', level: 1 })).toBeVisible();
  const findings = page.getByRole('list', { name: 'Findings' }).getByRole('listitem');
  await expect(findings.filter({ hasText: 'Database' })).toContainText(/PostgreSQL \d+, migrated/);
  await expect(findings.filter({ hasText: 'Address' })).toContainText('leads to this site');
  await expect(page.getByRole('status').filter({ hasText: 'The site is healthy' })).toBeVisible();
  const [response] = await Promise.all([
    page.waitForResponse('**/api/site-health'),
    page.getByRole('button', { name: 'Check again' }).click(),
  ]);
  expect(response.ok()).toBe(true);
  await page.getByRole('link', { name: 'Undelivered emails' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Undelivered Emails');
});

test('what is wrong comes first, with what to do, on a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await setTheme(page, 'dark');
  await page.route('**/api/site-health', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { findings: object[] };
    const found = `The mail server does not accept us: ${'a'.repeat(90)}`;
    const todo = 'Check the user and the password in SMTP_URL.';
    body.findings.push({ check: 'Email', status: 'problem', found, setting: 'SMTP_URL', todo });
    await route.fulfill({ response, json: body });
  });
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/siteHealth');
  const first = page.getByRole('list', { name: 'Findings' }).getByRole('listitem').first();
  await expect(first).toContainText('Problem');
  await expect(first).toContainText('Check the user and the password in SMTP_URL.');
  await expect(page.getByText('One problem to mend')).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessible(page);
});
