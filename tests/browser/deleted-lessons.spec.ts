import { addSection, openCourse } from './course.ts';
import { confirm, expect, test } from './fixtures.ts';
import { call } from './purchases.ts';

test.use({ expectedErrors: /status of 409 |ERR_FAILED/ });

test('a teacher reads what is deleted with a lesson, and cannot delete hidden posts that way', async ({
  browser,
  baseURL,
}) => {
  const { admin, teacher, student, classId, lesson } = await openCourse(browser, baseURL!, 'Lost joints');
  await call(student, 'PUT', `/lessons/${lesson}/note`, { text: 'Glue first', version: 0 });
  const question = await call(student, 'POST', `/lessons/${lesson}/questions`, { text: 'Which glue?' });
  await call(teacher, 'POST', `/questions/${question.insertedId}/answers`, { text: 'Hide glue' });
  await call(admin, 'PATCH', `/posts/hide/${question.insertedId}`, { reason: 'Rude' });

  await teacher.goto(`/dashboard/curriculum/${classId}`);
  await teacher.getByRole('button', { name: 'Delete section: Basics' }).click();
  await expect(teacher.getByRole('dialog')).toContainText(
    'The texts of these lessons and your students’ progress in them ' +
      'will be deleted, with 1 private note and 2 questions and answers. ' +
      'To hide them and keep all of this, make them drafts instead.',
  );
  await confirm(teacher, 'Delete “Basics” with its lessons?', 'Delete');
  await expect(teacher.getByRole('alert')).toContainText('Keep the lessons as drafts instead.');
  await teacher.getByRole('button', { name: 'Delete lesson: Joints' }).click();
  await expect(teacher.getByRole('dialog')).toContainText(
    'will be deleted, with 1 private note and 2 questions and answers. ' +
      'To hide it and keep all of this, make it a draft instead.',
  );
  await confirm(teacher, 'Delete “Joints”?', 'Delete');
  await expect(teacher.getByRole('alert')).toContainText('Keep the lesson as a draft instead.');

  await call(admin, 'PATCH', `/posts/show/${question.insertedId}`);
  await teacher.route('**/curriculum/contributions', (route) => route.abort());
  await teacher.getByRole('button', { name: 'Delete lesson: Joints' }).click();
  await expect(teacher.getByRole('alert')).toContainText('connection');
  await expect(teacher.getByRole('dialog')).toHaveCount(0);
  await teacher.unroute('**/curriculum/contributions');
  await teacher.getByRole('button', { name: 'Delete lesson: Joints' }).click();
  await confirm(teacher, 'Delete “Joints”?', 'Delete');
  await expect(teacher.getByText('No lessons yet.')).toBeVisible();
});

test('a teacher reads which contents are deleted with a lesson or a section', async ({
  browser,
  baseURL,
}) => {
  const { teacher, classId } = await openCourse(browser, baseURL!, 'Joints of each kind');
  const section = await addSection(teacher, classId, 'More');
  for (const [kind, title] of [
    ['video', 'A film'],
    ['file', 'A plan'],
  ])
    await call(teacher, 'POST', `/sections/${section}/lessons`, { kind, title });
  await teacher.goto(`/dashboard/curriculum/${classId}`);
  const expectLoss = async (button: string, loss: string) => {
    await teacher.getByRole('button', { name: button }).click();
    await expect(teacher.getByRole('dialog')).toContainText(loss);
    await teacher.getByRole('button', { name: 'Cancel' }).click();
  };
  const end = 'and your students’ progress in it will be deleted.';
  await expectLoss('Delete lesson: Joints', `Its text ${end}`);
  await expectLoss('Delete lesson: A film', `Its video with any captions, its text ${end}`);
  await expectLoss('Delete lesson: A plan', `Its file, its text ${end}`);
  await expectLoss(
    'Delete section: More',
    'The videos with any captions, files and texts of these lessons and your students’ progress in them will be deleted.',
  );
});
