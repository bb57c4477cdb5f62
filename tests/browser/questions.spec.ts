import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { QUESTION_LIMITS } from '#contract/questions.ts';
import { call } from './purchases.ts';
import {
  confirm,
  DESKTOP,
  expect,
  expectAccessible,
  expectNoSideScroll,
  PHONE,
  setTheme,
  test,
} from './fixtures.ts';
import { discussion, expectLinkedQuestion, openCourse } from './course.ts';

/** Presses a button using the keyboard only. */
const press = async (page: Page, name: string | RegExp) => {
  const button = page.getByRole('button', { name });
  await button.focus();
  await page.keyboard.press('Enter');
};

test('a student asks, is answered, marked, reported and hidden, by keyboard alone', async ({
  browser,
  baseURL,
}) => {
  const { admin, teacher, student, lesson } = await openCourse(browser, baseURL!, 'Joinery with questions');
  await student.setViewportSize(PHONE);
  await student.goto(`/lesson/${lesson}`);
  await discussion(student).scrollIntoViewIfNeeded();
  await student.getByRole('textbox', { name: 'Your question' }).focus();
  await student.keyboard.type('Why so deep? See https://example.org/joints.');
  await press(student, 'Ask');
  await expect(discussion(student).getByRole('article', { name: /^Question from/ })).toContainText(
    'Why so deep?',
  );
  await expect(student.getByRole('status').filter({ hasText: 'Your question was posted' })).toBeAttached();
  await expect(student.getByRole('link', { name: 'https://example.org/joints' })).toHaveAttribute(
    'rel',
    'nofollow ugc noopener',
  );
  await expect(student.getByRole('textbox', { name: 'Your question' })).toHaveValue('');
  await press(student, 'Edit your question');
  await expect(discussion(student).getByRole('article').getByRole('textbox')).toBeFocused();
  await press(student, 'Cancel');
  await expect(student.getByRole('button', { name: 'Edit your question' })).toBeFocused();
  await expectAccessible(student);
  await expectNoSideScroll(student);

  await teacher.setViewportSize(DESKTOP);
  await teacher.goto('/dashboard/myAddedClass');
  const waiting = teacher.getByRole('region', { name: /unanswered question/ });
  await expect(waiting).toBeVisible();
  await expectAccessible(teacher);
  await waiting.getByRole('link', { name: /^Why so deep/ }).focus();
  await teacher.keyboard.press('Enter');
  await expectLinkedQuestion(teacher);
  await press(teacher, /^Answer the question by/);
  await expect(teacher.getByRole('textbox', { name: 'Your answer' })).toBeFocused();
  await teacher.keyboard.type('So that it holds.');
  await press(teacher, 'Post answer');
  await expect(teacher.getByText('So that it holds.')).toBeVisible();
  await expect(teacher.getByRole('button', { name: /^Answer the question by/ })).toBeFocused();
  await press(teacher, /^Accept the answer by/);
  await expect(teacher.getByText('Accepted by the teacher')).toBeVisible();
  await setTheme(teacher, 'dark');
  await expectAccessible(teacher);

  await student.goto('/');
  await student.goto(`/lesson/${lesson}`);
  await discussion(student).scrollIntoViewIfNeeded();
  await expect(student.getByText('Accepted by the teacher')).toBeVisible();
  await press(student, /^Report the answer by/);
  await student.getByLabel('Reason (optional)').focus();
  await student.keyboard.type('Not helpful');
  await student.getByRole('dialog').getByRole('button', { name: 'Report' }).press('Enter');
  await expect(student.getByRole('status').filter({ hasText: 'An admin will review it' })).toBeAttached();

  await admin.goto('/dashboard/reports?q=So that it holds');
  await expect(admin.getByRole('table', { name: 'Reports' })).toContainText('Not helpful');
  await expectAccessible(admin);
  await press(admin, /^Hide: the answer by/);
  await admin.getByLabel('Reason').focus();
  await admin.keyboard.type('Too short');
  await admin.getByRole('dialog').getByRole('button', { name: 'Hide' }).press('Enter');
  await expect(admin.getByText('Hidden: Too short')).toBeVisible();

  await student.reload();
  await discussion(student).scrollIntoViewIfNeeded();
  await expect(student.getByText('Why so deep?')).toBeVisible();
  await expect(student.getByText('So that it holds.')).toHaveCount(0);
  await teacher.reload();
  await discussion(teacher).scrollIntoViewIfNeeded();
  await expect(teacher.getByText('Hidden by an admin: Too short')).toBeVisible();
});

test('a question shows its first answers, and the others on request', async ({ browser, baseURL }) => {
  const { teacher, student, lesson } = await openCourse(browser, baseURL!, 'Joinery with many answers');
  const { insertedId: id } = await call(student, 'POST', `/lessons/${lesson}/questions`, { text: 'Which?' });
  for (let number = 1; number <= 5; number += 1)
    await call(teacher, 'POST', `/questions/${id}/answers`, { text: `Answer number ${number}.` });
  await student.setViewportSize(PHONE);
  await student.goto(`/lesson/${lesson}`);
  await discussion(student).scrollIntoViewIfNeeded();
  const answers = discussion(student).getByRole('list', { name: 'Answers' }).getByRole('listitem');
  const more = student.getByRole('button', { name: /^Show .* more answers? to the question by/ });
  await expect(answers).toHaveCount(5);
  await expect(more).toHaveCount(0);

  // The user's own post is shown at once.
  await press(student, /^Answer the question by/);
  await student.getByRole('textbox', { name: 'Your answer' }).fill('Answer number 6.');
  await press(student, 'Post answer');
  await expect(answers).toHaveCount(6);
  await expect(student.getByRole('button', { name: /^Answer the question by/ })).toBeFocused();
  await call(teacher, 'POST', `/questions/${id}/answers`, { text: 'Answer number 7.' });

  await student.goto('/');
  await student.goto(`/lesson/${lesson}`);
  await discussion(student).scrollIntoViewIfNeeded();
  await expect(answers).toHaveCount(5);
  await expect(more).toHaveText('Show 2 more answers');
  await expectAccessible(student);
  await press(student, /^Show 2 more answers/);
  await expect(answers).toHaveCount(7);
  await expect(answers.nth(5)).toBeFocused();
  await expect(student.getByRole('status').filter({ hasText: '2 more answers shown' })).toBeAttached();
  await expect(more).toHaveCount(0);
  await expectAccessible(student);
  await expectNoSideScroll(student);
});

test('older questions are shown on request, and the focus goes to the first of them', async ({
  browser,
  baseURL,
}) => {
  const { student, lesson } = await openCourse(browser, baseURL!, 'Joinery with many questions');
  const ask = (number: number) =>
    call(student, 'POST', `/lessons/${lesson}/questions`, { text: `Question ${number}?` });
  for (let number = 1; number <= QUESTION_LIMITS.page + 2; number += 1) await ask(number);
  await student.goto(`/lesson/${lesson}`);
  await discussion(student).scrollIntoViewIfNeeded();
  const questions = discussion(student).getByRole('list', { name: 'Questions' }).locator('> li');
  await expect(questions).toHaveCount(QUESTION_LIMITS.page);
  await press(student, 'Show older questions');
  await expect(questions).toHaveCount(QUESTION_LIMITS.page + 2);
  await expect(questions.nth(QUESTION_LIMITS.page)).toBeFocused();
  await expect(student.getByRole('status').filter({ hasText: '2 older questions shown' })).toBeAttached();
  await expect(student.getByRole('button', { name: 'Show older questions' })).toHaveCount(0);
  await expectAccessible(student);
});

test.describe('an answer that cannot be accepted now', () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('is not shown as accepted', async ({ browser, baseURL }) => {
    const { teacher, student, lesson } = await openCourse(browser, baseURL!, 'Joinery without luck');
    const question = await call(student, 'POST', `/lessons/${lesson}/questions`, { text: 'Why?' });
    await call(teacher, 'POST', `/questions/${question.insertedId}/answers`, { text: 'It holds.' });
    await teacher.route('**/acceptance', (route) => route.abort());
    await teacher.goto(`/lesson/${lesson}?question=${question.insertedId}`);
    await expectLinkedQuestion(teacher);
    await press(teacher, /^Accept the answer by/);
    await expect(teacher.getByRole('alert')).toContainText('We can’t reach the server');
    await expect(teacher.getByText('The answer is accepted')).toHaveCount(0);
    await teacher.unroute('**/acceptance');
    await press(teacher, /^Accept the answer by/);
    await expect(teacher.getByText('Accepted by the teacher')).toBeVisible();
    await expect(teacher.getByRole('alert')).toHaveCount(0);
  });
});

test.describe('a question that a link leads to', () => {
  test.use({ expectedErrors: /(404|503) \(/ });

  test('is missing only if the server says so', async ({ browser, baseURL }) => {
    const { teacher, student, lesson } = await openCourse(browser, baseURL!, 'Joinery with a link');
    const question = await call(student, 'POST', `/lessons/${lesson}/questions`, { text: 'Which saw?' });
    const calls = `**/api/questions/${question.insertedId}`;
    const shown = discussion(teacher).getByRole('article', { name: /^Question from/ });
    const gone = teacher.getByText('The linked question is no longer here.');
    const failed = teacher.getByText('The linked question could not be loaded');
    const fail = () => teacher.route(calls, (route) => route.fulfill({ status: 503, body: '' }));

    await fail();
    await teacher.goto(`/lesson/${lesson}?question=${question.insertedId}`);
    await expect(failed).toBeVisible({ timeout: 20_000 });
    await expect(gone).toHaveCount(0);
    await expectAccessible(teacher);
    await teacher.unroute(calls);
    await discussion(teacher).getByRole('button', { name: 'Try again' }).click();
    await expect(failed).toHaveCount(0);
    await expect(shown).toContainText('Which saw?');
    // The message goes when the button is pressed, and the list shows the question, too.
    await expectLinkedQuestion(teacher);

    // Another answer makes the screen load the question again, which fails after all retries.
    await fail();
    await press(teacher, /^Answer the question by/);
    await teacher.getByRole('textbox', { name: 'Your answer' }).fill('The fine one.');
    await press(teacher, 'Post answer');
    const posted = teacher.getByRole('status').filter({ hasText: 'Your answer was posted' });
    await expect(posted).toBeAttached({ timeout: 20_000 });
    await expect(shown).toContainText('Which saw?');
    await expect(gone).toHaveCount(0);
    await expect(failed).toHaveCount(0);

    await teacher.goto(`/lesson/${lesson}?question=${randomUUID()}`);
    await expect(gone).toBeVisible();
    await expect(shown).toContainText('Which saw?');
  });

  test('is not shown any more once its author has deleted it', async ({ browser, baseURL }) => {
    const { student, lesson } = await openCourse(browser, baseURL!, 'Joinery with a regret');
    const question = await call(student, 'POST', `/lessons/${lesson}/questions`, { text: 'Which nail?' });
    await student.goto(`/lesson/${lesson}?question=${question.insertedId}`);
    const shown = discussion(student).getByRole('article', { name: /^Question from/ });
    await expect(shown).toContainText('Which nail?');
    await expectLinkedQuestion(student);
    await press(student, 'Delete your question');
    await confirm(student, 'Are you sure?', 'Yes, delete it!');
    await expect(shown).toHaveCount(0);
  });
});

test('a question that was sent leaves the draft of another tab alone', async ({ browser, baseURL }) => {
  const { student, lesson } = await openCourse(browser, baseURL!, 'Joinery in two tabs');
  const other = await student.context().newPage();
  const field = (tab: Page) => discussion(tab).getByRole('textbox', { name: 'Your question', exact: true });
  for (const tab of [student, other]) {
    await tab.goto(`/lesson/${lesson}`);
    await discussion(tab).scrollIntoViewIfNeeded();
    await expect(field(tab)).toBeVisible();
  }
  const ask = async (text: string) => {
    await student.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(discussion(student).getByRole('article').filter({ hasText: text })).toBeVisible();
    await expect(field(student)).toHaveValue('');
  };
  await field(student).fill('Which saw?');
  await field(other).fill('Which glue?');
  await ask('Which saw?');
  await other.reload();
  await discussion(other).scrollIntoViewIfNeeded();
  await expect(field(other)).toHaveValue('Which glue?');

  // This time, the question is typed last.
  await field(student).fill('Which plane?');
  await ask('Which plane?');
  const drafts = () => other.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(drafts).toContain('Which glue?');
  await other.reload();
  await discussion(other).scrollIntoViewIfNeeded();
  await expect(field(other)).toHaveValue('Which glue?');

  // This time, the other tab has only read what is typed and sent here.
  await field(other).fill('');
  await field(student).fill('Which');
  await other.reload();
  await discussion(other).scrollIntoViewIfNeeded();
  await expect(field(other)).toHaveValue('Which');
  await field(student).fill('Which chisel?');
  await ask('Which chisel?');
  await expect(field(other)).toHaveValue('');
  expect(await drafts()).not.toContain('Which');
});
