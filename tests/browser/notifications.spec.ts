import type { Browser, Page } from '@playwright/test';
import { addLesson, addSection, openFreeClass } from './course.ts';
import { expect, expectAccessible, expectNoSideScroll, openPage, setTheme, test } from './fixtures.ts';
import { call, publish } from './purchases.ts';

const LONG = 'W'.repeat(150);

/** Opens the browsers of a teacher without unread notifications, and of an admin. */
const openTeacher = async (browser: Browser, baseURL: string | undefined) => {
  const teacher = await openPage(browser, baseURL, 'Teacher');
  const admin = await openPage(browser, baseURL, 'Admin');
  await call(teacher, 'PATCH', '/notifications/read', { ids: null });
  await teacher.goto('/about');
  return { teacher, admin, bell: teacher.getByRole('button', { name: /^Notifications/ }) };
};

test('notifications arrive without a reload, link to what they are about, and are then read', async ({
  browser,
  baseURL,
}) => {
  const { teacher, admin, bell } = await openTeacher(browser, baseURL);
  await expect(bell).toHaveAccessibleName('Notifications');
  await publish(teacher, admin, { title: 'First' });
  await publish(teacher, admin, { title: 'Second' });
  await publish(teacher, admin, { title: LONG });
  await expect(bell).toHaveAccessibleName('Notifications, 3 unread');
  await expect(teacher.getByText('3 unread notifications')).toBeAttached();

  await bell.press('Enter');
  const entries = teacher
    .getByRole('listitem')
    .filter({ has: teacher.getByRole('link', { name: /Unread/ }) });
  await expect(entries).toHaveCount(3);
  await expect(entries.first()).toContainText(LONG);
  await teacher.setViewportSize({ width: 320, height: 700 });
  await expectNoSideScroll(teacher);
  await expectAccessible(teacher);
  await setTheme(teacher, 'dark');
  await expectAccessible(teacher);
  await teacher.keyboard.press('Escape');
  await expect(bell).toBeFocused();
  await expect(entries).toHaveCount(0);

  await bell.press('Enter');
  await teacher.getByRole('link', { name: /Second/ }).press('Enter');
  await expect(teacher.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(teacher).not.toHaveURL(/about$/);
  await expect(bell).toHaveAccessibleName('Notifications, 2 unread');
  await bell.press('Enter');
  await teacher.getByRole('button', { name: 'Mark all as read' }).press('Enter');
  await expect(bell).toHaveAccessibleName('Notifications');
  await expect(teacher.locator('.notification').first()).toBeFocused();
  await teacher.reload();
  await expect(bell).toHaveAccessibleName('Notifications');
});

test('older notifications are shown on request, and the focus goes to the first of them', async ({
  browser,
  baseURL,
}) => {
  const { teacher, admin, bell } = await openTeacher(browser, baseURL);
  for (let number = 1; number <= 12; number += 1) await publish(teacher, admin, { title: `Class ${number}` });
  // Waits for the last notification to arrive, because a late one would move the entries.
  await expect(bell).toHaveAccessibleName('Notifications, 12 unread');
  await bell.press('Enter');
  const entries = teacher.locator('[popover]:popover-open').getByRole('listitem');
  await expect(entries).toHaveCount(10);
  await teacher.getByRole('button', { name: 'Show older notifications' }).press('Enter');
  await expect(entries.nth(10)).toBeFocused();
  await expect(teacher.getByRole('status').filter({ hasText: /older notifications? shown/ })).toBeAttached();
  await expectAccessible(teacher);
});

test('a notification that arrives while the list is being loaded is in the list', async ({
  browser,
  baseURL,
}) => {
  const { teacher, admin, bell } = await openTeacher(browser, baseURL);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let reads = 0;
  await teacher.route('**/api/notifications?*', async (route) => {
    const response = await route.fetch();
    reads += 1;
    await released;
    await route.fulfill({ response });
  });
  await bell.press('Enter');
  // The stream may open only now and trigger another request for the list.
  await expect.poll(() => reads).toBeGreaterThan(0);
  await publish(teacher, admin, { title: 'Meanwhile' });
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread');
  release();
  await expect(teacher.getByRole('link', { name: /Meanwhile.* is published/ })).toBeVisible();
});

/** Follows the newest notification with this title, from the keyboard. */
const follow = async (page: Page, title: RegExp): Promise<void> => {
  await page.getByRole('button', { name: /^Notifications/ }).press('Enter');
  await page.getByRole('link', { name: title }).first().press('Enter');
  await expect(page.locator('[popover]:popover-open')).toHaveCount(0);
};

test('a notification about the assignment or the feedback that is already open shows what is new', async ({
  browser,
  baseURL,
}) => {
  const title = 'A class that is open';
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, title);
  const address = `/dashboard/myAssignmentTasks/${classId}`;
  await student.goto(address);
  await expect(student.getByText('Assignment is not arrived yet')).toBeVisible();
  const assignment = { title: 'An essay', description: 'Two pages.', marks: 10, date: '2040-06-30' };
  await call(teacher, 'PATCH', `/classes/${classId}/assignments`, assignment);
  await follow(student, new RegExp(`New assignment in .*${title}`));
  await expect(student.getByRole('table', { name: 'Assignment' })).toContainText('Two pages.');

  const feedback = { classId, feedback: 'Well explained', rating: 5 };
  const { insertedId } = await call(student, 'POST', '/feedback', feedback);
  const reply = (text: string) => call(teacher, 'PUT', `/feedback/${insertedId}/reply`, { text });
  await reply('Thank you.');
  await follow(student, new RegExp(`Reply to your feedback on .*${title}`));
  await expect(student).toHaveURL(/feedback=own$/);
  const dialog = student.getByRole('dialog');
  await expect(dialog).toContainText('Thank you.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await reply('Thank you again.');
  await follow(student, new RegExp(`Reply to your feedback on .*${title}`));
  await expect(dialog).toContainText('Thank you again.');
});

test('a notification about the question that is already open shows its new answer', async ({
  browser,
  baseURL,
}) => {
  const title = 'A class with a long lesson';
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, title);
  const section = await addSection(teacher, classId, 'Basics');
  const lesson = await addLesson(teacher, section, {
    title: 'Joints',
    text: 'A joint holds.\n\n'.repeat(60),
  });
  const { insertedId } = await call(student, 'POST', `/lessons/${lesson}/questions`, { text: 'Why?' });
  await student.goto(`/lesson/${lesson}?question=${insertedId}`);
  const question = student.getByRole('article', { name: /^Question from/ });
  await expect(question).toBeInViewport();
  await call(teacher, 'POST', `/questions/${insertedId}/answers`, { text: 'So that it holds.' });
  await student.evaluate(() => window.scrollTo(0, 0));
  await expect(question).not.toBeInViewport();
  await follow(student, new RegExp(`New answer in .*${title}`));
  await expect(question).toBeInViewport();
  await expect(question).toContainText('So that it holds.');
});

test.describe('a browser that gets no stream', () => {
  test.use({ expectedErrors: /stream/ });

  test('polls every minute', async ({ browser, baseURL }) => {
    const { teacher, admin, bell } = await openTeacher(browser, baseURL);
    await teacher.clock.install();
    await teacher.route('**/api/notifications/stream', (route) => route.fulfill({ status: 503, body: '' }));
    // A request of this page would be taken for one of the next.
    await teacher.goto('about:blank');
    const counted = teacher.waitForResponse('**/api/notifications/unread');
    await teacher.goto('/about');
    await counted;
    await expect(bell).toHaveAccessibleName('Notifications');
    await publish(teacher, admin, { title: 'Third' });
    await expect(bell).toHaveAccessibleName('Notifications');
    await teacher.clock.runFor(61_000);
    await expect(bell).toHaveAccessibleName('Notifications, 1 unread');
  });
});

test.describe('a list that cannot be loaded', () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('shows an error, and can be retried', async ({ browser, baseURL }) => {
    const { teacher, admin, bell } = await openTeacher(browser, baseURL);
    await publish(teacher, admin, { title: 'Fourth' });
    await teacher.route('**/api/notifications?*', (route) => route.abort());
    await bell.press('Enter');
    await expect(teacher.getByRole('alert')).toContainText('Your notifications could not be loaded', {
      timeout: 20_000,
    });
    await expectAccessible(teacher);
    await teacher.unroute('**/api/notifications?*');
    await teacher.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(teacher.getByRole('alert')).toHaveCount(0);
    await expect(teacher.getByRole('link', { name: /Fourth.* is published/ })).toBeVisible();
  });

  test('shows that notifications could not be marked as read', async ({ browser, baseURL }) => {
    const { teacher, admin, bell } = await openTeacher(browser, baseURL);
    await publish(teacher, admin, { title: 'Fifth' });
    await teacher.route('**/api/notifications/read', (route) => route.abort());
    await bell.press('Enter');
    await teacher.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(teacher.getByRole('alert')).toContainText('We can’t reach the server');
    await teacher.unroute('**/api/notifications/read');
    await teacher.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(teacher.getByRole('alert')).toHaveCount(0);
    await expect(bell).toHaveAccessibleName('Notifications');
  });
});
