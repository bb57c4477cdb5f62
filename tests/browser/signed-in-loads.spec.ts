import type { Page } from '@playwright/test';
import { findClass } from './find-class.ts';
import { expect, holdApplication, loginAs, PHONE, test } from './fixtures.ts';

// Screens of signed-in users as they load on a slow phone.
test.use({ viewport: PHONE });

declare global {
  interface Window {
    shift: number;
  }
}

const watchShift = (page: Page) =>
  page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        window.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Records the paths of all requests, in order. */
const watchRequests = (page: Page): string[] => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  return requests;
};

test('a screen shows the frame of the site, and looks up the session, before hydration', async ({
  context,
}) => {
  const page = await context.newPage();
  const requests = watchRequests(page);
  await loginAs(page, 'User');
  const letCome = await holdApplication(page);
  const token = page.waitForResponse('**/api/jwt');
  await page.goto('/dashboard/myEnroll', { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Loading...')).toBeVisible();
  await token;
  letCome();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Enrollment Class');
  await expect(page).toHaveTitle(/^My Enrollment Class/);
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(requests.filter((path) => path === '/api/jwt')).toHaveLength(1);
  expect(requests.filter((path) => path.startsWith('/api/users/admin/'))).toHaveLength(1);
});

test('a screen has no layout shifts while its data loads', async ({ context }) => {
  test.setTimeout(120_000);
  const page = await context.newPage();
  await watchShift(page);
  const own = await findClass(page, { q: 'Modern HTML' });
  const dearest = await findClass(page, { sort: '-price' });
  const screens = {
    User: [
      '/dashboard/userHome',
      '/dashboard/myEnroll',
      `/dashboard/myAssignmentTasks/${own}`,
      `/payment?class=${dearest}`,
    ],
    Teacher: ['/dashboard/myAddedClass', '/dashboard/earnings', `/dashboard/teacherClassTask/${own}`],
    Admin: [
      '/dashboard/payments',
      '/dashboard/allUsers',
      '/dashboard/userHome',
      '/dashboard/invitations',
      '/dashboard/sitePages',
    ],
  };
  for (const [who, paths] of Object.entries(screens)) {
    await loginAs(page, who as keyof typeof screens);
    for (const path of paths) {
      // Each response arrives separately, and later than the one before.
      let responses = 0;
      // Ends the notification stream. Without it, the client polls.
      await page.route('**/api/notifications/stream', (route) => route.fulfill({ status: 204 }));
      await page.route(/\/api\/(?!auth|jwt|notifications\/stream)/, async (route) => {
        responses += 1;
        const delay = responses * 60;
        const response = await route.fetch();
        await new Promise((resolve) => setTimeout(resolve, delay));
        await route.fulfill({ response });
      });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('main').getByText('Loading...')).toHaveCount(0);
      await page.unrouteAll({ behavior: 'wait' });
      expect(await page.evaluate(() => window.shift), path).toBeLessThan(0.05);
    }
  }
});

test('the theme button does not move when the bell appears', async ({ context }) => {
  const page = await context.newPage();
  await loginAs(page, 'User');
  const letCome = await holdApplication(page);
  // The styles are loaded as well.
  await page.goto('/dashboard/myEnroll', { waitUntil: 'domcontentloaded' });
  const theme = page.getByRole('button', { name: 'Use the dark theme' });
  await expect(theme).toBeVisible();
  const before = await theme.boundingBox();
  letCome();
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  expect(await theme.boundingBox()).toEqual(before);
});
