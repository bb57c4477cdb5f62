import type { Page } from '@playwright/test';
import {
  accessTokenOf,
  expect,
  expectAccessible,
  expectNoSideScroll,
  fillCard,
  loginAs,
  registerAs,
  test,
} from './fixtures.ts';

/** A call of the API as the signed-in person of the page. */
const call = async (page: Page, method: string, path: string, data?: object) => {
  const response = await page.request.fetch(`/api${path}`, {
    method,
    data,
    headers: { authorization: `Bearer ${await accessTokenOf(page)}` },
  });
  return (await response.json()) as { insertedId: string };
};

const openPayment = async (page: Page, title: string) => {
  await page.goto(`/allClasses?q=${encodeURIComponent(title)}`);
  await page.getByRole('article').filter({ hasText: title }).getByRole('link').click();
  await page.getByRole('link', { name: 'Pay Now' }).click();
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeEnabled();
  await fillCard(page, '4242424242424242');
};

const publish = async (teacher: Page, admin: Page, more: object): Promise<string> => {
  const { insertedId } = await call(teacher, 'POST', '/classes', {
    title: 'A class of the test',
    price: 30,
    description: 'It is there to be bought.',
    image: '/pictures/covers/game-feel.svg',
    experience: 'Beginner',
    ...more,
  });
  await call(admin, 'PATCH', `/classes/${insertedId}`, { status: 'approve' });
  return insertedId;
};

test.describe('a connection that is lost while the card is charged', () => {
  test.use({ expectedErrors: /net::ERR_FAILED|422 \(/ });

  test('is told as such, and the page ends right by itself', async ({ page }) => {
    await registerAs(page, 'Lena Lost');
    await openPayment(page, 'React apps that last');
    let lost = false;
    await page.route('**/payment_intents/*/confirm', async (route) => {
      await route.fetch();
      lost = true;
      await route.abort();
    });
    await page.route('**/api/payments', (route) => (lost ? route.abort() : route.continue()));
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect(page.getByText('We are checking your payment')).toBeVisible();
    await expect(page.getByText('You will not be charged twice.')).toBeVisible();
    await expectAccessible(page);
    await page.unrouteAll();
    await expect(page).toHaveURL(/myEnroll/);
    await expect(page.getByRole('article')).toHaveCount(1);
  });

  test('before the card was charged, one can try again', async ({ page }) => {
    await registerAs(page, 'Leo Lost');
    await openPayment(page, 'React apps that last');
    await page.route('**/payment_intents/*/confirm', (route) => route.abort());
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect(page.getByText('The payment could not be completed. Please try again.')).toBeVisible();
    await page.unrouteAll();
    await fillCard(page, '4242424242424242');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect(page).toHaveURL(/myEnroll/);
  });
});

test('a free class enrols at once, without a card', async ({ page, browser, baseURL }) => {
  const [teacher, admin] = [
    await (await browser.newContext({ baseURL })).newPage(),
    await (await browser.newContext({ baseURL })).newPage(),
  ];
  await loginAs(teacher, 'Teacher');
  await loginAs(admin, 'Admin');
  const id = await publish(teacher, admin, { price: 0, title: 'Free for all' });
  await registerAs(page, 'Fred Free');
  await page.goto(`/payment?class=${id}`);
  await expect(page.getByText('This class is free: there is nothing to pay')).toBeVisible();
  await page.goto(`/classDetail/${id}`);
  await expect(page.getByText('You need no card.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Enroll for free' }).click();
  await expect(page).toHaveURL(/myEnroll/);
  await expect(page.getByRole('article').filter({ hasText: 'Free for all' })).toBeVisible();
});

test('a payment has a receipt; refunded by an admin it is given back with the reason, and the class is gone', async ({
  page,
  browser,
  baseURL,
}) => {
  const admin = await (await browser.newContext({ baseURL })).newPage();
  await loginAs(admin, 'Admin');
  await registerAs(page, 'Rita Receipt');
  await openPayment(page, 'Poster studio');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page).toHaveURL(/myEnroll/);
  await page.goto('/dashboard/studentProf');
  await page.getByRole('link', { name: 'Receipt for Poster studio' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Receipt \d+$/);
  await expect(page.getByText('ClassHarbor Ltd.').first()).toBeVisible();
  const transactionId = (await page.getByText(/^pi_/).textContent())!;
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await admin.goto(`/dashboard/payments?q=${transactionId}`);
  await expect(admin.getByRole('heading', { name: 'Last 30 days' })).toBeVisible();
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
  await expect(page.getByText('Reason of the refund: Bought by mistake')).toBeVisible();
  await page.goto('/dashboard/myEnroll');
  await expect(page.getByText('No enrolled classes found')).toBeVisible();
});

test.describe('a class that is withdrawn while somebody pays for it', () => {
  test.use({ expectedErrors: /409 \(/ });

  test('is not charged in the end, and the payer is told', async ({ page, browser, baseURL }) => {
    const [teacher, admin] = [
      await (await browser.newContext({ baseURL })).newPage(),
      await (await browser.newContext({ baseURL })).newPage(),
    ];
    await loginAs(teacher, 'Teacher');
    await loginAs(admin, 'Admin');
    const id = await publish(teacher, admin, { title: 'Soon withdrawn' });
    await registerAs(page, 'Will Withdrawn');
    await openPayment(page, 'Soon withdrawn');
    await call(teacher, 'DELETE', `/classes/${id}`);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect(page.getByRole('region', { name: 'Payment' })).toContainText(
      'The class was taken off sale before your payment arrived. You get your money back.',
    );
    await expect(page.getByText('Your payment succeeded')).toHaveCount(0);
    await page.getByRole('link', { name: 'See your payments' }).click();
    await expect(page.getByText('Refunded', { exact: true })).toBeVisible();
  });
});

test('a teacher sees what each class earned', async ({ page }) => {
  await loginAs(page, 'Teacher');
  await page.goto('/dashboard/earnings');
  const row = page.getByRole('row').filter({ hasText: 'Modern HTML and CSS' });
  await expect(row).toContainText(/1,\d{3}\$/);
  await expectNoSideScroll(page);
});
