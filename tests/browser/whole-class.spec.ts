import type { Page } from '@playwright/test';
import { addLesson, addSection, openFreeClass } from './course.ts';
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
import { call } from './purchases.ts';

const progress = (page: Page) => page.getByRole('region', { name: 'Your progress' });
const discussion = (page: Page) => page.getByRole('region', { name: 'Questions and answers' });
const expectGood = async (page: Page): Promise<void> => {
  await expectAccessible(page);
  await expectNoSideScroll(page);
};

for (const [viewport, theme] of [
  [PHONE, 'dark'],
  [DESKTOP, 'light'],
] as const) {
  test(`a class from its preview to a verified certificate, ${viewport.width} px`, async ({
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

    await stranger.goto(`/lesson/${first}`);
    await expect(stranger.getByText('Free preview')).toBeVisible();
    await expectGood(stranger);

    await student.goto(`/lesson/${first}`);
    const sent = student.waitForResponse((response) => response.request().postData() === '{"isDone":true}');
    await progress(student).getByRole('button', { name: 'Mark as done' }).click();
    await sent;
    await expect(
      progress(student).getByText(/^Still needed for the certificate: 1 lesson and your/),
    ).toBeVisible();
    await discussion(student).scrollIntoViewIfNeeded();
    await student.getByRole('textbox', { name: 'Your question' }).fill('How many lines?');
    await student.getByRole('button', { name: 'Ask', exact: true }).click();
    // Checks the posted question, because its text is also in the form before it is posted.
    await expect(discussion(student).getByRole('article', { name: /^Question from/ })).toContainText(
      'How many lines?',
    );
    await student.close();

    await teacher.goto(`/lesson/${first}`);
    await discussion(teacher).scrollIntoViewIfNeeded();
    await teacher.getByRole('button', { name: /^Answer the question by/ }).click();
    await teacher.getByRole('textbox', { name: 'Your answer' }).fill('Twelve.');
    await teacher.getByRole('button', { name: 'Post answer' }).click();
    await expect(discussion(teacher).getByRole('list', { name: 'Answers' })).toContainText('Twelve.');

    const device = await openPage(browser, baseURL, 'User');
    await device.setViewportSize(viewport);
    await setTheme(device, theme);
    await device.goto('/dashboard/myEnroll');
    const card = device.getByRole('article').filter({ hasText: title });
    await card.getByRole('link', { name: 'Resume: Columns' }).click();
    await device.waitForURL(`**/lesson/${second}`);
    await progress(device).getByRole('button', { name: 'Mark as done' }).click();
    await expect(
      progress(device).getByText(/^Still needed for the certificate: your submission/),
    ).toBeVisible();
    await device.getByRole('link', { name: /^Previous/ }).click();
    await discussion(device).scrollIntoViewIfNeeded();
    await expect(device.getByText('Twelve.')).toBeVisible();
    await expectGood(device);

    await device.goto(`/dashboard/myAssignmentTasks/${classId}`);
    await device.getByRole('button', { name: /^Submit/ }).click();
    await device.getByRole('dialog').getByLabel('Text').fill('My page');
    await device.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
    await expect(
      device.getByText('Still needed for the certificate: the marks for your submission'),
    ).toBeVisible();
    await expectGood(device);

    await teacher.goto(`/dashboard/teacherClassTask/${classId}`);
    await teacher.getByRole('button', { name: /^Grade submission/ }).click();
    await teacher.getByRole('dialog').getByLabel('Marks out of 10').fill('8');
    await teacher.getByRole('button', { name: 'Save marks' }).click();
    await expect(teacher.getByText('8 / 10')).toBeVisible();

    await device.goto(`/lesson/${second}`);
    await progress(device).getByRole('link', { name: 'View certificate' }).click();
    await device.waitForURL(/\/certificate\/[0-9A-F]{24}$/);
    await stranger.goto(device.url());
    await expect(stranger.getByText('Valid certificate')).toBeVisible();
    await expect(stranger.getByRole('article')).toContainText(title);
    await expectGood(stranger);
  });
}
