import type { Page } from '@playwright/test';
import { cardSandboxSettings } from '#server/start-sandboxes.ts';
import { createStripe } from '#server/stripe/client.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { expect, expectAccessible, fillCard, registerAs, test, openPage } from './fixtures.ts';
import { call, hideWithdrawal, openPayment, publish } from './purchases.ts';

const SUCCEEDED = 'Your payment succeeded';
const UNKNOWN = 'We’re confirming your payment with the card provider';
const pay = (page: Page) => page.getByRole('button', { name: /^Pay/ }).click();
/**
 * The screen polls at increasing intervals, up to four times a minute. Milliseconds until the next poll has happened.
 */
const ASKED_AGAIN = { timeout: 25_000 };
const payment = (page: Page) => page.getByRole('region', { name: 'Payment' });

/** The card is charged, but the response is lost. */
const loseConfirmation = (page: Page) =>
  page.route('**/payment_intents/*/confirm', async (route) => {
    await route.fetch();
    await route.abort();
  });

/** Makes our server answer the poll for a payment's outcome with this error. */
const failOutcome = (page: Page, status: number, code: string, message: string) =>
  page.route('**/api/payments', (route) => route.fulfill({ status, json: { error: { code, message } } }));

const expectUnknown = async (page: Page): Promise<void> => {
  await expect(payment(page).getByText(UNKNOWN)).toBeVisible();
  await expect(payment(page).getByText('Don’t pay again.')).toBeVisible();
  await expect(page.getByText(SUCCEEDED)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
};

test.describe('a connection that is lost while the card is charged', () => {
  test.use({ expectedErrors: /net::ERR_FAILED|4(09|22|29) \(|503 \(/ });

  test('unknown, then succeeded: the page shows it, and updates automatically', async ({ page }) => {
    await registerAs(page, 'Lena Lost');
    await openPayment(page, 'React apps that last');
    await loseConfirmation(page);
    await page.route('**/api/payments', (route) => route.abort());
    await pay(page);
    await expectUnknown(page);
    await expectAccessible(page);
    await page.unrouteAll();
    await expect(page).toHaveURL(/myEnroll/, ASKED_AGAIN);
    await expect(page.getByRole('article')).toHaveCount(1);
  });

  test('unknown, then refunded: the class is gone, and the payer reads that the money comes back', async ({
    page,
    browser,
    baseURL,
  }) => {
    const teacher = await openPage(browser, baseURL, 'Teacher');
    const id = await publish(teacher, await openPage(browser, baseURL, 'Admin'), {
      title: 'Gone while unknown',
    });
    await registerAs(page, 'Una Unknown');
    await openPayment(page, 'Gone while unknown');
    await loseConfirmation(page);
    await failOutcome(page, 503, 'unavailable', 'The server is busy');
    // The class is deleted before the server learns of the payment.
    await call(teacher, 'DELETE', `/classes/${id}`);
    await hideWithdrawal(page, id);
    await pay(page);
    await expectUnknown(page);
    await page.unroute('**/api/payments');
    await expect(payment(page)).toContainText(
      'The class was withdrawn before your payment arrived.',
      ASKED_AGAIN,
    );
    await expect(page.getByText(SUCCEEDED)).toHaveCount(0);
  });

  test('a 429 is not an outcome: it stays unknown until it is known', async ({ page }) => {
    await registerAs(page, 'Rae Rated');
    await openPayment(page, 'Writing story games');
    await loseConfirmation(page);
    await failOutcome(page, 429, 'too_many_requests', 'Too many attempts. Please try again in 10 minutes.');
    const refusal = page.waitForResponse('**/api/payments');
    await pay(page);
    await refusal;
    await page.waitForResponse('**/api/payments');
    await expectUnknown(page);
    await expect(page.getByText('Too many attempts')).toHaveCount(0);
    await page.unrouteAll();
    await expect(page).toHaveURL(/myEnroll/, ASKED_AGAIN);
  });

  test('polling stops once the user leaves the screen', async ({ page }) => {
    await registerAs(page, 'Lea Leaves');
    await openPayment(page, 'Poster studio');
    await page.clock.install();
    await loseConfirmation(page);
    await failOutcome(page, 409, 'payment_processing', 'We are checking your payment');
    await pay(page);
    await expectUnknown(page);
    await page.getByRole('banner').getByRole('link', { name: 'ClassHarbor' }).first().click();
    await expect(page).toHaveURL('/');
    // The address changes before the screen does, and the last poll may fall in between.
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(payment(page)).toHaveCount(0);
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/payments')) asked += 1;
    });
    await page.clock.runFor(120_000);
    expect(asked).toBe(0);
  });

  test('the payment can be retried before the card was charged', async ({ page }) => {
    await registerAs(page, 'Leo Lost');
    await openPayment(page, 'React apps that last');
    await page.route('**/payment_intents/*/confirm', (route) => route.abort());
    await pay(page);
    await expect(page.getByText('The payment could not be completed. Please try again.')).toBeVisible();
    await page.unrouteAll();
    await fillCard(page, '4242424242424242');
    await pay(page);
    await expect(page).toHaveURL(/myEnroll/);
  });
});

test.describe('a charge that our server cannot record yet', () => {
  test.use({ expectedErrors: /net::ERR_FAILED|409 \(Conflict\)/ });

  test('is shown as paid, and the page updates automatically', async ({ page }) => {
    await registerAs(page, 'Rika Record');
    await openPayment(page, 'Local search for small businesses');
    await page.route('**/api/payments', (route) => route.abort());
    await pay(page);
    await expect(page.getByText(SUCCEEDED)).toBeVisible();
    await expect(page.getByText(/You will not be charged twice/)).toBeVisible();
    await expectAccessible(page);
    await page.unrouteAll();
    await expect(page).toHaveURL(/myEnroll/, ASKED_AGAIN);
    await expect(page.getByRole('article')).toHaveCount(1);
  });
});

test.describe('an intent that is canceled while the buyer is at the form', () => {
  test.use({ expectedErrors: /4(00|09) \(/ });

  const EXPIRED = 'This payment has expired, and nothing was charged.';

  /** Opens the payment screen, and cancels its intent at the provider. */
  const openExpired = async (page: Page, baseURL: string, title: string): Promise<void> => {
    const opened = page.waitForResponse('**/create-payment-intent/*');
    await openPayment(page, title);
    const { clientSecret } = (await (await opened).json()) as { clientSecret: string };
    const stripe = createStripe(cardSandboxSettings(baseURL, TEST_SECRET));
    await stripe.paymentIntents.cancel(clientSecret.split('_secret_')[0]!);
  };

  test('is replaced: the buyer reads that nothing was charged, and pays with the same card', async ({
    page,
    baseURL,
  }) => {
    await registerAs(page, 'Tara Tab');
    await openExpired(page, baseURL!, 'Game feel');
    await pay(page);
    await expect(payment(page).getByRole('alert')).toHaveText(`${EXPIRED} You can pay again now.`);
    await expectAccessible(page);
    await pay(page);
    await expect(page).toHaveURL(/myEnroll/);
    await expect(page.getByRole('article')).toHaveCount(1);
  });

  test('is replaced although the browser believes itself offline', async ({ page, baseURL }) => {
    await registerAs(page, 'Ozzy Offline');
    await openExpired(page, baseURL!, 'Game feel');
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await pay(page);
    await expect(payment(page).getByRole('alert')).toHaveText(`${EXPIRED} You can pay again now.`);
    await pay(page);
    await expect(page).toHaveURL(/myEnroll/);
  });

  test('is not replaced if the seat is gone: the buyer reads both', async ({ page, baseURL }) => {
    await registerAs(page, 'Gus Gone');
    await openExpired(page, baseURL!, 'Poster studio');
    const error = { code: 'class_full', message: 'This class is full' };
    await page.route('**/create-payment-intent/*', (route) =>
      route.fulfill({ status: 409, json: { error } }),
    );
    await pay(page);
    await expect(payment(page).getByRole('alert')).toContainText('This class is full');
    await expect(payment(page).getByRole('alert')).toContainText(EXPIRED);
    await expectAccessible(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: /^Pay/ })).toBeEnabled();
  });
});
