import { addLesson, addSection, openFreeClass } from './course.ts';
import { expect, expectAccessible, loginAs, openPage, registerAs, test } from './fixtures.ts';
import { call } from './purchases.ts';

const TITLE = 'Grids for the home screen';

test('a student finds new marks, the certificate and suggestions at home', async ({ browser, baseURL }) => {
  const { teacher, admin, student, classId } = await openFreeClass(browser, baseURL, TITLE);
  const section = await addSection(teacher, classId, 'Basics');
  const lesson = await addLesson(teacher, section, { title: 'What a grid is', text: 'A grid.' });
  await call(teacher, 'PATCH', `/classes/${classId}/assignments`, {
    title: 'A page with columns',
    description: 'Build it.',
    marks: 10,
    date: '2040-06-30',
    timeZone: 'UTC',
  });
  await call(student, 'PUT', `/lessons/${lesson}/progress`, { isDone: true });
  await call(student, 'PUT', `/classes/${classId}/submission`, { text: 'My page' });
  const submissions: unknown = await call(teacher, 'GET', `/classes/${classId}/submissions`);
  const [{ _id }] = submissions as [{ _id: string }];
  await call(teacher, 'PATCH', `/submissions/${_id}`, { marks: 3 });
  await call(student, 'PUT', `/classes/${classId}/submission`, { text: 'My better page' });
  await call(teacher, 'PATCH', `/submissions/${_id}`, { marks: 9 });

  await student.goto('/dashboard/userHome');
  const suggestions = student.getByRole('region', { name: 'Suggested for you' });
  await expect(suggestions.getByRole('article')).toHaveCount(3);
  await expect(suggestions.getByRole('article').filter({ hasText: TITLE })).toHaveCount(0);
  const certificates = student.getByRole('region', { name: 'Certificates' });
  await expect(certificates.getByRole('link', { name: `View certificate: ${TITLE}` })).toBeVisible();
  const news = student.getByRole('region', { name: 'New marks and answers' });
  const marks = news.getByRole('listitem').filter({ hasText: 'A page with columns' });
  await expect(marks).toContainText('You have 9 of 10 marks');
  await expect(marks).toContainText('New');
  await expectAccessible(student);
  await marks.getByRole('link').click();
  await expect(student.getByRole('heading', { level: 1 })).toHaveText(TITLE);
  await student.goto('/dashboard/userHome');
  await expect(marks).toBeVisible();
  await expect(marks.getByText('New', { exact: true })).toHaveCount(0);
  for (const page of [teacher, admin, student]) await page.context().close();
});

test('a finished class without a certificate offers to get it', async ({ page }) => {
  await loginAs(page, 'User');
  await page.goto('/dashboard/userHome');
  const certificates = page.getByRole('region', { name: 'Certificates' });
  await certificates.getByRole('button', { name: 'Get your certificate: Make a pixel platformer' }).click();
  await certificates.getByRole('link', { name: 'View certificate: Make a pixel platformer' }).click();
  await expect(page).toHaveURL(/\/certificate\//);
});

test('a new student reads nothing but where to find a class, and suggestions', async ({ page }) => {
  await registerAs(page, 'Nora New');
  await page.goto('/dashboard/userHome');
  await expect(page.getByRole('region', { name: 'Suggested for you' }).getByRole('article')).toHaveCount(3);
  await expect(page.getByText('You haven’t enrolled in any classes yet.')).toBeVisible();
  for (const name of ['New marks and answers', 'Certificates'])
    await expect(page.getByRole('region', { name })).toHaveCount(0);
});

test('the panels of a student do not move while they load', async ({ browser, baseURL }) => {
  const page = await openPage(browser, baseURL, 'User');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/notifications?**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard/userHome');
  await expect(page.getByRole('region', { name: 'Continue learning' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Suggested for you' })).toHaveCount(0);
  release();
  await expect(page.getByRole('region', { name: 'Suggested for you' })).toBeVisible();
  await page.context().close();
});

test.describe('a panel that cannot be loaded', () => {
  test.use({ expectedErrors: /503/ });

  test('leaves the others in place, and can be retried', async ({ page }) => {
    await loginAs(page, 'User');
    await page.route('**/api/notifications?**', (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto('/dashboard/userHome');
    await expect(page.getByRole('region', { name: 'Suggested for you' })).toBeVisible();
    const failure = page.getByRole('alert').filter({ hasText: 'Your new marks and answers could not' });
    await expect(failure).toBeVisible({ timeout: 30_000 });
    await page.unrouteAll();
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(failure).toHaveCount(0);
  });
});
