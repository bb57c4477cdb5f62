import type { Browser, Page } from '@playwright/test';
import { extractText } from 'unpdf';
import type { Enrollment } from '#contract/enrollments.ts';
import {
  DESKTOP,
  expect,
  expectAccessible,
  expectNoSideScroll,
  loginAs,
  PHONE,
  setTheme,
  test,
  openPage,
} from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { call } from './purchases.ts';
import { expectAnnounced } from './announcements.ts';
import { addLesson, addSection, openFreeClass } from './course.ts';

/** A free class with one lesson and an assignment, and an enrolled student. */
const openCourse = async (browser: Browser, baseURL: string, title: string) => {
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, title);
  const section = await addSection(teacher, classId, 'Basics');
  const lesson = { title: 'What a grid is', minutes: 5, text: 'A **grid**.' };
  return { teacher, student, classId, lessonId: await addLesson(teacher, section, lesson) };
};

const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });

test('a student finishes, is graded, gets the certificate, and a stranger verifies it', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const { teacher, student, classId, lessonId } = await openCourse(browser, baseURL!, 'Grids certified');
  await teacher.goto(`/dashboard/teacherClassTask/${classId}`);
  await teacher.getByRole('button', { name: 'Create Assignment' }).click();
  const form = teacher.getByRole('dialog');
  await form.getByLabel('Title').fill('A page with columns');
  await form.getByLabel('Description').fill('Build it.');
  await form.getByLabel('Marks').fill('10');
  await form.getByLabel('Pass mark (optional)').fill('11');
  await form.getByLabel('Deadline').fill('2040-06-30');
  await form.getByRole('button', { name: 'Create Assignment' }).click();
  await expect(form.getByText('Pass marks must not exceed the assignment’s marks')).toBeVisible();
  await expectAccessible(teacher, 'dialog');
  await form.getByLabel('Pass mark (optional)').fill('6');
  await form.getByRole('button', { name: 'Create Assignment' }).click();
  await expect(teacher.getByText('6 to pass')).toBeVisible();

  await student.setViewportSize(PHONE);
  await student.goto('/dashboard/myEnroll');
  const left = 'Still needed for the certificate: 1 lesson and your submission for the assignment';
  await expect(card(student, 'Grids certified').getByText(left)).toBeVisible();
  await expectAccessible(student);
  await card(student, 'Grids certified')
    .getByRole('link', { name: 'your submission for the assignment' })
    .click();
  await expect(student).toHaveURL(`/dashboard/myAssignmentTasks/${classId}`);
  await student.goto(`/lesson/${lessonId}`);
  const progress = student.getByRole('region', { name: 'Your progress' });
  await expect(progress.getByText(left)).toBeVisible();
  await progress.getByRole('button', { name: 'Mark as done' }).click();
  await expect(
    progress.getByText('Still needed for the certificate: your submission for the assignment'),
  ).toBeVisible();
  await expectAccessible(student);
  await expectNoSideScroll(student);
  await call(student, 'PUT', `/classes/${classId}/submission`, { text: 'My page' });
  await student.goto(`/dashboard/myAssignmentTasks/${classId}`);
  await expect(
    student.getByText('Still needed for the certificate: the marks for your submission'),
  ).toBeVisible();

  const grade = async (marks: string) => {
    await teacher.reload();
    await teacher.getByRole('button', { name: /^Grade submission/ }).click();
    await teacher.getByRole('dialog').getByLabel('Marks out of 10').fill(marks);
    await teacher.getByRole('button', { name: 'Save marks' }).click();
    await expect(teacher.getByText(`${marks} / 10`)).toBeVisible();
    await student.reload();
  };
  await grade('5');
  await expect(student.getByText('at least 6 marks for the assignment')).toBeVisible();
  await expect(student.getByText('Not passed')).toBeVisible();
  await student.getByRole('button', { name: 'Submit again' }).click();
  const dialog = student.getByRole('dialog');
  await expect(dialog.getByText(/You need at least 6 marks to pass/)).toBeVisible();
  await dialog.getByLabel('Text').fill('My better page');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(student.getByText('My better page')).toBeVisible();
  await expect(student.getByText('the marks for your submission')).toBeVisible();
  await grade('8');
  await expect(student.getByText('View certificate')).toBeVisible();
  await expectAccessible(student);
  await tabTo(student, student.getByRole('link', { name: 'View certificate: Grids certified' }));
  await student.keyboard.press('Enter');
  await student.waitForURL(/\/certificate\/[0-9A-F]{24}$/);
  await expect(student.getByRole('heading', { level: 1 })).toHaveText('Certificate of completion');

  const stranger = await openPage(browser, baseURL);
  await setTheme(stranger, 'dark');
  for (const size of [PHONE, DESKTOP]) {
    await stranger.setViewportSize(size);
    await stranger.goto(student.url());
    await expect(stranger.getByText('Valid certificate')).toBeVisible();
    await expect(
      stranger.getByText('Completed its lesson and passed the assignment “⁨A page with columns⁩”'),
    ).toBeVisible();
    await expectAccessible(stranger);
    await expectNoSideScroll(stranger);
  }
  const picture = await stranger.locator('meta[property="og:image"]').getAttribute('content');
  const shown = await stranger.request.get(picture!);
  expect(shown.headers()['content-type']).toBe('image/png');
  const html = await (await stranger.request.get(student.url())).text();
  expect(html).toContain(`<meta property="og:image" content="${picture}"/>`);
  expect(html).toContain('Grids certified');
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toContain('@classharbor');
});

test('the last lesson shows the certificate on its screen, with the file', async ({ browser, baseURL }) => {
  const { student, lessonId } = await openCourse(browser, baseURL!, 'Grids without an assignment');
  await student.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const size of [PHONE, DESKTOP]) {
    await student.setViewportSize(size);
    await student.goto(`/lesson/${lessonId}`);
    const progress = student.getByRole('region', { name: 'Your progress' });
    if (size === PHONE) {
      await expect(progress.getByText('Still needed for the certificate: 1 lesson')).toBeVisible();
      await progress.getByRole('button', { name: 'Mark as done' }).click();
    }
    await expect(progress.getByRole('link', { name: 'View certificate' })).toBeVisible();
    await expectAccessible(student);
    await expectNoSideScroll(student);
    const download = student.waitForEvent('download');
    await progress.getByRole('link', { name: /^Download PDF/ }).click();
    expect((await download).suggestedFilename()).toMatch(/^certificate-[0-9A-F]{24}\.pdf$/);
    await progress.getByRole('link', { name: 'View certificate' }).click();
    await expect(student.getByRole('button', { name: 'Print' })).toBeVisible();
    await student.getByRole('button', { name: 'Copy link' }).click();
    await expectAnnounced(student, 'Link copied');
    expect(await student.evaluate(() => navigator.clipboard.readText())).toBe(student.url());
    const again = student.waitForEvent('download');
    await student.getByRole('link', { name: 'Download PDF' }).click();
    expect((await again).suggestedFilename()).toMatch(/^certificate-[0-9A-F]{24}\.pdf$/);
    await expectAccessible(student);
    await expectNoSideScroll(student);
  }
  for (const format of ['A4', 'Letter']) {
    const printed = await student.pdf({
      format,
      landscape: true,
      margin: { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' },
    });
    const { text, totalPages } = await extractText(new Uint8Array(printed), { mergePages: true });
    expect(totalPages).toBe(1);
    expect(text).toContain('Grids without an assignment');
    expect(text).not.toContain('Valid certificate');
  }
});

test.describe('a certificate that cannot be issued', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('is announced as a failure', async ({ page }) => {
    await loginAs(page, 'User');
    await page.route(/\/api\/enrollments\?/, async (route) => {
      const response = await route.fetch();
      const [first] = (await response.json()) as Enrollment[];
      const learning = { ...first!.learning, lessons: 1, done: 1 };
      const certificate = { code: null, assignment: 'none' };
      await route.fulfill({ response, json: [{ ...first, learning, certificate }] });
    });
    const error = { code: 'conflict', message: 'Complete the class first' };
    await page.route('**/api/classes/*/certificate', (route) =>
      route.fulfill({ status: 409, json: { error } }),
    );
    await page.goto('/dashboard/myEnroll');
    await page.getByRole('button', { name: /^Get your certificate/ }).click();
    const toast = page.getByRole('paragraph').filter({ hasText: error.message });
    await expect(toast).toBeVisible();
    await expect(toast.locator('svg')).toHaveCount(0);
  });
});

test.describe('an unknown code', () => {
  test.use({ expectedErrors: /status of 404/ });

  test('is reported as unknown', async ({ page }) => {
    for (const code of ['0'.repeat(24), 'x']) {
      const response = await page.goto(`/certificate/${code}`);
      expect(response!.status()).toBe(404);
      await expect(page.getByText('There is no certificate with this code')).toBeVisible();
    }
    await expectAccessible(page);
  });
});
