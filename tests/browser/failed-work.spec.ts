import { addLesson, addSection, openFreeClass } from './course.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { call, CONTENT } from './purchases.ts';

test('work that did not pass stays among what the student has to submit, and its teacher sees it everywhere', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, 'Joints that failed');
  const section = await addSection(teacher, classId, 'Basics');
  for (const title of ['Saws', 'Glue'])
    await addLesson(teacher, section, { title, text: 'Mind your fingers.' });
  const task = { title: 'A joint', description: 'Saw it.', marks: 100, passMarks: 50, date: '2040-06-30' };
  await call(teacher, 'PATCH', `/classes/${classId}/assignments`, task);
  await teacher.goto(`/dashboard/classStudents/${classId}`);
  await expect(teacher.getByRole('table', { name: 'Students' }).getByText('Not submitted')).toBeVisible();
  const { _id } = await call(student, 'PUT', `/classes/${classId}/submission`, { text: 'It wobbles.' });
  await teacher.reload();
  await expectAccessible(teacher);
  await teacher.getByRole('link', { name: /^To grade: / }).click();
  await expect(teacher).toHaveURL(`/dashboard/teacherClassTask/${classId}?marked=no`);
  await expect(teacher.getByRole('button', { name: /^Grade submission of/ })).toBeVisible();
  await call(teacher, 'PATCH', `/submissions/${_id}`, { marks: 40, comment: 'Measure twice.' });

  await student.goto('/dashboard');
  const due = student.getByRole('region', { name: 'Assignments to submit' });
  const entry = due.getByRole('listitem').filter({ hasText: 'Joints that failed' });
  await expect(entry).toContainText('not passed, submit again · due Jun 30, 2040');
  await entry.getByRole('link', { name: 'A joint' }).click();
  await expect(student.getByRole('button', { name: 'Submit again' })).toBeVisible();

  await teacher.goto(`/dashboard/classStudents/${classId}`);
  const row = teacher.getByRole('row').filter({ hasText: '40 / 100, not passed' });
  await expect(row).toContainText('0 of 2');
  const byProgress = teacher.getByRole('columnheader', { name: 'Lessons done' });
  await byProgress.getByRole('button').press('Enter');
  await expect(byProgress).toHaveAttribute('aria-sort', 'ascending');
  await expect(teacher).toHaveURL(/sort=progress/);
  await expect(row).toBeVisible();
  await teacher.goto(`/dashboard/teacherClassTask/${classId}`);
  await expect(teacher.getByRole('row').filter({ hasText: '40 / 100, not passed' })).toBeVisible();
  await teacher.getByRole('button', { name: /^View submission of/ }).click();
  await expect(teacher.getByRole('dialog').getByText('50 to pass')).toBeVisible();
  await expectAccessible(teacher, 'dialog');

  await call(student, 'PUT', `/classes/${classId}/submission`, { text: 'It holds.' });
  await student.reload();
  const work = student.getByRole('region', { name: 'Your work' });
  await expect(work).toContainText('Earlier attempt: 40 marks, not passed');
  await expect(work).toContainText('Measure twice.');
  await teacher.reload();
  await teacher.getByRole('button', { name: /^Grade submission of/ }).click();
  await expect(teacher.getByRole('dialog')).toContainText('Earlier attempt: 40 marks, not passed');
  await expect(teacher.getByRole('dialog').getByText('Measure twice.')).toBeVisible();
});

test('each screen of one class leads back to the list, and deleting the class says what its students keep', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const title = 'Joints to leave';
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, title);
  await call(teacher, 'PUT', `/classes/${classId}`, { ...CONTENT, title, price: 0, startsOn: '2040-06-30' });
  for (const screen of ['classStudents', 'teacherClassTask', 'updateClass', 'curriculum']) {
    await teacher.goto(`/dashboard/${screen}/${classId}`);
    await teacher.getByRole('link', { name: 'All my classes' }).click();
    await expect(teacher).toHaveURL(/\/dashboard\/myAddedClass$/);
  }
  await teacher.getByRole('button', { name: `Delete ${title}` }).click();
  const dialog = teacher.getByRole('dialog');
  await expect(dialog).toContainText('Its students keep access, but nobody else can enroll.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  for (const screen of ['myEnroll', `myAssignmentTasks/${classId}`]) {
    await student.goto(`/dashboard/${screen}`);
    await expect(student.getByText('Start date: Jun 30, 2040')).toBeVisible();
  }
});
