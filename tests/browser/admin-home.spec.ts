import { expect, expectAccessible, loginAs, registerAs, test } from './fixtures.ts';

test('an admin sees revenue, enrollments, registrations, the best classes and the site’s health', async ({
  page,
  browser,
}) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/userHome');
  for (const title of ['Revenue', 'Enrollments', 'Registrations']) {
    const panel = page.getByRole('region', { name: `${title}, last 30 days` });
    await expect(panel).toContainText('in the 30 days before');
    // Nobody has registered lately in the sample data.
    const charts = title === 'Registrations' ? 0 : 1;
    await expect(panel.getByRole('slider', { name: `${title} by day (Day)` })).toHaveCount(charts);
  }
  const best = page.getByRole('region', { name: 'Best classes, last 30 days' });
  await expect(best.getByRole('listitem').first()).toContainText(/\$ from \d+ payment/);
  const health = page.getByRole('region', { name: 'Site health' });
  await expect(health).toContainText(/The site is healthy|warning|problem/, { timeout: 30_000 });
  await expectAccessible(page);

  const registrations = page.getByRole('region', { name: 'Registrations, last 30 days' });
  const countNow = async () => Number(/days\s*(\d+)/.exec(await registrations.innerText())![1]);
  const before = await countNow();
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  await registerAs(await context.newPage(), 'Rita Registered');
  await context.close();
  await page.reload();
  await expect(registrations).toBeVisible();
  expect(await countNow()).toBe(before + 1);
  await expect(registrations.getByRole('slider')).toBeVisible();

  await page
    .getByRole('main')
    .getByRole('link', { name: /^All Classes Req Classes awaiting review/ })
    .click();
  await expect(page).toHaveURL(/allClassReq\?status=Pending$/);
  await page.goto('/dashboard/userHome');
  await health.getByRole('link', { name: 'Site Health' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Site Health');
});

test.describe('figures that cannot be loaded', () => {
  test.use({ expectedErrors: /503/ });

  test('leave the other panels in place, and can be retried', async ({ page }) => {
    await loginAs(page, 'Admin');
    for (const call of ['site-activity?days=60', 'site-health'])
      await page.route(`**/api/${call.replace('?', '\\?')}`, (route) =>
        route.fulfill({ status: 503, json: {} }),
      );
    await page.goto('/dashboard/userHome');
    const best = page.getByRole('region', { name: 'Best classes, last 30 days' });
    await expect(best).toBeVisible();
    const failure = page.getByRole('alert').filter({ hasText: 'Enrollments and registrations could not' });
    await expect(failure).toBeVisible({ timeout: 30_000 });
    const health = page.getByRole('region', { name: 'Site health' });
    await expect(health.getByText('The site could not be checked.')).toBeVisible({ timeout: 30_000 });
    await page.unrouteAll();
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('region', { name: 'Enrollments, last 30 days' })).toBeVisible();
    await health.getByRole('button', { name: 'Try again' }).click();
    await expect(health).toContainText(/healthy|warning|problem/, { timeout: 30_000 });
  });
});
