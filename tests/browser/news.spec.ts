import type { Page } from '@playwright/test';
import { openFreeClass } from './course.ts';
import { askToTeach, confirm, expect, openPage, registerAs, test } from './fixtures.ts';
import { call, CONTENT } from './purchases.ts';

/** Longer than the pause between two reloads. */
const SOON = { timeout: 20_000 };

/** Notes the addresses of the API that a page reads. */
const readsOf = (page: Page): string[] => {
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/')) reads.push(pathname);
  });
  return reads;
};

test('an applicant whose request is approved sees the decision and the links of a teacher', async ({
  page,
  browser,
  baseURL,
}) => {
  await registerAs(page, 'Nora News');
  await askToTeach(page);
  await expect(page.getByText('You’ll see our decision here')).toBeVisible();
  const admin = await openPage(browser, baseURL, 'Admin');
  await admin.goto('/dashboard/teachersRequests');
  const row = admin.getByRole('row').filter({ hasText: 'Nora News' });
  await row.getByRole('button', { name: 'Approve' }).click();
  await confirm(admin, 'Approve the request from Nora News?', 'Approve');
  await expect(page.getByText('You’re already a teacher')).toBeVisible(SOON);
  await expect(page.getByRole('navigation').getByRole('link', { name: 'My Added Class' })).toBeVisible();
});

test('the assignment, its marks and an announcement appear on the screen of the class', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, 'A class with news');
  await student.goto(`/dashboard/myAssignmentTasks/${classId}`);
  await expect(student.getByText('It will appear here')).toBeVisible();
  const assignment = { title: 'An essay', description: 'Two pages.', marks: 10, date: '2040-06-30' };
  await call(teacher, 'PATCH', `/classes/${classId}/assignments`, assignment);
  const table = student.getByRole('table', { name: 'Assignment' });
  await expect(table).toContainText('Two pages.');

  await student.getByRole('button', { name: 'Submit', exact: true }).click();
  const dialog = student.getByRole('dialog');
  await dialog.getByLabel('Text').fill('Here it is.');
  await call(teacher, 'POST', `/classes/${classId}/announcements`, {
    text: 'The exam is on Monday.',
    key: crypto.randomUUID(),
  });
  await expect(student.getByText(/unread notifications$/)).toBeAttached();
  // The screen waits for the dialog, so nothing can take the text away.
  await expect(dialog.getByLabel('Text')).toHaveValue('Here it is.');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(student.getByText('The exam is on Monday.')).toBeVisible(SOON);

  const submissions = await call(teacher, 'GET', `/classes/${classId}/submissions`);
  const [{ _id, submittedAt }] = submissions as unknown as [{ _id: string; submittedAt: string }];
  await call(teacher, 'PATCH', `/submissions/${_id}`, { marks: 9, comment: 'Good.', submittedAt });
  await expect(table.getByText('Graded', { exact: true })).toBeVisible(SOON);
  await expect(student.getByText('9 of 10')).toBeVisible();
});

test('typed text survives news, which reloads the screen once and leaves focus and scrolling', async ({
  browser,
  baseURL,
}) => {
  const admin = await openPage(browser, baseURL, 'Admin');
  const teacher = await openPage(browser, baseURL, 'Teacher');
  const content = { title: 'A class in review', price: 0, experience: 'Beginner', ...CONTENT };
  const ids: string[] = [];
  for (const title of ['First in review', 'Second in review'])
    ids.push((await call(teacher, 'POST', '/classes', { ...content, title })).insertedId);
  await teacher.goto('/dashboard/studentProf');
  const name = teacher.getByLabel('Name', { exact: true });
  await name.fill('A name that is not saved');
  await teacher.evaluate(() => window.scrollTo(0, 40));
  const scrolled = await teacher.evaluate(() => window.scrollY);
  const reads = readsOf(teacher);
  for (const id of ids) await call(admin, 'PATCH', `/classes/${id}`, { status: 'approve' });
  await expect
    .poll(() => reads.filter((path) => path.startsWith('/api/teacher-req/teacher/')).length)
    .toBe(1);
  await expect(name).toHaveValue('A name that is not saved');
  await expect(name).toBeFocused();
  expect(await teacher.evaluate(() => window.scrollY)).toBe(scrolled);
});
