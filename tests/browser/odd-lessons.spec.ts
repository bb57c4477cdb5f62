import type { Browser } from '@playwright/test';
import { addLesson, addSection } from './course.ts';
import { expect, expectNoSideScroll, openPage, test } from './fixtures.ts';
import { expectToFit, NAME, NARROW, signUp, TITLE, WORD } from './odd.ts';
import { call, publish } from './purchases.ts';

const MARKDOWN = `# ${TITLE}

${WORD}

- ${WORD}

| ${TITLE} | ${TITLE} |
| --- | --- |
| ${WORD} | ${WORD} |

\`${WORD}\`

    ${WORD}

[${WORD}](https://example.org/${WORD})
`;

/** A class whose lesson, questions, notes, assignment and certificate have texts of the maximum length. */
const openOddCourse = async (browser: Browser, baseURL: string | undefined) => {
  const admin = await openPage(browser, baseURL, 'Admin');
  const teacher = await openPage(browser, baseURL, 'Teacher');
  const student = await openPage(browser, baseURL);
  await signUp(student);
  const classId = await publish(teacher, admin, { title: TITLE, description: WORD, price: 0 });
  await call(teacher, 'PUT', `/classes/${classId}/curriculum/outcomes`, { outcomes: [TITLE], version: 1 });
  const section = await addSection(teacher, classId, TITLE);
  const lesson = await addLesson(teacher, section, { title: TITLE, text: MARKDOWN });
  const task = { title: TITLE, description: WORD, marks: 10, passMarks: 0, date: '2040-06-30' };
  await call(teacher, 'PATCH', `/classes/${classId}/assignments`, task);
  await call(student, 'POST', `/classes/${classId}/enrollment`);
  const question = await call(student, 'POST', `/lessons/${lesson}/questions`, { text: WORD });
  const answer = await call(teacher, 'POST', `/questions/${question.insertedId}/answers`, { text: WORD });
  await call(student, 'POST', `/posts/${answer.insertedId}/report`, { reason: WORD.slice(0, 500) });
  await call(student, 'PUT', `/lessons/${lesson}/note`, { text: MARKDOWN, version: 0 });
  return { admin, teacher, student, classId, lesson };
};

test('a lesson with the longest texts fits at 320 and 1280 px for everyone who sees it', async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const { admin, teacher, student, classId, lesson } = await openOddCourse(browser, baseURL);
  await student.setViewportSize(NARROW);
  await student.goto(`/lesson/${lesson}`);
  const questions = student.getByRole('region', { name: 'Questions and answers' });
  await questions.scrollIntoViewIfNeeded();
  await expect(questions.getByRole('article', { name: /^Question from/ })).toContainText(WORD);
  await expectNoSideScroll(student);
  await expectToFit(student, [
    `/lesson/${lesson}`,
    `/classDetail/${classId}`,
    '/dashboard/myEnroll',
    '/dashboard/myNotes',
  ]);
  await expectToFit(teacher, [
    `/lesson/${lesson}`,
    `/dashboard/curriculum/${classId}`,
    `/dashboard/classStudents/${classId}`,
    '/dashboard/myAddedClass',
  ]);
  await teacher.setViewportSize(NARROW);
  await teacher.goto(`/dashboard/curriculum/${classId}`);
  await teacher.getByRole('button', { name: TITLE, exact: true }).click();
  await expect(teacher.getByRole('region', { name: 'Preview' })).toContainText(WORD);
  await expectNoSideScroll(teacher);
  await expectToFit(admin, [`/dashboard/reports?q=${WORD.slice(0, 50)}`, '/dashboard/siteHealth']);
});

test('a certificate with the longest texts fits at 320 and 1280 px', async ({ browser, baseURL }) => {
  test.slow();
  const { teacher, student, classId, lesson } = await openOddCourse(browser, baseURL);
  await call(student, 'PUT', `/lessons/${lesson}/progress`, { isDone: true });
  await call(student, 'PUT', `/classes/${classId}/submission`, { text: WORD });
  await teacher.goto(`/dashboard/teacherClassTask/${classId}`);
  await teacher.getByRole('button', { name: /^Grade submission/ }).click();
  await teacher.getByRole('dialog').getByLabel('Marks out of 10').fill('9');
  await teacher.getByRole('button', { name: 'Save marks' }).click();
  await expect(teacher.getByText('9 / 10')).toBeVisible();
  await student.goto('/dashboard/myEnroll');
  const link = student.getByRole('link', { name: /certificate/i }).first();
  await link.click();
  await expect(student.getByRole('main').getByText(NAME).first()).toBeVisible();
  await expectToFit(student, [new URL(student.url()).pathname]);
});
