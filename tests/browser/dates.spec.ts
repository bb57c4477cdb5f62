import type { Browser, Page } from '@playwright/test';
import { findClass } from './find-class.ts';
import { expect, loginAs, openPage, test } from './fixtures.ts';

const open = (browser: Browser, baseURL: string | undefined, timezoneId: string): Promise<Page> =>
  openPage(browser, baseURL, undefined, { timezoneId });

test('a receipt has the same day, in a zone that it names, wherever it is read', async ({
  browser,
  baseURL,
}) => {
  const days: string[] = [];
  for (const zone of ['Asia/Dhaka', 'America/Los_Angeles']) {
    const page = await open(browser, baseURL, zone);
    // Three hours before midnight in UTC, when it is already the next day in Dhaka.
    await page.route(/\/api\/payments\/[0-9a-f-]{36}$/, async (route) => {
      const response = await route.fetch();
      const payment = (await response.json()) as object;
      await route.fulfill({ response, json: { ...payment, date: '2030-01-31T21:00:00.000Z' } });
    });
    await loginAs(page, 'User');
    await page.goto('/dashboard/studentProf');
    await page
      .getByRole('link', { name: /^Receipt/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: /^Receipt ./ })).toBeVisible();
    days.push((await page.getByRole('definition').first().textContent())!);
    await page.context().close();
  }
  expect(days).toEqual(['Jan 31, 2030 (UTC)', 'Jan 31, 2030 (UTC)']);
});

test('a deadline is the end of the day in the teacher’s zone, and each reader sees it in their own', async ({
  browser,
  baseURL,
}) => {
  const page = await open(browser, baseURL, 'Asia/Dhaka');
  const own = await findClass(page, { q: 'Modern HTML' });
  await loginAs(page, 'User');
  await page.goto(`/dashboard/myAssignmentTasks/${own}`);
  // The demo's deadline is the end of a day in UTC, which is six hours later in Dhaka.
  await expect(page.getByRole('cell', { name: /5:59 AM\sGMT\+6$/ })).toBeVisible();
  await loginAs(page, 'Teacher');
  await page.goto(`/dashboard/teacherClassTask/${own}`);
  await expect(page.getByText(/due .* 5:59 AM GMT\+6 · /)).toBeVisible();
  await page.getByRole('button', { name: 'Edit Assignment' }).click();
  await page.getByLabel('Deadline').fill('2040-06-30');
  await expect(page.getByText('Students can submit until Jun 30, 2040, 11:59 PM GMT+6')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('due Jun 30, 2040, 11:59 PM GMT+6')).toBeVisible();
  const reader = await open(browser, baseURL, 'America/Los_Angeles');
  await loginAs(reader, 'Teacher');
  await reader.goto(`/dashboard/teacherClassTask/${own}`);
  await expect(reader.getByText('due Jun 30, 2040, 10:59 AM PDT')).toBeVisible();
  // An unchanged deadline keeps its time zone when it is saved from another one.
  await reader.getByRole('button', { name: 'Edit Assignment' }).click();
  await expect(reader.getByText('Students can submit until Jun 30, 2040, 10:59 AM PDT')).toBeVisible();
  await reader.getByLabel('Description').fill('Build a page for a real person.');
  await reader.getByRole('button', { name: 'Save' }).click();
  await expect(reader.getByText('Build a page for a real person.')).toBeVisible();
  await expect(reader.getByText('due Jun 30, 2040, 10:59 AM PDT')).toBeVisible();
  await reader.context().close();
});

test('a notification shows a deadline in the zone of its reader', async ({ browser, baseURL }) => {
  const page = await open(browser, baseURL, 'America/Los_Angeles');
  await loginAs(page, 'User');
  await page.goto('/dashboard');
  const notification = {
    _id: '00000000-0000-4000-8000-000000000000',
    kind: 'new assignment',
    title: 'New assignment',
    text: 'A stool is due.',
    path: '/dashboard/myEnroll',
    deadline: '2040-06-30T18:00:00.000Z',
    createdAt: '2030-06-30T18:00:00.000Z',
    read: false,
  };
  await page.route(
    ({ pathname }) => pathname === '/api/notifications',
    (route) => route.fulfill({ json: [notification] }),
  );
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByText('Until Jun 30, 2040, 10:59 AM PDT')).toBeVisible();
  await page.context().close();
});

test('an implausible year in a deadline is refused in the form, which stays', async ({ page }) => {
  const own = await findClass(page, { q: 'Modern HTML' });
  await loginAs(page, 'Teacher');
  await page.goto(`/dashboard/teacherClassTask/${own}`);
  await page.getByRole('button', { name: 'Edit Assignment' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Assignment' });
  const deadline = form.getByLabel('Deadline');
  await expect(deadline).toHaveAttribute('min', '1900-01-01');
  await expect(deadline).toHaveAttribute('max', '2999-12-31');
  await expect(form.getByText(/^Students can submit until/)).toBeVisible();
  await deadline.fill('20266-05-01');
  await expect(form.getByText(/^Students can submit until/)).toHaveCount(0);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Enter a date')).toBeVisible();
});

test('a new post has the date of the admin’s own day', async ({ browser, baseURL }) => {
  // Their clocks are 25 hours apart, so at least one of them shows another day than UTC.
  for (const timeZone of ['Pacific/Pago_Pago', 'Pacific/Kiritimati']) {
    const page = await open(browser, baseURL, timeZone);
    // The day may end between the two looks at the clock.
    const now = new Date();
    await page.clock.setFixedTime(now);
    await loginAs(page, 'Admin');
    await page.goto('/dashboard/sitePages');
    await page.getByRole('link', { name: 'Write a post' }).click();
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }).formatToParts(now);
    const { year, month, day } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
    await expect(page.getByLabel('Date')).toHaveValue(`${year}-${month}-${day}`);
    await page.context().close();
  }
});
