import type { Page } from '@playwright/test';
import { cardSandboxSettings } from '#server/start-sandboxes.ts';
import { createStripe } from '#server/stripe/client.ts';
import { startDemoServer } from '#tests/support/built-server.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import {
  expect,
  expectAccessible,
  expectNoSideScroll,
  fillCard,
  PHONE,
  registerAs,
  test as base,
  openPage,
} from './fixtures.ts';
import { openPayment } from './purchases.ts';

/** A demo whose card sandbox has keys that the test knows: with them one is the provider's dashboard. */
const test = base.extend({
  servers: [
    async ({}, provide) => {
      const { url, close } = await startDemoServer({ DEMO: 'on', SECRET: TEST_SECRET });
      await provide({ forFile: () => Promise.resolve(url) });
      await close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const DISPUTED = '4000000000000259';

/** Buys with a card whose owner disputes the charge. @returns the transaction id */
const buyAndDispute = async (page: Page, name: string): Promise<string> => {
  await registerAs(page, name);
  await openPayment(page, 'Poster studio');
  await fillCard(page, DISPUTED);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page).toHaveURL(/myEnroll/);
  return (await page.getByText(/Transaction ID: pi_/i).textContent())!.replace(/.*(pi_\w+).*/, '$1');
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
    await expect(item).toContainText('Dispute to answer', { timeout: 2_000 });
  }).toPass();
  await expect(item).toContainText('Answer by ');
  await expectAccessible(admin);

  const stripe = createStripe(cardSandboxSettings(site.url, TEST_SECRET));
  const { data } = await stripe.disputes.list({ payment_intent: transactionId });
  await stripe.disputes.close(data[0]!.id);
  await expect(async () => {
    await admin.goto('/dashboard/payments?state=attention');
    await expect(item).toContainText('Dispute lost', { timeout: 2_000 });
  }).toPass();
  await expect(admin.getByRole('row').filter({ hasText: transactionId })).toContainText('Dispute lost');
  await item.getByRole('button', { name: /^Decide/ }).click();
  const dialog = admin.getByRole('dialog');
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

  test('is tried again, or noted as paid by other means', async ({ page, browser, site }) => {
    const admin = await openPage(browser, site.url, 'Admin');
    const transactionId = await buyAndDispute(page, 'Fay Failed');
    await admin.goto(`/dashboard/payments?q=${transactionId}`);
    const dialog = admin.getByRole('dialog');
    await admin.getByRole('button', { name: `Refund ${transactionId}` }).click();
    await dialog.getByLabel('Reason').fill('Asked for');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await expect(dialog.getByRole('alert')).toContainText('has been charged back');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);

    const item = itemAbout(admin, transactionId).filter({ hasText: 'Refund failed' });
    await expect(item).toContainText('has been charged back');
    await item.getByRole('button', { name: /^Try the refund again/ }).click();
    await dialog.getByLabel('Reason').fill('Asked for again');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await expect(dialog.getByRole('alert')).toContainText('has been charged back');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);

    await admin.setViewportSize(PHONE);
    await expectNoSideScroll(admin);
    await item.getByRole('button', { name: /^Paid by other means/ }).click();
    await dialog.getByLabel('How it was paid').fill('By bank transfer');
    await expectAccessible(admin);
    await dialog.getByRole('button', { name: 'Note as paid' }).click();
    await expect(item).toHaveCount(0);
  });
});
