import { confirm, expect, expectAccessible, expectNoSideScroll, PHONE, test } from './fixtures.ts';
import { openFreeClass } from './course.ts';
import { call } from './purchases.ts';

const TITLE = 'Joints of a deleted class';

test('a teacher grades the work of a class that they have deleted, and can no longer change the class', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, TITLE);
  await call(teacher, 'PATCH', `/classes/${classId}/assignments`, {
    title: 'A joint',
    description: 'Saw it.',
    marks: 10,
    date: '2040-06-30',
  });
  await teacher.goto(`/dashboard/myAddedClass?q=${encodeURIComponent(TITLE)}`);
  await teacher.getByRole('button', { name: `Delete ${TITLE}` }).click();
  await confirm(teacher, 'Are you sure?', 'Yes, delete it!');
  await expect(teacher.getByRole('article').filter({ hasText: TITLE })).toHaveCount(0);
  await call(student, 'PUT', `/classes/${classId}/submission`, { text: 'It holds.' });

  await teacher.setViewportSize(PHONE);
  await teacher.goto('/dashboard/userHome');
  await teacher.getByRole('link', { name: `1 submission to grade in “${TITLE}”` }).click();
  await expect(teacher.getByRole('heading', { level: 1 })).toHaveText(TITLE);
  await expect(teacher.getByText('You deleted this class. Its students still have access')).toBeVisible();
  await expect(teacher.getByRole('button', { name: 'Edit Assignment' })).toHaveCount(0);
  await expectNoSideScroll(teacher);
  await expectAccessible(teacher);
  await teacher.getByRole('button', { name: /^Grade submission of/ }).click();
  const dialog = teacher.getByRole('dialog');
  await expect(dialog.getByText('It holds.')).toBeVisible();
  await dialog.getByLabel('Marks out of 10').fill('9');
  await dialog.getByRole('button', { name: 'Save marks' }).click();
  await expect(teacher.getByText('Everything is graded')).toBeVisible();

  await teacher.getByRole('link', { name: 'View student progress' }).click();
  await expect(teacher.getByRole('heading', { level: 1 })).toHaveText('Student progress');
  await teacher.goto(`/dashboard/updateClass/${classId}`);
  await expect(teacher.getByRole('alert')).toContainText('No class details found.');
  await teacher.goto(`/classDetail/${classId}`);
  await expect(teacher.getByText('You deleted this class. Its students still have access.')).toBeVisible();
  await teacher.getByRole('link', { name: 'Manage this class' }).click();
  await expect(teacher.getByRole('row').filter({ hasText: '9 / 10' })).toBeVisible();
});
