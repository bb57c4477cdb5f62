import { openFreeClass } from './course.ts';
import { askToTeach, expect, expectAccessible, loginAs, openPage, registerAs, test } from './fixtures.ts';
import { call, CONTENT } from './purchases.ts';

test('a teacher finds new students, ratings, earnings and the state of each class at home', async ({
  browser,
  baseURL,
}) => {
  const title = 'Joints for the home screen';
  const { teacher, admin, student, classId } = await openFreeClass(browser, baseURL, title);
  await call(student, 'POST', '/feedback', { classId, rating: 4, feedback: 'Sturdy.' });
  const { insertedId } = await call(teacher, 'POST', '/classes', {
    ...CONTENT,
    title: 'Copied joints',
    price: 30,
    experience: 'Beginner',
  });
  await call(admin, 'PATCH', `/classes/reject/${insertedId}`, { status: 'rejected', reason: 'A copy' });
  const proposal = { ...CONTENT, title: 'The best joints', price: 0, experience: 'Beginner' };
  await call(teacher, 'PUT', `/classes/${classId}`, proposal);
  const { change } = await call(teacher, 'GET', `/classes/${classId}/change`);

  await teacher.goto('/dashboard/userHome');
  const classes = teacher.getByRole('region', { name: 'Your classes' });
  const state = classes.getByRole('listitem').filter({ hasText: title });
  await expect(state).toContainText('Your change is awaiting review');
  await expect(classes.getByRole('listitem').filter({ hasText: 'Copied joints' })).toContainText(
    'Not approved: A copy',
  );
  const { _id, version } = change;
  const rejection = { status: 'rejected', version, reason: 'Promises too much' };
  await call(admin, 'PATCH', `/class-changes/reject/${_id}`, rejection);
  await teacher.reload();
  await expect(state).toContainText('Your change was not approved: Promises too much');
  const students = teacher.getByRole('region', { name: 'New students' });
  await expect(students).toContainText(/[1-9]\d* ?in the last 7 days/);
  await expect(teacher.getByRole('region', { name: 'Rating' })).toContainText(/\d\.\d.*from \d+ rating/);
  await expect(teacher.getByRole('region', { name: 'Earned this month' })).toContainText(/\$.*Last month: /);
  await expectAccessible(teacher);

  await state.getByRole('link').click();
  await expect(teacher.getByRole('heading', { name: 'Your change was not approved' })).toBeVisible();
  await teacher.goto('/dashboard/myAddedClass');
  const card = teacher.getByRole('article').filter({ hasText: title });
  await expect(card).toContainText('Your change was not approved: Promises too much');
  await expectAccessible(teacher);
  await call(teacher, 'PUT', `/classes/${classId}`, { ...proposal, title });
  await teacher.reload();
  await expect(card).toBeVisible();
  await expect(card.getByText('Your change was not approved')).toHaveCount(0);
  for (const page of [teacher, admin, student]) await page.context().close();
});

test('after the last submission is graded, the list says so', async ({ browser, baseURL }) => {
  const { teacher, admin, student, classId } = await openFreeClass(browser, baseURL, 'Joints to grade');
  const task = { title: 'A box', description: 'Build it.', marks: 10, date: '2040-06-30', timeZone: 'UTC' };
  await call(teacher, 'PATCH', `/classes/${classId}/assignments`, task);
  await call(student, 'PUT', `/classes/${classId}/submission`, { text: 'My box' });
  await teacher.goto('/dashboard/userHome');
  await teacher.getByRole('link', { name: '1 submission to grade in “Joints to grade”' }).click();
  await teacher.getByRole('button', { name: /^Grade submission/ }).click();
  const dialog = teacher.getByRole('dialog');
  await dialog.getByLabel('Marks').fill('9');
  await dialog.getByRole('button', { name: 'Save marks' }).click();
  await expect(teacher.getByText('Everything is graded')).toBeVisible();
  await teacher.getByRole('searchbox').fill('Nobody');
  await expect(teacher.getByText('No matches found')).toBeVisible();
  await teacher.getByRole('button', { name: 'Show all' }).click();
  await expect(teacher.getByRole('button', { name: /^View submission/ })).toBeVisible();
  for (const page of [teacher, admin, student]) await page.context().close();
});

test('a new teacher is offered to add a class', async ({ page, browser, baseURL }) => {
  await registerAs(page, 'Tara Teacher');
  await askToTeach(page);
  const admin = await openPage(browser, baseURL, 'Admin');
  await admin.goto('/dashboard/teachersRequests?status=Pending&q=Tara');
  await admin.getByRole('button', { name: /^Approve/ }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await admin.context().close();
  await page.goto('/dashboard/userHome');
  await expect(page.getByRole('link', { name: 'Add your first class' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Earned this month' })).toHaveCount(0);
  await expectAccessible(page);
});

test.describe('earnings that cannot be loaded', () => {
  test.use({ expectedErrors: /503/ });

  test('leave the other panels in place, and can be retried', async ({ page }) => {
    await loginAs(page, 'Teacher');
    await page.route('**/api/earnings/totals*', (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto('/dashboard/userHome');
    await expect(page.getByRole('region', { name: 'Your classes' })).toBeVisible();
    const failure = page.getByRole('alert').filter({ hasText: 'Your earnings could not be loaded' });
    await expect(failure).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('region', { name: 'Rating' })).toBeVisible();
    await page.unrouteAll();
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('region', { name: 'Earned this month' })).toBeVisible();
  });
});
