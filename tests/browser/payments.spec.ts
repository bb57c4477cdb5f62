import { expectAnnounced } from './announcements.ts';
import {
  expect,
  expectAccessible,
  expectNoSideScroll,
  loginAs,
  registerAs,
  test,
  openPage,
} from './fixtures.ts';
import { call, openPayment, publish } from './purchases.ts';

test('a free class enrolls at once, without a card', async ({ page, browser, baseURL }) => {
  const [teacher, admin] = [await openPage(browser, baseURL), await openPage(browser, baseURL)];
  await loginAs(teacher, 'Teacher');
  await loginAs(admin, 'Admin');
  const id = await publish(teacher, admin, { price: 0, title: 'Free for all' });
  await registerAs(page, 'Fred Free');
  await page.goto(`/payment?class=${id}`);
  await expect(page.getByText('This class is free: there is nothing to pay')).toBeVisible();
  await page.goto(`/classDetail/${id}`);
  await expect(page.getByText('No card needed.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Enroll for free' }).click();
  await expect(page).toHaveURL(/myEnroll/);
  await expect(page.getByRole('article').filter({ hasText: 'Free for all' })).toBeVisible();
});

test('a payment has a receipt; refunded by an admin, it shows the reason, and the class is gone', async ({
  page,
  browser,
  baseURL,
}) => {
  const admin = await openPage(browser, baseURL, 'Admin');
  await registerAs(page, 'Rita Receipt');
  await openPayment(page, 'Poster studio');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page).toHaveURL(/myEnroll/);
  await page.goto('/dashboard/studentProf');
  await page.getByRole('link', { name: 'Receipt for Poster studio' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Receipt TEST-R-\d{4}-\d{4}$/);
  await expect(page.getByText('ClassHarbor Ltd.').first()).toBeVisible();
  const transactionId = (await page.getByText(/^pi_/).textContent())!;
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  // The hidden menu leaves no gap.
  expect((await page.getByRole('article').boundingBox())!.width).toBeGreaterThan(1_000);
  await page.emulateMedia({ media: 'screen' });

  await admin.goto(`/dashboard/payments?q=${transactionId}`);
  await expect(admin.getByRole('heading', { name: 'Last 30 days' })).toBeVisible();
  await expect(admin.getByRole('heading', { name: 'Classes with the highest revenue' })).toBeVisible();
  await admin.getByLabel('Period').selectOption('Last 7 days');
  await expect(admin.getByRole('heading', { name: 'Last 7 days' })).toBeVisible();
  await expect(admin.getByRole('table', { name: 'Paid by day' }).getByRole('row')).toHaveCount(7);
  const chart = admin.getByRole('slider', { name: 'Day' });
  await chart.focus();
  const [last, sum] = (await chart.getAttribute('aria-valuetext'))!.split(': ');
  await expect(admin.getByText(`${last}: ${sum}`)).toBeVisible();
  await admin.keyboard.press('ArrowLeft');
  await expect(chart).not.toHaveAttribute('aria-valuetext', new RegExp(`^${last}`));
  await admin.keyboard.press('Home');
  const first = (await chart.getAttribute('aria-valuetext'))!;
  await expect(admin.getByText(first)).toBeVisible();
  await chart.blur();
  await expect(admin.getByText(first)).toHaveCount(0);
  await chart.hover({ position: { x: 2, y: 20 } });
  await expect(admin.getByText(first)).toBeVisible();
  await admin.mouse.move(0, 0);
  await expect(admin.getByText(first)).toHaveCount(0);
  await admin.getByLabel('Period').selectOption('Last 12 months');
  await expect(admin.getByRole('table', { name: 'Paid by month' }).getByRole('row')).toHaveCount(12);
  const row = admin.getByRole('row').filter({ hasText: transactionId });
  await row.getByRole('button', { name: /^Refund/ }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog.getByText('Reason is required')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Bought by mistake');
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(row).toContainText('Refunded');
  await expect(row).toContainText('Bought by mistake');
  await expect(row.getByRole('button', { name: /^Refund/ })).toHaveCount(0);

  await page.goto('/dashboard/studentProf');
  await expect(page.getByText('Reason for the refund: Bought by mistake')).toBeVisible();
  await page.goto('/dashboard/myEnroll');
  await expect(page.getByText('No enrolled classes found')).toBeVisible();
});

test.describe('a partial refund', () => {
  test.use({ expectedErrors: /404 \(/ });

  test('an admin refunds a part: the payer keeps the class, and the rest can be refunded later', async ({
    page,
    browser,
    baseURL,
  }) => {
    const admin = await openPage(browser, baseURL, 'Admin');
    await registerAs(page, 'Paula Part');
    await openPayment(page, 'Poster studio');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect(page).toHaveURL(/myEnroll/);
    await admin.goto('/dashboard/payments?q=Paula+Part');
    const row = admin.getByRole('row').filter({ hasText: 'Paula Part' });
    await row.getByRole('button', { name: /^Refund/ }).click();
    const dialog = admin.getByRole('dialog');
    const amount = dialog.getByLabel('Amount');
    const whole = await amount.inputValue();
    await amount.fill('100000');
    await dialog.getByLabel('Reason').fill('A part of it was late');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await expect(dialog.getByText(/^At most/)).toBeVisible();
    await amount.fill('5');
    await expectAccessible(admin);
    // The refund is made, but its result cannot be read.
    const payment = /\/api\/payments\/[0-9a-f-]{36}$/;
    await admin.route(payment, (route) => route.fulfill({ status: 404, json: {} }));
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await expect(dialog).toHaveCount(0);
    await expectAnnounced(admin, 'Refund saved');
    await expect(row).toContainText('5$ refunded');
    await admin.unroute(payment);
    await page.reload();
    await expect(page.getByRole('article').filter({ hasText: 'Poster studio' })).toBeVisible();
    await page.goto('/dashboard/studentProf');
    const paid = page.getByRole('region', { name: 'Payments' }).getByRole('listitem');
    await expect(paid.getByText('5$ refunded', { exact: true })).toBeVisible();
    await expect(paid.getByText('Reason for the refund: A part of it was late')).toBeVisible();
    await row.getByRole('button', { name: /^Refund/ }).click();
    await expect(amount).toHaveValue(String(Number(whole) - 5));
    await amount.fill('4');
    await dialog.getByLabel('Reason').fill('Another part, too');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    const reasons = ['5$ refunded: A part of it was late', '4$ refunded: Another part, too'];
    for (const reason of reasons) await expect(row).toContainText(reason);
    await page.goto('/dashboard/studentProf');
    for (const reason of reasons) await expect(page.getByText(reason)).toBeVisible();
    await page.getByRole('link', { name: 'Receipt for Poster studio' }).click();
    await expect(page.getByRole('status').filter({ hasText: '9$ refunded' })).toContainText(reasons[1]!);
    await page.goto('/dashboard/myEnroll');
    await row.getByRole('button', { name: /^Refund/ }).click();
    const long =
      `All of it, after all: ${'the tools of the second half are no longer sold. '.repeat(4)}`.trim();
    await dialog.getByLabel('Reason').fill(long);
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await expect(row).toContainText('Refunded');
    const full = row.locator('[popover]').getByText(long);
    await expect(full).toBeHidden();
    await row.getByRole('button', { name: /^Read more: .*All of it, after all/ }).click();
    await expect(full).toBeVisible();
    await expectAccessible(admin);
    await admin.keyboard.press('Escape');
    await expect(full).toBeHidden();
    await page.reload();
    await expect(page.getByText('No enrolled classes found')).toBeVisible();
  });
});

test.describe('a payment that is refunded in another tab', () => {
  test.use({ expectedErrors: /status of 4(00|09)/ });

  test('leaves nothing to refund in an open dialog, which can only be closed', async ({
    page,
    browser,
    baseURL,
  }) => {
    const admin = await openPage(browser, baseURL, 'Admin');
    await registerAs(page, 'Tara Twotabs');
    await openPayment(page, 'Poster studio');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect(page).toHaveURL(/myEnroll/);
    await admin.goto('/dashboard/payments?q=Tara+Twotabs');
    const row = admin.getByRole('row').filter({ hasText: 'Tara Twotabs' });
    await row.getByRole('button', { name: /^Refund/ }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('From this tab');
    const [payment] = (await call(admin, 'GET', '/payments?q=Tara Twotabs')) as unknown as { _id: string }[];
    await call(admin, 'POST', `/payments/${payment!._id}/refund`, { reason: 'From another tab' });
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await expect(dialog).toContainText('Nothing is left to refund');
    await expect(dialog.getByRole('button')).toHaveText(['Close']);
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await expect(dialog.getByLabel('Amount')).toHaveCount(0);
    await expectAccessible(admin);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row).toContainText('From another tab');
  });
});

test('a teacher sees what each class earned', async ({ page }) => {
  await loginAs(page, 'Teacher');
  await page.goto('/dashboard/earnings');
  const row = page.getByRole('row').filter({ hasText: 'Modern HTML and CSS' });
  await expect(row).toContainText(/1,\d{3}\$/);
  await page.getByLabel('Period').selectOption('Last 12 months');
  await expect(page.getByRole('heading', { name: 'Paid in the last 12 months' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Paid by month' }).getByRole('row')).toHaveCount(12);
  const paid = await page.getByRole('table', { name: 'Paid by month' }).getByRole('cell').allTextContents();
  const amountOf = (text: string) => Number(text.replace(/[,$]/g, ''));
  const total = await page.locator('h3:has-text("Paid in the last") + p').textContent();
  expect(amountOf(total!)).toBeCloseTo(paid.reduce((sum, text) => sum + amountOf(text), 0));
  await expectNoSideScroll(page);
});

test.describe('a period that cannot be loaded', () => {
  test.use({ expectedErrors: /400 \(/ });

  test('can be chosen again, and leaves the others', async ({ page }) => {
    const failing = (days: string | null) => days !== null && Number(days) > 300;
    await page.route('**/api/{payments,earnings}/totals?**', (route) =>
      failing(new URL(route.request().url()).searchParams.get('days'))
        ? route.fulfill({ status: 400, json: { error: { code: 'invalid_input', message: 'Too long' } } })
        : route.fallback(),
    );
    for (const [role, screen] of [
      ['Teacher', 'earnings'],
      ['Admin', 'payments'],
    ] as const) {
      await loginAs(page, role);
      await page.goto(`/dashboard/${screen}`);
      await page.getByLabel('Period').selectOption('Last 12 months');
      await expect(page.getByText(/^The totals? could not be loaded$/)).toBeVisible();
      await page.getByLabel('Period').selectOption('Last 7 days');
      await expect(page.getByRole('table', { name: 'Paid by day' }).getByRole('row')).toHaveCount(7);
    }
  });
});
