import { expect, expectAccessible, expectNoSideScroll, loginAs, PHONE, setTheme, test } from './fixtures.ts';

test('an admin sees the health of the site, and rechecks it', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/userHome');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await menu.getByRole('link', { name: 'Site Health' }).click();
  await expect(page.getByRole('heading', { name: 'Site Health', level: 1 })).toBeVisible();
  const findings = page.getByRole('list', { name: 'Findings' }).getByRole('listitem');
  await expect(findings.filter({ hasText: 'Database' })).toContainText(/PostgreSQL \d+, migrated/);
  await expect(findings.filter({ hasText: /^Address/ })).toContainText('leads to this site');
  await expect(page.getByRole('status').filter({ hasText: 'The site is healthy' })).toBeVisible();
  const [response] = await Promise.all([
    page.waitForResponse('**/api/site-health'),
    page.getByRole('button', { name: 'Check again' }).click(),
  ]);
  expect(response.ok()).toBe(true);
  await page.getByRole('link', { name: 'Undelivered emails' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Undelivered Emails');
});

test.describe('a check that fails', () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('is reported, with the time of the findings that are shown', async ({ page }) => {
    await loginAs(page, 'Admin');
    await page.goto('/dashboard/siteHealth');
    await expect(page.getByRole('status').filter({ hasText: 'The site is healthy' })).toBeVisible();
    await page.route('**/api/site-health', (route) => route.abort());
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByRole('alert')).toContainText('The site could not be checked', { timeout: 30_000 });
    await expect(page.getByRole('status').filter({ hasText: 'The site is healthy' })).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Findings' })).toBeVisible();
    await expectAccessible(page);
  });
});

test('a test email is sent to the admin who requests it', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/siteHealth');
  await page.getByRole('button', { name: 'Send a test email' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Sent to admin@classharbor.test' })).toBeVisible();
  await expectAccessible(page);
  const response = { to: 'admin@classharbor.test', failure: '550 5.7.1 This sender is not known here' };
  await page.route('**/api/site-health/test-email', (route) => route.fulfill({ json: response }));
  await page.getByRole('button', { name: 'Send a test email' }).click();
  await expect(page.getByRole('alert')).toHaveText(`It was not sent: ${response.failure}`);
  await expectAccessible(page);
  await page.goto('/sandbox/mail');
  await expect(
    page.getByRole('article').filter({ hasText: 'To admin@classharbor.test' }).first(),
  ).toContainText('Your site can send email.');
});

test('the card provider is tested, and its responses are shown', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/siteHealth');
  await page.getByRole('button', { name: 'Test the card provider' }).click();
  const outcome = page.getByRole('status').filter({ hasText: 'card sandbox' });
  await expect(outcome).toContainText('The demo has its own card sandbox');
  const responses = page.locator('dl[aria-label="Response from the card provider"]');
  await expect(responses).toHaveCount(0);
  const response = '401 Invalid API Key provided: sk_test_*****1234';
  await page.route('**/api/site-health/test-card-provider', (route) =>
    route.fulfill({
      json: {
        findings: [
          {
            check: 'Card provider',
            status: 'problem',
            found: 'The card provider does not accept the key',
            setting: 'STRIPE_SECRET_KEY',
            todo: 'Copy the secret key.',
          },
        ],
        answers: [{ request: 'GET /v1/payment_intents', answer: response }],
      },
    }),
  );
  await page.getByRole('button', { name: 'Test the card provider' }).click();
  await expect(responses).toContainText(response);
  await expect(page.getByRole('status').filter({ hasText: 'does not accept the key' })).toContainText(
    'STRIPE_SECRET_KEY: Copy the secret key.',
  );
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
});

test('problems come first, with what to do, on a phone', async ({ page }) => {
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
  await expect(page.getByText('One problem to fix')).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessible(page);
});
