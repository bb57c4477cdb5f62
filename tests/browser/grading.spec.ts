import { expectAnnounced } from './announcements.ts';
import { openFreeClass } from './course.ts';
import {
  expect,
  expectAccessible,
  expectNoSideScroll,
  openPage,
  PHONE,
  registerAs,
  test,
} from './fixtures.ts';
import { call } from './purchases.ts';

const ASSIGNMENT = { title: 'A joint', description: 'Saw it.', marks: 10, date: '2040-06-30' };

test('work that the student replaces while the teacher grades it is shown before it is graded', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, 'Joints that are replaced');
  await call(teacher, 'PATCH', `/classes/${classId}/assignments`, ASSIGNMENT);
  const submit = (text: string) => call(student, 'PUT', `/classes/${classId}/submission`, { text });
  await submit(`It wobbles.${'\n\nSee above.'.repeat(60)}`);

  await teacher.goto(`/dashboard/teacherClassTask/${classId}`);
  await teacher.getByRole('button', { name: /^Grade submission of/ }).click();
  const dialog = teacher.getByRole('dialog');
  await expect(dialog.getByText('It wobbles.')).toBeInViewport();
  await expect(dialog.getByRole('heading', { name: /^Submission by/ })).toBeInViewport();
  await expect(dialog.getByLabel('Marks out of 10')).toBeFocused();
  await dialog.getByLabel('Marks out of 10').fill('4');
  await dialog.getByLabel('Comment').fill('Mind the glue.');
  await submit('It holds now.');
  await dialog.getByRole('button', { name: 'Save marks' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The student has replaced this submission');
  await expect(dialog.getByText('It holds now.')).toBeVisible();
  await expect(dialog.getByText('It wobbles.')).toHaveCount(0);
  await expect(dialog.getByLabel('Marks out of 10')).toHaveValue('4');
  await expect(dialog.getByLabel('Comment')).toHaveValue('Mind the glue.');
  await expectAccessible(teacher, 'dialog');

  await dialog.getByLabel('Marks out of 10').fill('9');
  await dialog.getByRole('button', { name: 'Save marks' }).click();
  await expectAnnounced(teacher, 'Marks saved');
  await expect(teacher.getByRole('row').filter({ hasText: '9 / 10' })).toBeVisible();
});

test('marks and an assignment that are changed elsewhere are shown before they are replaced', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, 'Joints in two tabs');
  const assignment = { ...ASSIGNMENT, passMarks: 5 };
  const setAssignment = (more: object = {}) =>
    call(teacher, 'PATCH', `/classes/${classId}/assignments`, { ...assignment, ...more });
  await setAssignment();
  const { _id: submission } = await call(student, 'PUT', `/classes/${classId}/submission`, {
    text: 'It holds.',
  });

  await teacher.goto(`/dashboard/teacherClassTask/${classId}`);
  await teacher.getByRole('button', { name: /^Grade submission of/ }).click();
  const dialog = teacher.getByRole('dialog');
  await dialog.getByLabel('Marks out of 10').fill('4');
  await call(teacher, 'PATCH', `/submissions/${submission}`, { marks: 9, comment: 'Sturdy' });
  await dialog.getByRole('button', { name: 'Save marks' }).click();
  await expect(dialog.getByRole('alert')).toContainText('graded elsewhere');
  await expect(dialog.getByText('Graded with 9 / 10')).toBeVisible();
  await expect(dialog.getByText('Sturdy')).toBeVisible();
  await expectAccessible(teacher, 'dialog');
  await dialog.getByLabel('Marks out of 10').fill('8');
  await dialog.getByRole('button', { name: 'Save marks' }).click();
  await expectAnnounced(teacher, 'Marks saved');

  await teacher.getByRole('button', { name: 'Edit Assignment' }).click();
  await dialog.getByLabel('Title').fill('A strong joint');
  await setAssignment({ passMarks: 9 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('changed elsewhere');
  await expect(dialog.getByText('9 to pass')).toBeVisible();
  await expectAccessible(teacher, 'dialog');
  await dialog.getByLabel('Pass mark').fill('9');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectAnnounced(teacher, 'Assignment saved');
  await expect(teacher.getByText('9 to pass')).toBeVisible();
});

test('marks that arrive while the student works on a new submission are shown before they are replaced', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, 'Joints submitted again');
  await call(teacher, 'PATCH', `/classes/${classId}/assignments`, ASSIGNMENT);
  const { _id: submission } = await call(student, 'PUT', `/classes/${classId}/submission`, {
    text: 'It wobbles.',
  });

  await student.goto(`/dashboard/myAssignmentTasks/${classId}`);
  await student.getByRole('button', { name: 'Submit again' }).click();
  const dialog = student.getByRole('dialog');
  await dialog.getByLabel('Text').fill('It holds now.');
  await call(teacher, 'PATCH', `/submissions/${submission}`, { marks: 3, comment: 'Mind the glue.' });
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByRole('alert')).toContainText('graded in the meantime');
  const earlier = dialog.getByRole('region', { name: 'Your earlier work' });
  await expect(earlier).toContainText('It wobbles.');
  await expect(earlier).toContainText('3 of 10 marks');
  await expect(earlier).toContainText('Mind the glue.');
  await expect(dialog.getByLabel('Text')).toHaveValue('It holds now.');
  await expectAccessible(student, 'dialog');

  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expectAnnounced(student, 'Submitted');
  await expect(student.getByText('It holds now.')).toBeVisible();
  await expect(student.getByText('Earlier attempt: 3 marks, not passed')).toBeVisible();
  await expect(student.getByText('Not passed', { exact: true })).toHaveCount(0);
});

test('a teacher grades one submission after another without closing the dialog', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, 'Many joints');
  await call(teacher, 'PATCH', `/classes/${classId}/assignments`, ASSIGNMENT);
  await call(student, 'PUT', `/classes/${classId}/submission`, { text: 'The first joint.' });
  for (const name of ['Bea Second', 'Cem Third']) {
    const page = await openPage(browser, baseURL);
    await registerAs(page, name);
    await call(page, 'POST', `/classes/${classId}/enrollment`);
    await call(page, 'PUT', `/classes/${classId}/submission`, { text: `The joint of ${name}.` });
  }

  await teacher.setViewportSize(PHONE);
  await teacher.goto(`/dashboard/teacherClassTask/${classId}?sort=oldest`);
  await teacher.getByRole('button', { name: 'Grade submission of Bea Second' }).click();
  const dialog = teacher.getByRole('dialog');
  const marks = dialog.getByLabel('Marks out of 10');
  const saveAndNext = dialog.getByRole('button', { name: 'Save and next' });
  await expect(saveAndNext).toBeInViewport();
  await expectNoSideScroll(teacher);
  await expectAccessible(teacher, 'dialog');
  await saveAndNext.click();
  await expect(dialog.getByText('Marks are required')).toBeVisible();
  await marks.fill('8');
  await saveAndNext.click();

  // The rows after the graded one come first.
  await expect(dialog.getByRole('heading', { name: 'Submission by Cem Third' })).toBeVisible();
  await expect(dialog.getByText('The joint of Cem Third.')).toBeVisible();
  await expect(marks).toBeFocused();
  await expect(marks).toHaveValue('');
  await marks.fill('7');
  await saveAndNext.press('Enter');
  await expect(dialog.getByText('The first joint.')).toBeVisible();
  await marks.fill('6');
  await saveAndNext.click();
  await expectAnnounced(teacher, 'All submissions are graded');
  await expect(dialog).toHaveCount(0);
  for (const given of ['8 / 10', '7 / 10', '6 / 10'])
    await expect(teacher.getByRole('row').filter({ hasText: given })).toBeVisible();

  // Graded submissions are corrected one by one.
  await teacher.getByRole('button', { name: 'View submission of Bea Second' }).click();
  await expect(saveAndNext).toHaveCount(0);
  await marks.fill('9');
  await marks.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(teacher.getByRole('row').filter({ hasText: '9 / 10' })).toBeVisible();
});
