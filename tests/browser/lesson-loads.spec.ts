import type { Browser, Page } from '@playwright/test';
import { addLesson, addSection, keptPosition, openFreeClass } from './course.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { call } from './purchases.ts';

// Lessons of which the server returns only a part.

test.use({ expectedErrors: /status of 404 / });

const CLIP = 'tests/fixtures/clip.webm';
const PROGRESS = /\/api\/classes\/[^/]+\/lesson-progress$/;
const ENROLLMENT = /\/api\/enrollments\?.*classId/;
const CURRICULUM = /\/api\/classes\/[^/]+\/curriculum$/;

const fail = (page: Page, address: RegExp) =>
  page.route(address, (route) => route.fulfill({ status: 404, json: {} }));

/** A class with two lessons, of which no visitor may open the second. */
const openLessons = async (browser: Browser, baseURL: string | undefined, title: string) => {
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, title);
  const section = await addSection(teacher, classId, 'Basics');
  const first = await addLesson(teacher, section, { title: 'Saws', text: 'They cut.' });
  const second = await addLesson(teacher, section, { title: 'Planes', text: 'They smooth.' });
  return { teacher, student, classId, section, first, second };
};

const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be loaded' });
const own = (page: Page) => page.getByRole('region', { name: 'Your progress' });

test('progress that cannot be loaded is still recorded, and Try again loads it', async ({
  browser,
  baseURL,
}) => {
  const { student, first, second } = await openLessons(browser, baseURL, 'Saws in part');
  await call(student, 'PUT', `/lessons/${first}/progress`, { isDone: true });
  await fail(student, PROGRESS);
  await student.goto(`/lesson/${first}`);
  await expect(failure(student)).toContainText('Your progress could not be loaded');
  await expect(own(student).getByText('Done.', { exact: true })).toBeVisible();
  await expectAccessible(student);
  await student.goto(`/lesson/${second}`);
  await expect(own(student).getByText('Have you finished this lesson?')).toBeVisible();
  const saved = student.waitForResponse(
    (response) =>
      response.url().endsWith('/progress') && /^\{"isDone":true,/.test(response.request().postData() ?? ''),
  );
  await own(student).getByRole('button', { name: 'Mark as done' }).click();
  expect((await saved).ok()).toBe(true);
  await expect(own(student).getByText('Done.', { exact: true })).toBeVisible();

  await student.unroute(PROGRESS);
  await failure(student).getByRole('button', { name: 'Try again' }).click();
  await expect(own(student).getByText('Done. You’ve done all lessons.')).toBeVisible();
  await expect(failure(student)).toHaveCount(0);
});

test('a video that ends while the progress cannot be loaded counts as watched', async ({
  browser,
  baseURL,
}) => {
  const { teacher, student, classId, section, first } = await openLessons(browser, baseURL, 'Films in part');
  const { insertedId: film } = await call(teacher, 'POST', `/sections/${section}/lessons`, {
    kind: 'video',
    title: 'A bar grows',
  });
  await teacher.goto(`/dashboard/curriculum/${classId}?lesson=${film}`);
  await teacher
    .getByRole('group', { name: 'Upload a video' })
    .locator('input[type=file]')
    .setInputFiles(CLIP);
  await expect(teacher.locator('video')).toBeVisible();
  await teacher.getByLabel('Published').check();
  await expect(teacher.getByText('Saved', { exact: true })).toBeVisible();
  await call(student, 'PUT', `/lessons/${film}/progress`, { position: 2 });

  await fail(student, PROGRESS);
  await student.goto(`/lesson/${film}`);
  await expect(student.getByText('Resumed at 0:02')).toBeVisible();
  await student.locator('video').evaluate((player) => (player as HTMLVideoElement).play());
  await expect(own(student).getByText('Done.', { exact: true })).toBeVisible({ timeout: 15_000 });
  await expect.poll(() => keptPosition(student, film)).toBe(0);
  expect(await call(student, 'GET', `/lessons/${film}`)).toMatchObject({ progress: { isDone: true } });
  expect(await call(student, 'GET', `/lessons/${first}`)).not.toHaveProperty('progress');
});

test('a student whose enrollment cannot be loaded can still learn', async ({ browser, baseURL }) => {
  const { student, first } = await openLessons(browser, baseURL, 'Planes in part');
  await fail(student, ENROLLMENT);
  await student.goto(`/lesson/${first}`);
  await expect(failure(student)).toContainText('Your enrollment could not be loaded');
  await expect(own(student).getByRole('button', { name: 'Mark as done' })).toBeVisible();
  await expect(student.getByRole('textbox', { name: 'Your notes' })).toBeVisible();
  const lessons = student.getByRole('navigation', { name: 'Lessons', exact: true });
  await expect(lessons.getByRole('link', { name: 'Planes' })).toBeVisible();
  await student.unroute(ENROLLMENT);
  await failure(student).getByRole('button', { name: 'Try again' }).click();
  await expect(failure(student)).toHaveCount(0);
  await student.getByRole('link', { name: /^Next/ }).click();
  await expect(student.getByRole('heading', { level: 1 })).toHaveText('Planes');
});

test('a lesson without its list of lessons does not claim that all are done', async ({
  browser,
  baseURL,
}) => {
  const { student, first } = await openLessons(browser, baseURL, 'Lists in part');
  await fail(student, CURRICULUM);
  await student.goto(`/lesson/${first}`);
  await expect(failure(student)).toContainText('The list of lessons could not be loaded');
  await own(student).getByRole('button', { name: 'Mark as done' }).click();
  await expect(own(student).getByText('Done.', { exact: true })).toBeVisible();
  await student.unroute(CURRICULUM);
  await failure(student).getByRole('button', { name: 'Try again' }).click();
  await expect(own(student).getByText('Done. 1 of 2 lessons done.')).toBeVisible();
  await expect(student.getByRole('link', { name: /^Next/ })).toBeVisible();
});
