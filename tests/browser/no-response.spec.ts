import { devices, type Page } from '@playwright/test';
import { STORAGE_KEYS } from '#web/storage-keys.ts';
import { sampleAccount } from '#tests/support/sample-account.ts';
import { findClass } from './find-class.ts';
import { expect, expectAccessible, loginAs, test } from './fixtures.ts';

const TIMED_OUT = 'The server took too long to respond. Please try again.';
const SIGN_IN = '**/api/auth/sign-in/**';
const SESSION = '**/api/auth/get-session';
const TOKEN = '**/api/jwt';
/** In milliseconds. */
const MINUTE = 60_000;

/** Leaves requests to an address unanswered until `respondAgain`. @returns a function that counts them */
const withholdResponses = async (page: Page, address: string): Promise<() => number> => {
  let requests = 0;
  await page.route(address, () => {
    requests += 1;
  });
  return () => requests;
};
const respondAgain = (page: Page) => page.unrouteAll({ behavior: 'ignoreErrors' });

const logIn = async (page: Page) => {
  await page.getByLabel('Email').fill(sampleAccount('User').email);
  await page.getByLabel('Password').fill(sampleAccount('User').password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
};

/** From here on, the page's clock advances only when the test tells it to. */
const stopClock = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);

const keptToken = (page: Page) => page.evaluate((key) => localStorage.getItem(key), STORAGE_KEYS.accessToken);

test.describe('a server that does not respond', () => {
  test('is reported under the login form after 30 seconds, which can then be submitted again', async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto('/login');
    const requests = await withholdResponses(page, SIGN_IN);
    await stopClock(page);
    await logIn(page);
    await expect.poll(requests).toBe(1);
    await page.clock.fastForward(20_000);
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeDisabled();
    await page.clock.fastForward(11_000);
    await expect(page.getByRole('alert')).toHaveText(TIMED_OUT);
    await page.clock.resume();
    await respondAgain(page);
    await logIn(page);
    await page.waitForURL('/');
  });

  for (const [what, address] of [
    ['session', SESSION],
    ['access token', TOKEN],
  ] as const) {
    test(`ends “Loading...” after 30 seconds with Try again, if it does not return the ${what}`, async ({
      page,
    }) => {
      await page.clock.install();
      await loginAs(page, 'User');
      const requests = await withholdResponses(page, address);
      await page.goto('/dashboard/studentProf');
      await expect.poll(requests).toBe(1);
      await expect(page.getByRole('main').getByText('Loading...')).toBeVisible();
      await page.clock.fastForward(31_000);
      const content = page.getByRole('main');
      await expect(content.getByRole('heading', { level: 1 })).toHaveText(TIMED_OUT);
      await expect(page.getByText('Loading...')).toBeHidden();
      await expectAccessible(page);
      // The client requests the token again by itself, so the button is clicked while that attempt is unanswered, too.
      await content.getByRole('button', { name: 'Try again' }).click();
      await expect(content.getByText('Loading...')).toBeVisible();
      await respondAgain(page);
      await expect(content.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Samir Patel');
      await expect(page).toHaveURL(/studentProf$/);
    });
  }
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, userAgent: devices['Pixel 7'].userAgent });

  test('a server that does not respond is reported after 60 seconds', async ({ page }) => {
    await page.clock.install();
    await page.goto('/login');
    const requests = await withholdResponses(page, SIGN_IN);
    await stopClock(page);
    await logIn(page);
    await expect.poll(requests).toBe(1);
    await page.clock.fastForward(50_000);
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeDisabled();
    await page.clock.fastForward(11_000);
    await expect(page.getByRole('alert')).toHaveText(TIMED_OUT);
  });
});

test.describe('failures that do not end the session', () => {
  test.use({ expectedErrors: /429 \(|503 \(/ });

  test('a 429 for the access token does not sign out; the next attempt comes after the delay that the server requests', async ({
    page,
  }) => {
    await page.clock.install();
    await loginAs(page, 'User');
    let requests = 0;
    await page.route(TOKEN, (route) => {
      requests += 1;
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '120' },
        json: {
          error: { code: 'too_many_requests', message: 'Too many attempts. Please try again in 2 minutes.' },
        },
      });
    });
    await page.goto('/dashboard/studentProf');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toContainText('in 2 minutes');
    await page.clock.fastForward(MINUTE);
    expect(requests).toBe(1);
    await respondAgain(page);
    await page.clock.fastForward(2 * MINUTE);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Samir Patel');
  });

  test('a failed renewal does not interrupt the user', async ({ page }) => {
    await page.clock.install();
    await loginAs(page, 'User');
    await page.goto('/dashboard/studentProf');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Samir Patel');
    await page.route(TOKEN, (route) => route.fulfill({ status: 429, json: {} }));
    await page.clock.fastForward(56 * MINUTE);
    await page
      .getByRole('navigation', { name: 'Dashboard' })
      .getByRole('link', { name: 'My Enrollment' })
      .click();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
    await expect(page.getByRole('link', { name: /^Continue/ }).first()).toBeVisible();
    expect(await keptToken(page)).not.toBeNull();
  });

  test('a server that cannot check sessions signs nobody out', async ({ page }) => {
    await loginAs(page, 'User');
    await page.goto('/');
    await expect.poll(() => keptToken(page)).not.toBeNull();
    await page.route(SESSION, (route) => route.fulfill({ status: 503, json: {} }));
    await page.clock.install();
    await page.goto('/dashboard/studentProf');
    // Three more attempts follow, each after the previous one has been answered.
    await expect(async () => {
      await page.clock.fastForward(5_000);
      await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible({
        timeout: 500,
      });
    }).toPass();
    await expect(page).toHaveURL(/studentProf$/);
    expect(await keptToken(page)).not.toBeNull();
  });

  test('a refused login says how long to wait', async ({ page }) => {
    await page.goto('/login');
    await page.route(SIGN_IN, (route) =>
      route.fulfill({
        status: 429,
        json: {
          error: { code: 'too_many_requests', message: 'Too many attempts. Please try again in 10 minutes.' },
        },
      }),
    );
    await logIn(page);
    await expect(page.getByRole('alert')).toHaveText('Too many attempts. Please try again in 10 minutes.');
  });
});

test.describe('a part that cannot be loaded', () => {
  test.use({ expectedErrors: /404 \(/ });

  test('is not shown as empty, but with Try again', async ({ page }) => {
    await loginAs(page, 'User');
    const fail = (address: RegExp) =>
      page.route(address, (route) => route.fulfill({ status: 404, json: {} }));
    await fail(/\/api\/enrollments\?.*classId/);
    await fail(/\/api\/waiting-lists/);
    await page.goto(`/classDetail/${await findClass(page, { q: 'Modern HTML' })}`);
    const enrollment = page.getByRole('complementary', { name: 'Enrollment' });
    await expect(enrollment.getByRole('alert')).toContainText('whether you’re enrolled');
    const nextStep = enrollment.getByRole('link', { name: /Pay Now|Continue/ });
    await expect(nextStep).toHaveCount(0);
    await expectAccessible(page);
    await page.unroute(/\/api\/enrollments\?.*classId/);
    await enrollment.getByRole('button', { name: 'Try again' }).click();
    await expect(nextStep).toBeVisible();
    await page.goto('/dashboard/myEnroll');
    await expect(page.getByRole('alert')).toContainText('Your waiting lists could not be loaded');
  });
});

test('a clock that is 55 minutes fast requests one token', async ({ page }) => {
  await page.clock.install({ time: Date.now() + 55 * MINUTE });
  await loginAs(page, 'User');
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/jwt')) requests += 1;
  });
  await page.goto('/dashboard/studentProf');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Samir Patel');
  await page.clock.runFor(10_000);
  expect(requests).toBe(1);
});
