import { PASSWORD } from '#tests/support/password.ts';
import { expect, expectAccessible, loginAs, newEmail, test } from './fixtures.ts';

test('third-party sign-in uses a popup in which the user creates an account', async ({ page }) => {
  await page.goto('/dashboard/studentProf');
  await expect(page).toHaveURL(/\/login$/);
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Third-party sign-in' }).click();
  const popup = await opening;
  await expect(popup.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  await expectAccessible(popup);
  const email = newEmail();
  await popup.getByLabel('Name').fill('Pat Popup');
  await popup.getByLabel('Email').fill(email);
  const closing = popup.waitForEvent('close');
  const recording = page.waitForRequest('**/api/users');
  await popup.getByRole('button', { name: 'Use this account' }).click();
  await closing;
  expect((await recording).postDataJSON()).toEqual({ email, name: 'Pat Popup', photo: '' });
  await expect(page).toHaveURL(/studentProf$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Pat Popup');
  await expect(page.getByText(email)).toBeVisible();

  await page.goto('/dashboard/account');
  const needed = page.getByText(/^You have no password yet, because you log in with another provider/);
  await expect(needed).toHaveCount(2);
  const optional = page.getByText(/^Leave it empty: you have no password/);
  await expect(optional).toHaveCount(2);
  await loginAs(page, 'User');
  const known = page.waitForResponse('**/api/account/password');
  await page.goto('/dashboard/account');
  await known;
  await expect(page.getByLabel('Your password')).toBeVisible();
  await expect(needed.or(optional)).toHaveCount(0);
});

test('a popup whose message is lost still signs in', async ({ page }) => {
  await page.addInitScript(() =>
    window.addEventListener('message', (event) => event.stopImmediatePropagation(), true),
  );
  await page.goto('/login');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Third-party sign-in' }).click();
  const popup = await opening;
  await popup.getByLabel('Name').fill('Pat Unheard');
  await popup.getByLabel('Email').fill(newEmail());
  await popup.getByRole('button', { name: 'Use this account' }).click();
  await page.waitForURL('/');
  await page.goto('/dashboard/studentProf');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Pat Unheard');
});

test('the error of a popup is shown, even if it arrives after the popup has closed', async ({ page }) => {
  const email = newEmail();
  await page.request.post('/api/auth/sign-up/email', {
    data: { email, name: 'Zoe Taken', password: PASSWORD },
  });
  await page.context().clearCookies();
  await page.addInitScript(() => {
    const holdBack = (event: MessageEvent) => {
      event.stopImmediatePropagation();
      window.addEventListener(
        'late',
        () => {
          window.removeEventListener('message', holdBack, true);
          window.dispatchEvent(new MessageEvent('message', { origin: event.origin, data: event.data }));
        },
        { once: true },
      );
    };
    window.addEventListener('message', holdBack, true);
  });
  await page.goto('/login');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Third-party sign-in' }).click();
  const popup = await opening;
  await page.route('**/api/auth/get-session', async (route) => {
    await page.evaluate(() => window.dispatchEvent(new Event('late')));
    await route.continue();
  });
  await popup.getByLabel('Name').fill('Zoe Taken');
  await popup.getByLabel('Email').fill(email);
  await popup.getByRole('button', { name: 'Use this account' }).click();
  await expect(page.getByRole('alert')).toContainText('An account with this email already has a password');
});

test('a closed popup shows an error', async ({ page }) => {
  await page.goto('/login');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Third-party sign-in' }).click();
  await (await opening).close();
  await expect(page.getByRole('alert')).toHaveText(
    'The sign-in window was closed before you were signed in.',
  );
});

test('a blocked popup shows an error', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Third-party sign-in' }).click();
  await expect(page.getByRole('alert')).toContainText('Your browser blocked the sign-in window');
});
