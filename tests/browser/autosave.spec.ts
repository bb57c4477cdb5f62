import type { Page } from '@playwright/test';
import { openCourse } from './course.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { loseResponse } from './lose-response.ts';
import { call } from './purchases.ts';

// Texts that are saved while their author writes.

test.use({ expectedErrors: /net::ERR_FAILED|status of 4(09|13)/ });

/** The address of a lesson's editor. */
const editorOf = async (teacher: Page, lesson: string): Promise<string> => {
  const { classId } = (await call(teacher, 'GET', `/lessons/${lesson}`)) as unknown as { classId: string };
  return `/dashboard/curriculum/${classId}?lesson=${lesson}`;
};

test('a note and a lesson are saved after a response was lost, with what was typed since', async ({
  browser,
  baseURL,
}) => {
  const { teacher, student, lesson } = await openCourse(browser, baseURL!, 'Notes without a response');
  for (const [page, screen, address, name] of [
    [student, `/lesson/${lesson}`, '**/api/lessons/*/note', 'Your notes'],
    [teacher, await editorOf(teacher, lesson), '**/api/lessons/*', 'Title'],
  ] as const) {
    await page.goto(screen);
    const field = page.getByRole('textbox', { name, exact: true });
    await loseResponse(page, address, 'PUT');
    // The server drops the space after a title.
    await field.fill('Glue ');
    await expect(page.getByText('Saving failed – trying again')).toBeVisible();
    await field.fill('Glue first');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(field).toHaveValue('Glue first');
  }
});

test('what was written just before the tab is closed is saved, and a note is found under My Notes', async ({
  browser,
  baseURL,
}) => {
  const { teacher, student, lesson } = await openCourse(browser, baseURL!, 'Notes in a hurry');
  const note = await student.context().newPage();
  await note.goto(`/lesson/${lesson}`);
  await note.getByRole('textbox', { name: 'Your notes' }).fill('Glue first');
  await note.close();
  await expect
    .poll(() => call(student, 'GET', `/lessons/${lesson}/note`))
    .toMatchObject({ text: 'Glue first' });

  await student.goto('/dashboard/userHome');
  await student.getByRole('link', { name: 'My Notes' }).click();
  await expect(student.getByRole('heading', { level: 1 })).toHaveText('My Notes');
  await student.getByRole('searchbox', { name: 'Search your notes' }).fill('in a hurry');
  const found = student.getByRole('listitem').filter({ hasText: 'Notes in a hurry' });
  await expect(found).toContainText('Glue first');
  await expectAccessible(student);
  await found.getByRole('link', { name: 'Joints' }).click();
  await expect(student.getByRole('textbox', { name: 'Your notes' })).toHaveValue('Glue first');

  const editor = await teacher.context().newPage();
  await editor.goto(await editorOf(teacher, lesson));
  await editor.getByLabel('Published').uncheck();
  await editor.close();
  await expect.poll(() => call(teacher, 'GET', `/lessons/${lesson}`)).toMatchObject({ status: 'draft' });
});

test('a text that is too long to outlive the tab is sent nevertheless', async ({ browser, baseURL }) => {
  const { student, lesson } = await openCourse(browser, baseURL!, 'Notes without an end');
  await student.goto(`/lesson/${lesson}`);
  await student.getByRole('textbox', { name: 'Your notes' }).fill('x'.repeat(70_000));
  await expect(student.getByText(/^Not saved/)).toBeVisible();
});
