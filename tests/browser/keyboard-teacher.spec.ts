import type { Browser, Page } from '@playwright/test';
import { expect, loginAs, registerAs, test, openPage } from './fixtures.ts';
import { expectAnnounced } from './announcements.ts';
import { expectArrival, open, press, tabTo, typeInto } from './keyboard.ts';
import { call, publish } from './purchases.ts';

// A teacher's work without a mouse. After each step, the focus is where the next step begins.

const TITLE = 'Keys of a teacher';

/** A free class with an enrolled student. @returns the student's page, and the class's id */
const openClass = async (teacher: Page, browser: Browser, baseURL: string | undefined) => {
  const [admin, student] = [await openPage(browser, baseURL), await openPage(browser, baseURL)];
  await loginAs(admin, 'Admin');
  await registerAs(student, 'Stu Dent');
  const classId = await publish(teacher, admin, { title: TITLE, price: 0 });
  await call(student, 'POST', `/classes/${classId}/enrollment`);
  await admin.context().close();
  return { student, classId };
};

test('a teacher adds a class, and sets and grades an assignment', async ({ page, browser, baseURL }) => {
  test.setTimeout(240_000);
  await loginAs(page, 'Teacher');
  const { student, classId } = await openClass(page, browser, baseURL);
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  const dialog = page.getByRole('dialog');

  await open(page, '/dashboard/userHome');
  await press(page, menu.getByRole('link', { name: 'Add Class' }));
  await expectArrival(page, 'Add Class');
  await press(page, page.getByRole('button', { name: 'Add Class', exact: true }));
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Keys to add');
  await typeInto(page, page.getByLabel('Price'), '0');
  await press(page, page.getByLabel('Experience'), 'B');
  await expect(page.getByLabel('Experience')).toHaveValue('Beginner');
  await typeInto(page, page.getByLabel('Description'), 'It opens doors.');
  await typeInto(page, page.getByLabel('Image URL'), '/pictures/covers/game-feel.svg');
  await page.keyboard.press('Enter');
  await expectArrival(page, 'My Added Class');
  await expectAnnounced(page, 'Class submitted for review');

  await open(page, '/dashboard/myAddedClass?q=Keys&sort=title');
  const feedback = page.getByRole('button', { name: `Feed Back+ of ${TITLE}` });
  await press(page, feedback);
  await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(feedback).toBeFocused();
  await press(page, page.getByRole('link', { name: `See Details: ${TITLE}` }));
  await expectArrival(page, TITLE);

  const create = page.getByRole('button', { name: 'Create Assignment' });
  await press(page, create);
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(create).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Press a key');
  await typeInto(page, dialog.getByLabel('Description'), 'Any key.');
  await typeInto(page, dialog.getByLabel('Marks'), '10');
  await dialog.getByLabel('Deadline').fill('2040-06-30');
  await press(page, dialog.getByRole('button', { name: 'Create Assignment' }));
  await expect(page.getByRole('button', { name: 'Edit Assignment' })).toBeFocused();

  await call(student, 'PUT', `/classes/${classId}/submission`, { text: 'Pressed.' });
  await open(page, `/dashboard/teacherClassTask/${classId}`);
  await press(page, page.getByRole('button', { name: 'Grade submission of Stu Dent' }));
  await expect(dialog.getByLabel('Marks out of 10')).toBeFocused();
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  await expectAnnounced(page, 'Marks saved');
  await expect(page.getByRole('button', { name: 'View submission of Stu Dent' })).toBeFocused();

  await open(page, '/dashboard/myAddedClass?q=Keys&sort=title');
  await press(page, page.getByRole('link', { name: 'Update Keys to add' }));
  await expectArrival(page, 'Update Class');
  await typeInto(page, page.getByLabel('Title'), 'Keys to change');
  await page.keyboard.press('Enter');
  await expectArrival(page, 'My Added Class');
  await tabTo(page, menu.getByRole('link', { name: 'Earnings' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectArrival(page, 'Earnings');
});

test('a teacher writes lessons', async ({ page, browser, baseURL }) => {
  test.setTimeout(240_000);
  await loginAs(page, 'Teacher');
  const { classId } = await openClass(page, browser, baseURL);
  await open(page, `/dashboard/curriculum/${classId}`);
  const newSection = page.getByLabel('Title of a new section');
  await typeInto(page, newSection, 'Doors');
  await page.keyboard.press('Enter');
  const section = page.getByRole('region', { name: 'Doors' });
  await expect(section).toBeVisible();
  await expect(newSection).toBeFocused();
  await expectAnnounced(page, 'Section added');
  const newLesson = section.getByLabel('Title of a new lesson');
  for (const title of ['Locks', 'Hinges']) {
    await typeInto(page, newLesson, title);
    await page.keyboard.press('Enter');
    await expect(section.getByRole('button', { name: title, exact: true })).toBeVisible();
    await expect(newLesson).toBeFocused();
    await expectAnnounced(page, 'Lesson added');
  }
  const rename = section.getByRole('button', { name: 'Rename: Doors' });
  await press(page, rename);
  const newTitle = section.getByLabel('New title of the section');
  await expect(newTitle).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Gates');
  await page.keyboard.press('Enter');
  const renamed = page.getByRole('region', { name: 'Gates' });
  await expect(renamed.getByRole('button', { name: 'Rename: Gates' })).toBeFocused();
  await expectAnnounced(page, 'Section renamed');

  await press(page, renamed.getByRole('button', { name: 'Move up: Hinges' }));
  await expectAnnounced(page, 'Now lesson 1 of 2 in Gates');
  await press(page, renamed.getByRole('button', { name: 'Hinges', exact: true }));
  await expectArrival(page, 'Hinges');
  await press(page, page.getByLabel('Free preview'), 'Space');
  await expect(page.getByLabel('Free preview')).toBeChecked();
  await expect(page.getByLabel('Free preview')).toBeFocused();
  await expectAnnounced(page, 'Saved');
  await press(page, page.getByRole('button', { name: 'All lessons' }));
  await expectArrival(page, 'Lessons');

  await press(page, renamed.getByRole('button', { name: 'Delete lesson: Hinges' }));
  const question = page.getByRole('dialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press(page, question.getByRole('button', { name: 'Delete' }));
  await expect(renamed.getByRole('button', { name: 'Locks', exact: true })).toBeFocused();
  await expectAnnounced(page, 'Lesson deleted');
});
