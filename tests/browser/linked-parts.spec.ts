import type { Locator, Page } from '@playwright/test';
import { addLesson, addSection, openFreeClass } from './course.ts';
import { expect, PHONE, test } from './fixtures.ts';
import { call } from './purchases.ts';

/** Follows the newest notification with this title, from the keyboard. */
const followNewest = async (page: Page, title: RegExp): Promise<void> => {
  await page.getByRole('button', { name: /^Notifications/ }).press('Enter');
  await page.getByRole('link', { name: title }).first().press('Enter');
};
const expectReached = async (heading: Locator): Promise<void> => {
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
};
const toTop = (page: Page) =>
  page.evaluate(() => {
    window.scrollTo(0, 0);
    (document.activeElement as HTMLElement).blur();
  });

test('notifications of marks and announcements lead to them, below the lessons of the class', async ({
  browser,
  baseURL,
}) => {
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, 'A long class');
  const section = await addSection(teacher, classId, 'Basics');
  for (let number = 1; number <= 10; number += 1)
    await addLesson(teacher, section, { title: `Lesson ${number}`, text: 'A joint holds.' });
  const assignment = { title: 'An essay', description: 'Two pages.', marks: 10, date: '2040-06-30' };
  await call(teacher, 'PATCH', `/classes/${classId}/assignments`, assignment);
  const { _id } = await call(student, 'PUT', `/classes/${classId}/submission`, { text: 'Here it is.' });
  const grade = (marks: number) => call(teacher, 'PATCH', `/submissions/${_id}`, { marks });
  const announce = (text: string) =>
    call(teacher, 'POST', `/classes/${classId}/announcements`, { text, key: crypto.randomUUID() });

  await student.setViewportSize(PHONE);
  await student.goto('/about');
  await grade(8);
  await followNewest(student, /was graded/);
  const work = student.getByRole('heading', { name: 'Your work' });
  await expectReached(work);
  await expect(student.getByRole('main').getByText('8 of 10')).toBeInViewport();

  // The screen is open, and does not have the part yet.
  await toTop(student);
  await expect(work).not.toBeInViewport();
  await announce('The exam is on Monday.');
  await followNewest(student, /Announcement in/);
  const announcements = student.getByRole('heading', { name: 'Announcements' });
  await expectReached(announcements);
  await expect(student.getByRole('main').getByText('The exam is on Monday.')).toBeVisible();

  // Following the same link again leads there again.
  await toTop(student);
  await announce('The exam is on Tuesday.');
  await expect(student.getByRole('button', { name: /^Notifications, [1-9]/ })).toBeVisible();
  await followNewest(student, /Announcement in/);
  await expectReached(announcements);
  await expect(student.getByRole('main').getByText('The exam is on Tuesday.')).toBeVisible();

  // From an email, a new document opens.
  const address = student.url();
  await student.goto('/about');
  await student.goto(address);
  await expectReached(announcements);

  // Who comes back finds the screen as it was left.
  await toTop(student);
  await student.getByRole('banner').getByRole('link', { name: 'ClassHarbor' }).click();
  await expect(student).not.toHaveURL(/myAssignmentTasks/);
  await student.goBack();
  await expect(announcements).toBeAttached();
  await expect(announcements).not.toBeInViewport();
});

test('notifications of an assignment and of its submission lead to it, below the lessons of the class', async ({
  browser,
  baseURL,
}) => {
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, 'Another long class');
  const section = await addSection(teacher, classId, 'Basics');
  for (let number = 1; number <= 10; number += 1)
    await addLesson(teacher, section, { title: `Lesson ${number}`, text: 'A joint holds.' });
  await student.setViewportSize(PHONE);
  await student.goto('/about');
  const assignment = { title: 'An essay', description: 'Two pages.', marks: 10, date: '2040-06-30' };
  await call(teacher, 'PATCH', `/classes/${classId}/assignments`, assignment);
  await followNewest(student, /New assignment in/);
  await expectReached(student.getByRole('heading', { name: 'Assignment', exact: true }));
  await expect(student.getByRole('table', { name: 'Assignment' })).toBeInViewport();

  await toTop(student);
  await call(student, 'PUT', `/classes/${classId}/submission`, { text: 'Here it is.' });
  await followNewest(student, /We received your submission/);
  await expectReached(student.getByRole('heading', { name: 'Your work' }));
});
