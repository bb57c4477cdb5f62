import { expect, loginAs, newEmail, test } from './fixtures.ts';
import { expectArrival, open, tabTo } from './keyboard.ts';
import { PASSWORD } from '#tests/support/password.ts';

test('a user logs in, finds a class and pays for it with the keyboard alone', async ({ page }) => {
  test.setTimeout(120_000);
  const email = newEmail();
  await page.request.post('/api/auth/sign-up/email', {
    data: { email, password: PASSWORD, name: 'Kim Keys' },
  });
  await page.context().clearCookies();
  await open(page, '/login');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel('Password'));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  const main = page.getByRole('navigation', { name: 'Main' });
  await tabTo(page, main.getByRole('link', { name: 'All Classes', exact: true }));
  await page.keyboard.press('Enter');
  await expectArrival(page, 'All Classes');
  await tabTo(page, page.getByLabel('Search classes'));
  await page.keyboard.type('shaders');
  await expect(page.getByRole('article')).toHaveCount(1);
  await tabTo(page, page.getByRole('link', { name: /^Enroll Now: Shaders/ }));
  await page.keyboard.press('Enter');
  await expectArrival(page, 'Shaders for artists');
  await tabTo(page, page.getByRole('link', { name: 'Pay Now' }));
  await page.keyboard.press('Enter');
  await expectArrival(page, 'Payment');

  // Before the button is enabled, Enter submits nothing.
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeEnabled();
  await tabTo(page, page.getByLabel('Card number'));
  await page.keyboard.type('4242424242424242');
  await tabTo(page, page.getByLabel('Expiry date'));
  await page.keyboard.type('1240');
  await tabTo(page, page.getByLabel('Security code'));
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/myEnroll$/);
  await expect(page.getByText('Shaders for artists')).toBeVisible();
});

test('menus open and close by keyboard, and return the focus', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/about');
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  await tabTo(page, menu);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'All Classes', exact: true }));
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await expect(page.getByRole('link', { name: 'All Classes', exact: true })).toBeHidden();
});

test('a long form asks before what was typed is left behind, also when the user signs out', async ({
  page,
}) => {
  await loginAs(page, 'Teacher');
  await page.goto('/dashboard/addClass');
  await page.getByLabel('Title').fill('Half a class');
  const toOwn = page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'My Added Class' });
  await toOwn.click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Half a class');
  await toOwn.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/myAddedClass$/);
  await page.goto('/dashboard/addClass');
  await page.getByLabel('Title').fill('Another half');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/');
});
