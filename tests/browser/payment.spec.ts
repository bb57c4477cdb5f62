import type { Locator, Page } from '@playwright/test';
import {
  DESKTOP,
  expect,
  expectAccessible,
  expectNoSideScroll,
  fillCard,
  fillRegistration,
  loginAs,
  newEmail,
  PHONE,
  test,
} from './fixtures.ts';

const openPayment = async (page: Page, title: string) => {
  await page.goto(`/allClasses?q=${encodeURIComponent(title)}`);
  await page.getByRole('article').filter({ hasText: title }).getByRole('link').last().click();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await fillRegistration(page, newEmail(), 'Casey Card');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('link', { name: 'Pay Now' }).click();
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeEnabled();
};

/** The error below the form. The scope excludes toasts, which are alerts too. */
const formAlert = (page: Page) => page.getByRole('region', { name: 'Payment' }).getByRole('alert');
const pay = (page: Page) => page.getByRole('button', { name: /^Pay/ }).click();

test.describe('a declined card', () => {
  test.use({ expectedErrors: /402 \(Payment Required\)/ });

  test('shows the provider’s message in red under the form, records nothing, and another card works', async ({
    page,
  }) => {
    await openPayment(page, 'Game feel');
    await fillCard(page, '4000000000000002');
    await pay(page);
    const alert = formAlert(page);
    await expect(alert).toHaveText('Your card was declined.');
    await expect(alert).toHaveCSS('color', 'rgb(179, 38, 30)');
    await expectAccessible(page);
    await fillCard(page, '4000000000009995');
    await pay(page);
    await expect(alert).toHaveText('Your card has insufficient funds.');

    const address = page.url();
    await page.goto('/dashboard/myEnroll');
    await expect(page.getByText('No enrolled classes found')).toBeVisible();

    await page.goto(address);
    await fillCard(page, '5555555555554444');
    await pay(page);
    await expect(page).toHaveURL(/myEnroll/);
    await expect(page.getByRole('article')).toHaveCount(1);
  });
});

test('the card form formats input, recognizes the brand, and shows errors before anything is sent', async ({
  page,
}) => {
  await openPayment(page, 'Poster studio');
  const number = page.getByLabel('Card number');
  await number.pressSequentially('4242424242424241');
  await expect(number).toHaveValue('4242 4242 4242 4241');
  await expect(page.getByText('Test mode')).toBeVisible();
  await expect(page.getByLabel('Expiry date')).not.toBeFocused();
  await number.blur();
  await expect(formAlert(page)).toHaveText('Your card number is invalid.');
  await number.fill('');
  await number.pressSequentially('378282246310005');
  await expect(number).toHaveValue('3782 822463 10005');
  await expect(page.getByText('amex')).toBeVisible();
  await expect(page.getByLabel('Expiry date')).toBeFocused();
  await page.keyboard.type('1220');
  await expect(formAlert(page)).toHaveText("Your card's expiration year is in the past.");
  await page.getByLabel('Expiry date').fill('');
  await page.getByLabel('Expiry date').pressSequentially('940');
  await expect(page.getByLabel('Expiry date')).toHaveValue('09 / 40');
  await pay(page);
  await expect(formAlert(page)).toHaveText("Your card's security code is incomplete.");
});

test('Tab follows the order on the screen: the card first on wide screens, the order summary first on phones', async ({
  page,
}) => {
  const link = page.getByRole('region', { name: 'Color for screens' }).getByRole('link');
  const last = page.getByRole('link', { name: 'Change billing details' });
  await page.setViewportSize(DESKTOP);
  await openPayment(page, 'Color for screens');
  await last.focus();
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await page.setViewportSize(PHONE);
  await page.keyboard.press('Tab');
  await expect(link).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(link).toBeFocused();
  await last.focus();
  await page.keyboard.press('Tab');
  await expect(link).not.toBeFocused();
});

test('a 3-D Secure challenge is shown and not left by accident; a failed one can be retried, a completed one enrolls', async ({
  page,
}) => {
  await openPayment(page, 'Color for screens');
  await fillCard(page, '4000002760003184');
  await pay(page);
  const bank = page.frameLocator('iframe[title="Your bank"]');
  await expect(bank.getByRole('button', { name: 'Fail authentication' })).toBeVisible();
  await page.evaluate(() => history.back());
  const question = page.getByRole('dialog', { name: 'Leave while you’re paying?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/payment/);
  await bank.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(formAlert(page)).toContainText('We are unable to authenticate your payment method');
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeFocused();
  await pay(page);
  await bank.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page).toHaveURL(/myEnroll/);
  await expect(page.getByText(/Transaction ID: pi_/i)).toBeVisible();
  // The frames of the bank have left nothing in the history.
  await page.evaluate(() => history.back());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Color for screens');
  await expect(page).toHaveURL(/\/class/);
});

test('a double click charges once', async ({ page }) => {
  await openPayment(page, 'Writing story games');
  await fillCard(page, '4242424242424242');
  await page.getByRole('button', { name: /^Pay/ }).dblclick();
  await expect(page).toHaveURL(/myEnroll/);
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('a successful payment is confirmed once, not after a reload or on the way back', async ({ page }) => {
  await openPayment(page, 'Color for screens');
  await fillCard(page, '4242424242424242');
  await pay(page);
  const confirmation = page.getByText('Payment successful.');
  const enrollments = page.getByRole('article');
  await expect(confirmation).toBeVisible();
  await page.reload();
  await expect(enrollments).toHaveCount(1);
  await expect(confirmation).toBeHidden();
  await page.getByRole('link', { name: 'All Classes' }).first().click();
  await expect(page).toHaveURL(/allClasses/);
  await page.goBack();
  await expect(enrollments).toHaveCount(1);
  await expect(confirmation).toBeHidden();
});

test.describe('a payment that could not be recorded', () => {
  test.use({ expectedErrors: /net::ERR_FAILED|409 \(Conflict\)/ });

  test('is recorded by the webhook after the tab is closed; the payment screen says so', async ({
    page,
    context,
  }) => {
    await openPayment(page, 'Keyword research');
    const address = page.url();
    await page.route('**/api/payments', (route) => route.abort());
    await fillCard(page, '4242424242424242');
    await pay(page);
    await expect(page.getByText('Your payment succeeded')).toBeVisible();
    await page.close();
    const later = await context.newPage();
    // The provider's event arrives a moment later.
    await expect(async () => {
      await later.goto(address);
      await expect(later.getByText('You are enrolled in this class')).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await later.getByRole('link', { name: 'Continue' }).click();
    await expect(later.getByRole('heading', { level: 1 })).toContainText('Keyword research');
  });
});

test('the payment screen without a class explains what is missing, with a link to the classes', async ({
  page,
}) => {
  await page.goto('/payment');
  await expect(page.getByText('Which class would you like to pay for?')).toBeVisible();
  await page.getByRole('link', { name: 'See all classes' }).click();
  await expect(page).toHaveURL(/allClasses/);
});

test('reloaded, it finds the class by its address', async ({ page }) => {
  await openPayment(page, 'Email that gets read');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Email that gets read' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay 29.50$' })).toBeEnabled();
});

test('on a phone, the class and its price are above the card, without the picture', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openPayment(page, 'Email that gets read');
  const order = page.getByRole('region', { name: 'Email that gets read' });
  const pay = page.getByRole('button', { name: 'Pay 29.50$' });
  const top = async (element: Locator) => (await element.boundingBox())!.y;
  await expect(order).toContainText('29.50$');
  expect(await top(order)).toBeLessThan(await top(pay));
  await expect(order.locator('img')).toBeHidden();
  await expectNoSideScroll(page);
  await page.setViewportSize(DESKTOP);
  await expect(order.locator('img')).toBeVisible();
  expect(await top(order)).toBeLessThan(await top(pay));
});

test.describe('a class that is gone', () => {
  test.use({ expectedErrors: /404 \(Not Found\)/ });

  test('links to the other classes instead of a retry', async ({ page }) => {
    await loginAs(page, 'User');
    await page.goto('/payment?class=00000000-0000-4000-8000-000000000000');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This class is no longer available');
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await page.getByRole('link', { name: 'See all classes' }).click();
    await expect(page).toHaveURL(/\/allClasses$/);
  });
});
