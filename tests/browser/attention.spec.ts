import type { Page } from '@playwright/test';
import type { Pool } from 'pg';
import { openConfiguredDatabase } from '#server/open-configured-database.ts';
import { cardSandboxSettings } from '#server/start-sandboxes.ts';
import { createStripe } from '#server/stripe/client.ts';
import { createDataDir, startDemoServer } from '#tests/support/built-server.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import {
  expect,
  expectAccessible,
  expectNoSideScroll,
  PHONE,
  registerAs,
  test as base,
  openPage,
} from './fixtures.ts';
import { buyAndDispute, buyAndDisputeLater, transactionOf } from './disputed.ts';
import { hold } from './hold.ts';
import { openPayment } from './purchases.ts';

interface Shop {
  url: string;
  dataDir: string;
  pool: Pool;
}

/**
 * A demo whose card sandbox has keys that the test knows, so that it can act as the provider's dashboard. The test
 * also acts as the owner, with access to the folder and the database.
 */
const test = base.extend<object, { shop: Shop }>({
  shop: [
    async ({}, provide) => {
      const dataDir = await createDataDir();
      const { url, close } = await startDemoServer({ DEMO: 'on', SECRET: TEST_SECRET, DATA_DIR: dataDir });
      const database = await openConfiguredDatabase({ dataDir });
      await provide({ url, dataDir, pool: database.pool });
      await database.close();
      await close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  servers: [
    async ({ shop }, provide) => provide({ forFile: () => Promise.resolve(shop.url) }),
    { scope: 'worker' },
  ],
});

/** The list begins with a few problems, and other tests leave some. */
const showAllProblems = async (admin: Page): Promise<void> => {
  await expect(admin.getByRole('region', { name: /^Needs attention/ })).toBeVisible({ timeout: 2_000 });
  const all = admin.getByRole('button', { name: /^Show all/ });
  if ((await all.count()) > 0) await all.click();
};

const itemAbout = (admin: Page, transactionId: string) =>
  admin
    .getByRole('region', { name: /^Needs attention/ })
    .getByRole('listitem')
    .filter({ hasText: transactionId });

test('a dispute is listed with its deadline; lost, an admin decides that the enrollment ends', async ({
  page,
  browser,
  site,
}) => {
  const admin = await openPage(browser, site.url, 'Admin');
  const transactionId = await buyAndDispute(page, 'Dana Dispute');
  const item = itemAbout(admin, transactionId);
  await expect(async () => {
    await admin.goto('/dashboard/payments');
    await expect(item).toContainText('Dispute needs a response', { timeout: 2_000 });
  }).toPass();
  await expect(item).toContainText('Respond by ');
  await expect(item).toContainText('Dana Dispute · Poster studio');
  await expectAccessible(admin);
  await admin.goto(`/dashboard/payments?q=${transactionId}`);
  const row = admin.getByRole('row').filter({ hasText: transactionId });
  await expect(row).toContainText('Respond by ');
  await expect(row.getByRole('button', { name: /^Refund/ }), 'the bank may return the money').toHaveCount(0);

  const stripe = createStripe(cardSandboxSettings(site.url, TEST_SECRET));
  const { data } = await stripe.disputes.list({ payment_intent: transactionId });
  await stripe.disputes.close(data[0]!.id);
  await expect(async () => {
    await admin.goto('/dashboard/payments?state=attention');
    await expect(item).toContainText('Dispute lost', { timeout: 2_000 });
    // The event may arrive between the two requests of the page.
    await expect(row).toContainText('Dispute lost', { timeout: 2_000 });
  }).toPass();
  await item.getByRole('button', { name: /^Decide/ }).click();
  const dialog = admin.getByRole('dialog');
  await expect(dialog).toContainText(/The bank has returned (\S+\$) of the \1 that they paid/);
  await dialog.getByLabel('Enrollment').selectOption('End the enrollment');
  await dialog.getByLabel('Reason').fill('The bank has returned the money');
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(item).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('No enrolled classes found')).toBeVisible();
});

test.describe('a refund that failed', () => {
  test.use({ expectedErrors: /422 \(/ });

  test('is retried, or marked as refunded another way', async ({ page, browser, site, shop }) => {
    const admin = await openPage(browser, site.url, 'Admin');
    const { transactionId, putBack } = await buyAndDisputeLater(page, 'Fay Failed', shop.pool);
    await admin.goto(`/dashboard/payments?q=${transactionId}`);
    const dialog = admin.getByRole('dialog');
    await admin.getByRole('button', { name: `Refund ${transactionId}` }).click();
    await dialog.getByLabel('Amount').fill('5');
    await dialog.getByLabel('Reason').fill('Asked for');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await expect(dialog.getByRole('alert')).toContainText('has been charged back; cannot issue a refund');
    const row = admin.getByRole('row').filter({ hasText: transactionId });
    await expect(row).toContainText('Refund failed');
    await expect(row).toContainText('The provider says: ');
    // No input would be lost, so the dialog closes without a question.
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);

    const item = itemAbout(admin, transactionId).filter({ hasText: 'Refund failed' });
    await expect(item).toContainText('has been charged back');
    const release = await hold(admin, '**/api/payments/*', 'GET');
    await item.getByRole('button', { name: /^Retry the refund/ }).click();
    await expect(dialog).toContainText('Loading...');
    release();
    await expect(dialog).toContainText('The refund of 5$ failed');
    await expect(dialog.getByLabel('Amount')).toHaveValue('5');
    await expect(dialog.getByLabel('Reason')).toHaveValue('Asked for');
    await dialog.getByLabel('Reason').fill('Asked for again');
    const releaseList = await hold(admin, '**/api/payments/attention', 'GET');
    const listed = admin.waitForResponse('**/api/payments/attention');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await expect(dialog.getByRole('alert')).toContainText('has been charged back');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);

    // The list may still name the refund that has been retried.
    for (const action of [/^Retry the refund/, /^Refunded another way/]) {
      await item.getByRole('button', { name: action }).click();
      await expect(dialog.getByRole('alert')).toHaveText(/^Nothing is owed for this refund:/);
      await expect(dialog.getByRole('textbox')).toHaveCount(0);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(dialog).toHaveCount(0);
    }
    releaseList();
    await listed;

    await admin.setViewportSize(PHONE);
    await expectNoSideScroll(admin);
    await item.getByRole('button', { name: /^Refunded another way/ }).click();
    await expect(dialog).toContainText('Confirm that you paid back 5$');
    await dialog.getByLabel('How it was paid back').fill('By bank transfer');
    await expectAccessible(admin);
    await dialog.getByRole('button', { name: 'Mark as refunded' }).click();
    await expect(item).toHaveCount(0);
    await admin.setViewportSize({ width: 1280, height: 720 });
    await expect(row).toContainText('5$ refunded');
    await expect(row).toContainText(/5\$ paid back another way on .*: By bank transfer/);
    await row.getByRole('button', { name: /^Refund/ }).click();
    await expect(dialog).toContainText('of which 5$ is refunded');
    await putBack();
  });
});

test.describe('a retried refund that the provider does not answer', () => {
  test.use({ expectedErrors: /(422|502) \(/ });

  test('is explained in its dialog, although it no longer needs attention', async ({
    page,
    browser,
    site,
    shop,
  }) => {
    const admin = await openPage(browser, site.url, 'Admin');
    const { transactionId, putBack } = await buyAndDisputeLater(page, 'Una Unanswered', shop.pool);
    await admin.goto(`/dashboard/payments?q=${transactionId}`);
    const dialog = admin.getByRole('dialog');
    await admin.getByRole('button', { name: `Refund ${transactionId}` }).click();
    await dialog.getByLabel('Reason').fill('Asked for');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await expect(dialog.getByRole('alert')).toContainText('has been charged back');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    const item = itemAbout(admin, transactionId).filter({ hasText: 'Refund failed' });
    await item.getByRole('button', { name: /^Retry the refund/ }).click();
    await expect(dialog.getByLabel('Reason')).toHaveValue('Asked for');
    // The other tests leave entries in the list, and the refund would be made after all.
    await admin.route('**/api/payments/attention', (route) => route.fulfill({ json: [] }));
    await admin.route('**/api/payments/*/refund', (route) =>
      route.fulfill({
        status: 502,
        json: { error: { code: 'provider_unavailable', message: 'The card provider cannot be reached' } },
      }),
    );
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await expect(admin.getByRole('region', { name: /^Needs attention/ })).toHaveCount(0);
    await expect(dialog.getByRole('alert')).toHaveText(
      'The card provider did not respond. The refund is saved and will be retried automatically.',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await putBack();
  });
});

test.describe('a payment without a record', () => {
  test.use({ expectedErrors: /(4|5)\d\d \(/ });

  test('is listed with the command that adopts it; then a retry ends the entry, and the class is there', async ({
    page,
    browser,
    site,
    shop,
  }) => {
    await registerAs(page, 'Mila Missing');
    await openPayment(page, 'Poster studio');
    // Simulates a database that was restored to an older state.
    const { rows } = await shop.pool.query<{ provider_id: string }>(
      `delete from payment_intents where user_id = (select id from users where name = 'Mila Missing')
       returning provider_id`,
    );
    await page.getByRole('button', { name: /^Pay/ }).click();

    const admin = await openPage(browser, site.url, 'Admin');
    const item = itemAbout(admin, rows[0]!.provider_id);
    await expect(async () => {
      await admin.goto('/dashboard/payments?state=attention');
      await expect(item).toContainText('Payment without a record', { timeout: 2_000 });
    }).toPass();
    await expect(item).toContainText('Run npm run payments:adopt on the server');
    const retry = item.getByRole('button', { name: /^Try again/ });
    await retry.click();
    await expect(item.getByRole('alert')).toBeVisible();
    await expectAccessible(admin);
    await admin.setViewportSize(PHONE);
    await expectNoSideScroll(admin);

    const { code, output } = await runCommand('adopt-payments', [], '', { DATA_DIR: shop.dataDir });
    expect(output).toContain(`${rows[0]!.provider_id}: enrolled\n`);
    expect(code).toBe(0);
    await expect(async () => {
      await admin.goto('/dashboard/payments?state=attention');
      // The server's own retry may have come first.
      if (await retry.isVisible()) await retry.click({ timeout: 2_000 });
      await expect(item).toHaveCount(0, { timeout: 2_000 });
    }).toPass();
    await page.goto('/dashboard/myEnroll');
    await expect(page.getByRole('article').filter({ hasText: 'Poster studio' })).toContainText('paid on');
  });
});

test('a payment that differs from the provider’s is found by the nightly check; a retry ends the entry once the payment is right', async ({
  page,
  browser,
  site,
  shop,
}) => {
  await registerAs(page, 'Mia Mismatch');
  await openPayment(page, 'Poster studio');
  await page.getByRole('button', { name: /^Pay/ }).click();
  const transactionId = await transactionOf(page);
  const add = async (amount: number) => {
    await shop.pool.query('update payments set amount = amount + $2 where transaction_id = $1', [
      transactionId,
      amount,
    ]);
    await shop.pool.query(
      `update enrollments set price = price + $2
        where payment_id = (select id from payments where transaction_id = $1)`,
      [transactionId, amount],
    );
  };
  await add(100);
  await shop.pool.query(`update payment_jobs set due_at = now() where id = 'books'`);

  const admin = await openPage(browser, site.url, 'Admin');
  const item = itemAbout(admin, transactionId);
  await expect(async () => {
    await admin.goto('/dashboard/payments?state=attention');
    await showAllProblems(admin);
    await expect(item).toContainText('Discrepancy in the books', { timeout: 2_000 });
  }).toPass();
  await expect(item).toContainText('at the provider');
  await expect(admin.getByRole('row').filter({ hasText: transactionId })).toBeVisible();
  await expectAccessible(admin);
  const again = item.getByRole('button', { name: /^Check again/ });
  // The books are repaired only after the check, which would otherwise find them correct.
  const checked = admin.waitForResponse('**/api/payments/*/sync');
  await again.click();
  expect((await checked).ok()).toBe(true);
  await expect(item).toContainText('at the provider');
  await add(-100);
  await again.click();
  await expect(item).toHaveCount(0);
});

test('a finding about a class is rechecked at once when it has been corrected', async ({
  browser,
  site,
  shop,
}) => {
  await shop.pool.query(
    `insert into book_findings (finding) values ('Class 1 counts 2 enrollments and has 1')`,
  );
  const admin = await openPage(browser, site.url, 'Admin');
  await admin.goto('/dashboard/payments');
  const item = itemAbout(admin, 'Class 1 counts 2 enrollments');
  await expect(item).toContainText('Compare it manually');
  await item.getByRole('button', { name: /^Check again/ }).click();
  await expect(item).toHaveCount(0);
});
