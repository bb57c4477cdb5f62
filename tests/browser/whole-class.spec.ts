import type { Page } from '@playwright/test';
import { expectAnnounced } from './announcements.ts';
import { addLesson, addSection, expectLinkedQuestion, openFreeClass } from './course.ts';
import {
  DESKTOP,
  expect,
  expectAccessible,
  expectNoSideScroll,
  openPage,
  PHONE,
  setTheme,
  test,
} from './fixtures.ts';
import { expectArrival, open, press, typeInto, untilWatched } from './keyboard.ts';
import { call } from './purchases.ts';

// A class without a mouse. After each step, the focus is where the next step begins.

const progress = (page: Page) => page.getByRole('region', { name: 'Your progress' });
const discussion = (page: Page) => page.getByRole('region', { name: 'Questions and answers' });
const expectGood = async (page: Page): Promise<void> => {
  await expectAccessible(page);
  await expectNoSideScroll(page);
};

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Finds a class in a list of the dashboard, and follows one of its links. */
const followFrom = async (page: Page, list: string, title: string, link: string): Promise<void> => {
  await open(page, `/dashboard/${list}`);
  const search = page.getByLabel('Search your classes');
  await typeInto(page, search, title);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(search).toBeFocused();
  await press(page, page.getByRole('link', { name: link }));
};

/** Opens a lesson from the student's classes. It is a new document, where the focus starts at the beginning. */
const openLesson = async (
  student: Page,
  title: string,
  link: 'Start lessons' | 'Resume lessons',
  lesson: string,
) => {
  await followFrom(student, 'myEnroll', title, `${link}: ${lesson}`);
  await expect(heading(student)).toHaveText(lesson);
  await untilWatched(student);
};

/** Marks the lesson as done, which leaves the focus on the button that reverses it. */
const markAsDone = async (student: Page): Promise<void> => {
  await press(student, progress(student).getByRole('button', { name: 'Mark as done' }));
  await expect(progress(student).getByRole('button', { name: 'Mark as not done' })).toBeFocused();
};

for (const [viewport, theme] of [
  [PHONE, 'dark'],
  [DESKTOP, 'light'],
] as const) {
  test(`a class from its preview to a verified certificate by keyboard alone, ${viewport.width} px`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(240_000);
    const title = `Whole ${viewport.width}`;
    const { teacher, student, classId } = await openFreeClass(browser, baseURL, title);
    const section = await addSection(teacher, classId, 'Basics');
    const preview = { title: 'What a grid is', text: 'A **grid** has lines.', isPreview: true };
    const first = await addLesson(teacher, section, preview);
    const second = await addLesson(teacher, section, { title: 'Columns', text: 'Count them.' });
    const task = { title: 'A page', description: 'Build it.', marks: 10, date: '2040-06-30' };
    await call(teacher, 'PATCH', `/classes/${classId}/assignments`, task);
    const stranger = await openPage(browser, baseURL);
    for (const page of [teacher, student, stranger]) {
      await page.setViewportSize(viewport);
      await setTheme(page, theme);
    }

    await open(stranger, `/lesson/${first}`);
    await expect(stranger.getByText('Article · Free preview')).toBeVisible();
    await expectGood(stranger);

    await openLesson(student, title, 'Start lessons', 'What a grid is');
    const sent = student.waitForResponse((response) =>
      /^\{"isDone":true,/.test(response.request().postData() ?? ''),
    );
    await markAsDone(student);
    await sent;
    await expect(
      progress(student).getByText(/^Still needed for the certificate: 1 lesson and your/),
    ).toBeVisible();
    // The questions load when they are scrolled near.
    await student.keyboard.press('End');
    const question = student.getByRole('textbox', { name: 'Your question' });
    await typeInto(student, question, 'How many lines?');
    const ask = student.getByRole('button', { name: 'Ask', exact: true });
    await press(student, ask);
    await expectAnnounced(student, 'Your question was posted');
    // Checks the posted question, because its text is also in the form before it is posted.
    await expect(discussion(student).getByRole('article', { name: /^Question from/ })).toContainText(
      'How many lines?',
    );
    await expect(ask).toBeFocused();
    await student.close();

    await open(teacher, '/dashboard/myAddedClass');
    const waiting = teacher.getByRole('region', { name: /unanswered question/ });
    await press(teacher, waiting.getByRole('link', { name: /^How many lines/ }));
    await expect(heading(teacher)).toHaveText('What a grid is');
    await untilWatched(teacher);
    await expectLinkedQuestion(teacher);
    const answer = teacher.getByRole('button', { name: /^Answer the question by/ });
    await press(teacher, answer);
    await expect(teacher.getByRole('textbox', { name: 'Your answer' })).toBeFocused();
    await teacher.keyboard.type('Twelve.');
    await press(teacher, teacher.getByRole('button', { name: 'Post answer' }));
    await expect(discussion(teacher).getByRole('list', { name: 'Answers' })).toContainText('Twelve.');
    await expect(answer).toBeFocused();

    const device = await openPage(browser, baseURL, 'User');
    await device.setViewportSize(viewport);
    await setTheme(device, theme);
    await openLesson(device, title, 'Resume lessons', 'Columns');
    await expect(device).toHaveURL(new RegExp(`/lesson/${second}$`));
    await markAsDone(device);
    await expect(
      progress(device).getByText(/^Still needed for the certificate: your submission/),
    ).toBeVisible();
    await press(device, device.getByRole('link', { name: /^Previous/ }));
    await expectArrival(device, 'What a grid is');
    await device.keyboard.press('End');
    await expect(device.getByText('Twelve.')).toBeVisible();
    await expectGood(device);

    await press(device, device.getByRole('article').getByRole('link', { name: title }).first());
    await expectArrival(device, title);
    await press(device, device.getByRole('button', { name: 'Submit' }));
    const dialog = device.getByRole('dialog');
    await expect(dialog.getByLabel('Text')).toBeFocused();
    await device.keyboard.type('My page');
    await press(device, dialog.getByRole('button', { name: 'Submit' }));
    await expectAnnounced(device, 'Submitted');
    await expect(device.getByRole('button', { name: 'Submit again' })).toBeFocused();
    await expect(
      device.getByText('Still needed for the certificate: the marks for your submission'),
    ).toBeVisible();
    await expectGood(device);

    await followFrom(teacher, 'myAddedClass', title, `See Details: ${title}`);
    await expectArrival(teacher, title);
    await press(teacher, teacher.getByRole('button', { name: /^Grade submission/ }));
    await expect(teacher.getByRole('dialog').getByLabel('Marks out of 10')).toBeFocused();
    await teacher.keyboard.type('8');
    await teacher.keyboard.press('Enter');
    await expectAnnounced(teacher, 'Marks saved');
    await expect(teacher.getByRole('button', { name: /^View submission/ })).toBeFocused();
    await expect(teacher.getByText('8 / 10')).toBeVisible();

    await followFrom(device, 'myEnroll', title, `View certificate: ${title}`);
    await device.waitForURL(/\/certificate\/[0-9A-F]{24}$/);
    await expectArrival(device, 'Certificate of completion');
    await open(stranger, device.url());
    await expect(stranger.getByText('Valid certificate')).toBeVisible();
    await expect(stranger.getByRole('article')).toContainText(title);
    await expectGood(stranger);
  });
}
