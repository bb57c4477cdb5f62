import { confirm, expect, expectAccessible, fillCard, openPage, registerAs, test } from './fixtures.ts';
import { follow } from './follow.ts';
import { hold } from './hold.ts';
import { approveChange, call, CONTENT, hideWithdrawal, openPayment, openShop, publish } from './purchases.ts';

// What happens to a payment whose class changes while it is open.

test('the order summary shows the charge, and the current price beside it', async ({
  page,
  browser,
  baseURL,
}) => {
  const title = 'Soon dearer';
  const { teacher, admin, id } = await openShop(browser, baseURL, { title, price: 30 });
  await registerAs(page, 'Quinn Quoted');
  await openPayment(page, title);
  await call(teacher, 'PUT', `/classes/${id}`, { ...CONTENT, title, price: 45 });
  await approveChange(teacher, admin, id);
  await page.reload();
  const order = page.getByRole('region', { name: title });
  await expect(order).toContainText('Total30$');
  await expect(order).toContainText('The class costs 45$ now.');
  await expect(page.getByRole('button', { name: 'Pay 30$' })).toBeEnabled();
  await expectAccessible(page);
});

test('a price that falls while the form is open is what the buyer pays, with the card that they have typed', async ({
  page,
  browser,
  baseURL,
}) => {
  const title = 'Soon cheaper';
  const { teacher, id } = await openShop(browser, baseURL, { title, price: 40 });
  const update = (price: number) => call(teacher, 'PUT', `/classes/${id}`, { ...CONTENT, title, price });
  await registerAs(page, 'Chloe Cheaper');
  await openPayment(page, title);
  await update(12);
  await page.getByRole('button', { name: 'Pay 40$' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'The price has dropped to 12$. Nothing has been charged yet.',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pay 12$' }).click();
  await expect(page).toHaveURL(/myEnroll/);
  await expect(page.getByRole('article').filter({ hasText: title })).toContainText('12$');

  const other = await openPage(browser, baseURL, 'User');
  await openPayment(other, title);
  await update(0);
  await other.getByRole('button', { name: 'Pay 12$' }).click();
  await expect(other.getByText('This class is free: there is nothing to pay')).toBeVisible();
});

test.describe('a price that falls and returns', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('before the payment is opened is accepted in one step', async ({ page, browser, baseURL }) => {
    const title = 'Up and down';
    const { id } = await openShop(browser, baseURL, { title, price: 40 });
    const refuse = { code: 'price_changed', message: 'The price has changed', price: 30, currency: 'usd' };
    await registerAs(page, 'Fay Falling');
    await page.goto(`/classDetail/${id}`);
    // The price has returned to 40$ when the buyer continues.
    await page.route(
      `**/api/create-payment-intent/${id}`,
      (route) => route.fulfill({ status: 409, json: { error: refuse } }),
      {
        times: 1,
      },
    );
    await page.getByRole('link', { name: 'Pay Now' }).click();
    await page.getByRole('button', { name: 'Continue at the new price' }).click();
    await expect(page.getByRole('button', { name: 'Pay 40$' })).toBeEnabled();
  });
});

test.describe('a bad connection', () => {
  test.use({ expectedErrors: /net::ERR_|status of 409/ });

  test('does not hold up a payment until the current price is known', async ({ page, browser, baseURL }) => {
    const title = 'On a slow line';
    const { id } = await openShop(browser, baseURL, { title });
    await registerAs(page, 'Sid Slow');
    await openPayment(page, title);
    await hold(page, `**/api/classes/${id}`, 'GET');
    await page.getByRole('button', { name: 'Pay 30$' }).click();
    await expect(page).toHaveURL(/myEnroll/);
  });

  test('keeps a payment on the screen although the class has become free meanwhile', async ({
    page,
    browser,
    baseURL,
  }) => {
    const title = 'Free too late';
    const { teacher, id } = await openShop(browser, baseURL, { title });
    await registerAs(page, 'Fritz Free');
    await openPayment(page, title);
    const showPrice = await hold(page, `**/api/classes/${id}`, 'GET');
    const charge = await hold(page, '**/confirm', 'POST');
    const confirming = page.waitForRequest('**/confirm');
    await page.getByRole('button', { name: 'Pay 30$' }).click();
    await confirming;
    await call(teacher, 'PUT', `/classes/${id}`, { ...CONTENT, title, price: 0 });
    const shown = page.waitForResponse(`**/api/classes/${id}`);
    showPrice();
    await (await shown).finished();
    await expect(page.getByRole('button', { name: 'Paying…' })).toBeVisible();
    charge();
    await expect(page).toHaveURL(/myEnroll/);
    await expect(page.getByRole('article').filter({ hasText: title })).toContainText('30$');
  });

  test('that only the browser believes in does not keep a payment waiting', async ({
    page,
    browser,
    baseURL,
  }) => {
    const title = 'Offline, it seems';
    await openShop(browser, baseURL, { title });
    await registerAs(page, 'Olga Offline');
    await openPayment(page, title);
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await page.getByRole('button', { name: 'Pay 30$' }).click();
    await expect(page).toHaveURL(/myEnroll/);
  });

  test('ends a payment whose buyer goes back to the payment of another class before it was submitted', async ({
    page,
    browser,
    baseURL,
  }) => {
    const title = 'Left for another';
    const { teacher, admin, id } = await openShop(browser, baseURL, { title });
    const other = await publish(teacher, admin, { title: 'Another', price: 20 });
    await registerAs(page, 'Hanna History');
    await page.goto(`/payment?class=${other}`);
    await expect(page.getByRole('button', { name: 'Pay 20$' })).toBeEnabled();
    await follow(page, `/payment?class=${id}`);
    await expect(page.getByRole('button', { name: 'Pay 30$' })).toBeEnabled();
    await fillCard(page, '4242424242424242');
    const confirmed: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/confirm')) confirmed.push(request.url());
    });
    const letThrough = await hold(page, '**/payment_methods', 'POST');
    await page.getByRole('button', { name: 'Pay 30$' }).click();
    await page.goBack();
    await confirm(page, 'Leave while you’re paying?', 'Leave');
    await expect(page.getByRole('button', { name: 'Pay 20$' })).toBeEnabled();
    const made = page.waitForResponse('**/payment_methods');
    letThrough();
    await (await made).finished();
    await page.goto('/dashboard/myEnroll');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(confirmed).toEqual([]);
  });

  test('ends a payment whose buyer leaves before it was submitted', async ({ page, browser, baseURL }) => {
    const title = 'Left in time';
    await openShop(browser, baseURL, { title });
    await registerAs(page, 'Lea Leaving');
    await openPayment(page, title);
    const confirmed: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/confirm')) confirmed.push(request.url());
    });
    const letThrough = await hold(page, '**/payment_methods', 'POST');
    await page.getByRole('button', { name: 'Pay 30$' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'ClassHarbor' }).first().click();
    await confirm(page, 'Leave while you’re paying?', 'Leave');
    await expect(page).toHaveURL(/\/$/);
    const made = page.waitForResponse('**/payment_methods');
    letThrough();
    await (await made).finished();
    await page.goto('/dashboard/myEnroll');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(confirmed).toEqual([]);
  });
});

test.describe('a class that is withdrawn while somebody pays for it', () => {
  test.use({ expectedErrors: /40[49] \(|net::ERR_FAILED/ });

  test('is not charged, and the buyer is informed', async ({ page, browser, baseURL }) => {
    const { teacher, id } = await openShop(browser, baseURL, { title: 'Withdrawn at the form' });
    await registerAs(page, 'Wanda Withdrawn');
    await openPayment(page, 'Withdrawn at the form');
    await call(teacher, 'DELETE', `/classes/${id}`);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'This class is no longer available. Nothing was charged.',
    );
    await page.goto('/dashboard/userHome');
    await expect(page.getByText('Refunded', { exact: true })).toHaveCount(0);
  });

  test('is refunded if it was charged already, and the payer is informed', async ({
    page,
    browser,
    baseURL,
  }) => {
    const { teacher, id } = await openShop(browser, baseURL, { title: 'Soon withdrawn' });
    await registerAs(page, 'Will Withdrawn');
    await openPayment(page, 'Soon withdrawn');
    await call(teacher, 'DELETE', `/classes/${id}`);
    await hideWithdrawal(page, id);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect(page.getByRole('region', { name: 'Payment' })).toContainText(
      'The class was withdrawn before your payment arrived. You’ll get a refund.',
    );
    await expect(page.getByText('Your payment succeeded')).toHaveCount(0);
    await page.getByRole('link', { name: 'See your payments' }).click();
    await expect(page.getByText('Refunded', { exact: true })).toBeVisible();
  });
});
