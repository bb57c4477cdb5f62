import type { Browser, Page } from '@playwright/test';
import { sampleAccount } from '#tests/support/sample-account.ts';
import {
  DESKTOP,
  expect,
  expectAccessible,
  expectNoSideScroll,
  PHONE,
  registerAs,
  setTheme,
  test,
  openPage,
} from './fixtures.ts';
import { addLesson, addSection, openFreeClass } from './course.ts';
import { press } from './keyboard.ts';
import { call, openPayment, publish } from './purchases.ts';

const PLAYER = 'https://www.youtube-nocookie.com';

const LESSONS = [
  { section: 'Basics', title: 'What a grid is', minutes: 8, isPreview: true, text: '# Lines\n\nA **grid**.' },
  { section: 'Basics', title: 'Columns', minutes: 12, text: 'Count them.\n\n```\n1 | 2 | 3\n```' },
  { section: 'Practice', title: 'A page of your own', kind: 'video', video: 'https://youtu.be/dQw4w9WgXcQ' },
];

/** A free class with three lessons, and an enrolled student. */
const openCourse = async (browser: Browser, baseURL: string, title: string) => {
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, title);
  const sections = new Map<string, string>();
  const ids: string[] = [];
  for (const { section, ...lesson } of LESSONS) {
    const sectionId = sections.get(section) ?? (await addSection(teacher, classId, section));
    sections.set(section, sectionId);
    ids.push(await addLesson(teacher, sectionId, lesson));
  }
  return { teacher, student, classId, ids };
};

const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const progress = (page: Page) => page.getByRole('region', { name: 'Your progress' });

test.describe('without a connection', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

  test('a student learns to the end, stops, and resumes on another device', async ({ browser, baseURL }) => {
    const { student, ids } = await openCourse(browser, baseURL!, 'Grids for all');
    await student.setViewportSize(PHONE);
    await student.goto('/dashboard/myEnroll');
    await expect(card(student, 'Grids for all').getByText('0 of 3 lessons done')).toBeVisible();
    await expectAccessible(student);
    await card(student, 'Grids for all')
      .getByRole('link', { name: /^Continue/ })
      .click();

    const lessons = student.getByRole('region', { name: 'Lessons' });
    await expect(lessons.getByText('3 lessons · 20 min')).toBeVisible();
    await expect(student.getByText('Assignment is not arrived yet')).toBeVisible();
    await expect(student.getByRole('button', { name: 'Feedback Us' })).toBeVisible();
    await expectAccessible(student);
    await expectNoSideScroll(student);

    const secondInAdvance = student.waitForResponse((response) =>
      response.url().endsWith(`/lessons/${ids[1]}`),
    );
    await lessons.getByRole('link', { name: 'Start lessons: What a grid is' }).click();
    await expect(title(student)).toHaveText('What a grid is');
    await expect(student.getByRole('heading', { level: 2, name: 'Lines' })).toBeVisible();
    await expect(progress(student).getByRole('button', { name: 'Mark as done' })).toBeVisible();
    await student.setViewportSize({ width: 320, height: 640 });
    await expectAccessible(student);
    await expectNoSideScroll(student);
    await (await secondInAdvance).finished();

    // Offline, the completed lesson is kept and the next lesson is available.
    await student.context().setOffline(true);
    await progress(student).getByRole('button', { name: 'Mark as done' }).click();
    await expect(progress(student).getByText('Done. 1 of 3 lessons done.')).toBeVisible();
    await expect(progress(student).getByText(/^Saved on this device/)).toBeVisible();
    await title(student).press('ArrowRight');
    await expect(title(student)).toHaveText('Columns');
    await expect(title(student)).toBeFocused();
    const opened = student.waitForResponse((response) =>
      response.url().endsWith(`/lessons/${ids[1]}/progress`),
    );
    // The first requests after reconnecting may still fail.
    await student.route('**/progress', (route) => route.abort(), { times: 2 });
    await student.context().setOffline(false);
    await expect(progress(student).getByText(/^Saved on this device/)).toBeHidden();
    expect((await opened).ok()).toBe(true);
    const marked = student.waitForResponse(
      (response) =>
        response.url().endsWith(`/lessons/${ids[1]}/progress`) &&
        /^\{"isDone":true,/.test(response.request().postData() ?? ''),
    );
    await progress(student).getByRole('button', { name: 'Mark as done' }).click();
    await expect(progress(student).getByText('Done. 2 of 3 lessons done.')).toBeVisible();
    expect((await marked).ok()).toBe(true);

    const other = await openPage(browser, baseURL, 'User');
    await other.setViewportSize(DESKTOP);
    await setTheme(other, 'dark');
    const toPlayers: string[] = [];
    await other.route(`${PLAYER}/**`, (route) => {
      toPlayers.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>Player</title><p>A player</p>' });
    });
    await other.goto('/dashboard/myEnroll');
    await expect(card(other, 'Grids for all').getByText('2 of 3 lessons done')).toBeVisible();
    await expectAccessible(other);
    await card(other, 'Grids for all')
      .getByRole('link', { name: 'Resume lessons: A page of your own' })
      .click();
    await expect(title(other)).toHaveText('A page of your own');
    const list = other.getByRole('navigation', { name: 'Lessons', exact: true });
    await expect(list.getByText('Done', { exact: true })).toHaveCount(2);
    await expect(list.getByRole('link', { name: 'A page of your own' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expectAccessible(other);
    await expectNoSideScroll(other);
    // A list that is longer than the window shows the current lesson.
    await other.setViewportSize({ ...DESKTOP, height: 360 });
    await other.reload();
    await expect(list.getByRole('link', { name: 'A page of your own' })).toBeInViewport({ ratio: 1 });
    expect(await other.evaluate(() => scrollY)).toBe(0);
    await other.setViewportSize(DESKTOP);
    expect(toPlayers).toEqual([]);
    await other.getByRole('button', { name: /^Play the video/ }).click();
    await expect(other.frameLocator('iframe').getByText('A player')).toBeVisible();
    expect(toPlayers[0]).toContain('/embed/dQw4w9WgXcQ');
    await progress(other).getByRole('button', { name: 'Mark as done' }).click();
    await expect(progress(other).getByText('Done. You’ve done all lessons.')).toBeVisible();
    await other.getByRole('link', { name: 'Grids for all' }).click();
    await expect(other.getByText('You’ve done all lessons.')).toBeVisible();
    await expect(other.getByRole('link', { name: 'Review lessons: What a grid is' })).toBeVisible();
    await expectAccessible(other);
  });
});

test('the teacher sees lessons as a preview, others only the free ones', async ({ browser, baseURL }) => {
  const { teacher, student, ids } = await openCourse(browser, baseURL!, 'Grids to preview');
  await teacher.goto(`/lesson/${ids[1]}`);
  await expect(title(teacher)).toHaveText('Columns');
  await expect(teacher.getByText(/^This is a preview/)).toBeVisible();
  await expect(progress(teacher)).toHaveCount(0);

  const stranger = await openPage(browser, baseURL);
  await registerAs(stranger, 'Sam Stranger');
  await stranger.goto(`/lesson/${ids[0]}`);
  await expect(title(stranger)).toHaveText('What a grid is');
  const list = stranger.getByRole('navigation', { name: 'Lessons', exact: true });
  await expect(list.getByText('Columns')).toBeVisible();
  await expect(list.getByRole('link')).toHaveText([/What a grid is/]);
  await expect(progress(stranger)).toHaveCount(0);
  await expect(list.getByRole('listitem').filter({ hasText: 'Columns' }).last()).toContainText('Locked');
  await expect(list.getByRole('link')).not.toContainText('Locked');
  const end = stranger.getByRole('region', { name: 'Continue with the class' });
  await expect(end).toContainText('one of 3 lessons in “Grids to preview”');
  await expect(end).toContainText('Free');
  await expectAccessible(stranger);
  await end.getByRole('link', { name: 'See the class' }).click();
  await expect(title(stranger)).toHaveText('Grids to preview');
  for (const member of [teacher, student]) {
    await member.goto(`/lesson/${ids[0]}`);
    await expect(member.getByRole('region', { name: 'Questions and answers' })).toBeVisible();
    await expect(member.getByText('Continue with the class')).toHaveCount(0);
    await expect(member.getByText('Locked')).toHaveCount(0);
  }
});

test.describe('a lesson that cannot be seen', () => {
  test.use({ expectedErrors: /status of 40[134] / });

  test('names its class and leads there; one that is gone leads to the student’s classes', async ({
    browser,
    baseURL,
    page,
  }) => {
    const { teacher, student, ids } = await openCourse(browser, baseURL!, 'Grids behind a door');
    await page.goto(`/lesson/${ids[1]}`);
    await expect(title(page)).toHaveText('Log in to see this lesson');
    await expect(page.getByRole('main')).toContainText('part of the class “Grids behind a door”');
    await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toBeVisible();
    await expectAccessible(page);
    await registerAs(page, 'Lena Locked');
    await page.goto(`/lesson/${ids[1]}`);
    await expect(title(page)).toHaveText('Enroll in the class to see this lesson');
    await page.getByRole('link', { name: 'See the class' }).click();
    await expect(title(page)).toHaveText('Grids behind a door');

    await call(teacher, 'DELETE', `/lessons/${ids[1]}`);
    await page.goto(`/lesson/${ids[1]}`);
    await expect(title(page)).toHaveText('This lesson was not found');
    await expect(page.getByRole('link', { name: 'See all classes' })).toBeVisible();
    await student.goto(`/lesson/${ids[1]}`);
    await student.getByRole('link', { name: 'See your classes' }).click();
    await expect(student).toHaveURL(/myEnroll$/);
  });
});

test('a student whose payment is refunded while a lesson is open reads why nothing is saved, and stays signed in', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const admin = await openPage(browser, baseURL, 'Admin');
  const teacher = await openPage(browser, baseURL, 'Teacher');
  const classId = await publish(teacher, admin, { title: 'Grids with a refund' });
  const section = await addSection(teacher, classId, 'Basics');
  const lesson = await addLesson(teacher, section, { title: 'Columns', text: 'Count them.' });
  const student = await openPage(browser, baseURL);
  await registerAs(student, 'Rhea Refunded');
  // The notification of the refund would load the lesson again, at any moment of the test.
  await student.route('**/api/notifications/unread', (route) => route.fulfill({ json: { count: 0 } }));
  await openPayment(student, 'Grids with a refund');
  await student.getByRole('button', { name: /^Pay/ }).click();
  await expect(student).toHaveURL(/myEnroll/);
  await student.goto(`/lesson/${lesson}`);
  await student.getByRole('textbox', { name: 'Your notes' }).fill('Twelve');
  await expect(student.getByText('Saved', { exact: true })).toBeVisible();
  await student.getByRole('textbox', { name: 'Your question' }).fill('Why twelve?');

  const [payment] = (await call(admin, 'GET', '/payments?q=Grids with a refund')) as unknown as {
    _id: string;
  }[];
  await call(admin, 'POST', `/payments/${payment!._id}/refund`, { reason: 'Asked for' });
  await student.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(student.getByText('Enroll in this class to see its questions')).toBeVisible();
  await student.getByRole('textbox', { name: 'Your notes' }).fill('Twelve columns');
  await expect(student.getByText('Not saved: Enroll in this class to see the lesson')).toBeVisible();
  await progress(student).getByRole('button', { name: 'Mark as done' }).click();
  await expect(title(student)).toHaveText('Enroll in the class to see this lesson');
  await student.getByRole('button', { name: 'Account menu' }).click();
  await expect(student.getByText('Name: Rhea Refunded')).toBeVisible();
});

test('a login leads to a lesson that may embed its player', async ({ browser, baseURL }) => {
  const { ids } = await openCourse(browser, baseURL!, 'Grids after a login');
  const student = await openPage(browser, baseURL);
  await student.route(`${PLAYER}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Player</title><p>A player</p>' }),
  );
  const { email, password } = sampleAccount('User');
  await student.goto(`/login?from=${encodeURIComponent(`/lesson/${ids[2]}`)}`);
  await student.getByLabel('Email').fill(email);
  await student.getByLabel('Password', { exact: true }).fill(password);
  await student.getByRole('button', { name: 'Login', exact: true }).click();
  await student.waitForURL(`/lesson/${ids[2]}`);
  await expect(title(student)).toHaveText('A page of your own');
  await press(student, student.getByRole('button', { name: /^Play the video/ }));
  await expect(student.frameLocator('iframe').getByText('A player')).toBeVisible();
  await expect(student.locator('iframe')).toBeFocused();
});
