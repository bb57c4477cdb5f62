import type { Page } from '@playwright/test';
import { addLesson, addSection, discussion, openCourse, openFreeClass } from './course.ts';
import { expect, test } from './fixtures.ts';
import { call } from './purchases.ts';

// Lessons without a connection, as in a train.

test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

/** Opens a lesson, and waits until the next one and its note have been loaded in advance. */
const openWithNext = async (student: Page, lesson: string, next: string): Promise<void> => {
  const inAdvance = [`/lessons/${next}`, `/lessons/${next}/note`].map((path) =>
    student.waitForResponse((response) => response.url().endsWith(`/api${path}`)),
  );
  await student.goto(`/lesson/${lesson}`);
  for (const response of inAdvance) await (await response).finished();
};

test('what a student writes is kept, and sent later', async ({ browser, baseURL }) => {
  const { student, lesson } = await openCourse(browser, baseURL!, 'Joinery on a train');
  await student.goto(`/lesson/${lesson}`);
  await discussion(student).scrollIntoViewIfNeeded();
  const notes = student.getByRole('textbox', { name: 'Your notes' });
  await expect(notes).toBeVisible();
  await expect(student.getByRole('textbox', { name: 'Your question' })).toBeVisible();
  await student.context().setOffline(true);
  await notes.fill('Glue first');
  await expect(student.getByText('Offline – saved in this browser')).toBeVisible();
  await student.getByRole('textbox', { name: 'Your question' }).fill('Which glue?');
  await student.getByRole('button', { name: 'Ask' }).click();
  await expect(discussion(student).getByRole('alert')).toBeVisible();
  await student.context().setOffline(false);
  await expect(student.getByText('Saved', { exact: true })).toBeVisible();

  // Unsent text survives a closed tab.
  await student.goto('/');
  await student.goto(`/lesson/${lesson}`);
  await discussion(student).scrollIntoViewIfNeeded();
  await expect(student.getByRole('textbox', { name: 'Your notes' })).toHaveValue('Glue first');
  await expect(student.getByRole('textbox', { name: 'Your question' })).toHaveValue('Which glue?');
  await student.getByRole('button', { name: 'Ask' }).click();
  await expect(discussion(student).getByRole('article')).toContainText('Which glue?');

  await student.getByRole('button', { name: 'Edit your question' }).click();
  await discussion(student)
    .getByRole('article')
    .getByRole('textbox', { name: 'Your question' })
    .fill('Which glue for oak?');
  await student.getByRole('button', { name: 'Cancel' }).click();
  await student.getByRole('button', { name: 'Leave' }).click();
  await expect(discussion(student).getByRole('article')).toContainText('Which glue?');
});

test('a note that was saved is there again, and can be continued', async ({ browser, baseURL }) => {
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, 'Joinery in a lift');
  const section = await addSection(teacher, classId, 'Basics');
  const first = await addLesson(teacher, section, { title: 'Saws', text: 'They cut.' });
  const second = await addLesson(teacher, section, { title: 'Planes', text: 'They smooth.' });
  const notes = student.getByRole('textbox', { name: 'Your notes' });
  const heading = student.getByRole('heading', { level: 1 });
  await openWithNext(student, first, second);
  await notes.fill('Pull, not push');
  await expect(student.getByText('Saved', { exact: true })).toBeVisible();

  await student.context().setOffline(true);
  await student.getByRole('link', { name: /^Next/ }).click();
  await expect(heading).toHaveText('Planes');
  await student.goBack();
  await expect(heading).toHaveText('Saws');
  await expect(notes).toHaveValue('Pull, not push');
  await notes.fill('Pull, not push, slowly');
  await expect(student.getByText('Offline – saved in this browser')).toBeVisible();
  await student.context().setOffline(false);
  await expect(student.getByText('Saved', { exact: true })).toBeVisible();
  await expect(student.getByText('You also changed this note elsewhere')).toHaveCount(0);
});

test('a student who finishes a lesson offline keeps the progress, and notes under it and the next lesson', async ({
  browser,
  baseURL,
}) => {
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, 'Joinery in a tunnel');
  const section = await addSection(teacher, classId, 'Basics');
  const text = 'A joint holds.\n\n'.repeat(100);
  const first = await addLesson(teacher, section, { title: 'Joints', text });
  const second = await addLesson(teacher, section, { title: 'Glue', text });
  const notes = student.getByRole('textbox', { name: 'Your notes' });
  await openWithNext(student, first, second);
  await expect(notes).toBeAttached();

  await student.context().setOffline(true);
  await discussion(student).scrollIntoViewIfNeeded();
  await expect(discussion(student).getByText(/^You’re offline/)).toBeVisible();
  await expect(student.getByRole('heading', { level: 1 })).toHaveText('Joints');
  await student.getByRole('link', { name: /^Next/ }).click();
  await expect(student.getByRole('heading', { level: 1 })).toHaveText('Glue');
  await notes.fill('Let it dry');
  await expect(student.getByText('Offline – saved in this browser')).toBeVisible();

  await student.context().setOffline(false);
  await expect(student.getByText('Saved', { exact: true })).toBeVisible();
  await expect(student.getByRole('textbox', { name: 'Your question' })).toBeVisible();
  expect(await call(student, 'GET', `/lessons/${second}/note`)).toMatchObject({ text: 'Let it dry' });
});
