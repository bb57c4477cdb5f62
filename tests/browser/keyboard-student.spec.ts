import type { Browser } from '@playwright/test';
import { expect, newEmail, test, openPage } from './fixtures.ts';
import { expectAnnounced } from './announcements.ts';
import { expectArrival, open, press, typeInto, untilWatched } from './keyboard.ts';
import { call, publish } from './purchases.ts';
import { addLesson, addSection } from './course.ts';
import { PASSWORD } from '#tests/support/password.ts';

const TITLE = 'Keys for everything';
const LESSON = { minutes: 5, text: 'A key.' };

// Two journeys through the site without a mouse. After each step, the focus is where the next step begins.
test.use({ expectedErrors: /402 \(Payment Required\)|400 .*|401 / });

/** A class with an assignment and two lessons. */
const openClass = async (browser: Browser, baseURL: string | undefined): Promise<void> => {
  const admin = await openPage(browser, baseURL, 'Admin');
  const teacher = await openPage(browser, baseURL, 'Teacher');
  const classId = await publish(teacher, admin, { title: TITLE });
  await call(teacher, 'PATCH', `/classes/${classId}/assignments`, {
    title: 'Press a key',
    description: 'Any key.',
    marks: 10,
    date: '2040-06-30',
  });
  const section = await addSection(teacher, classId, 'Keys');
  for (const title of ['Tab', 'Enter']) await addLesson(teacher, section, { title, ...LESSON });
  await Promise.all([admin, teacher].map((page) => page.context().close()));
};

test('a visitor registers, and pays after a card was declined', async ({ page, browser, baseURL }) => {
  test.setTimeout(240_000);
  await openClass(browser, baseURL);
  const main = page.getByRole('navigation', { name: 'Main' });

  await open(page, '/');
  await press(page, page.getByRole('link', { name: 'Skip to content' }));
  await expect(page.getByRole('main')).toBeFocused();
  await press(page, main.getByRole('link', { name: 'All Classes', exact: true }));
  await expectArrival(page, 'All Classes');
  const sort = page.getByRole('button', { name: 'Ascending' });
  await press(page, sort, 'Space');
  await expect(sort).toHaveAttribute('aria-pressed', 'true');
  await expect(sort).toBeFocused();
  const search = page.getByLabel('Search classes');
  await typeInto(page, search, TITLE);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(search).toBeFocused();
  await press(page, page.getByRole('link', { name: `Enroll Now: ${TITLE}` }));
  await expectArrival(page, 'Welcome back');
  await press(page, page.getByRole('link', { name: 'Create an account' }));
  await expectArrival(page, 'Create your account');
  await press(page, page.getByRole('button', { name: 'Register' }));
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(newEmail());
  await typeInto(page, page.getByLabel('Name'), 'Kay Keys');
  await typeInto(page, page.getByLabel('Password'), PASSWORD);
  await typeInto(page, page.getByLabel('Photo URL'), '/pictures/avatars/09.svg');
  await page.keyboard.press('Enter');
  await expectArrival(page, TITLE);
  await expectAnnounced(page, 'Login Successful');
  await press(page, page.getByRole('link', { name: 'Pay Now' }));
  await expectArrival(page, 'Payment');

  const number = page.getByLabel('Card number');
  const payCard = async (digits: string) => {
    await typeInto(page, number, digits);
    await typeInto(page, page.getByLabel('Expiry date'), '1240');
    await typeInto(page, page.getByLabel('Security code'), '123');
    await page.keyboard.press('Enter');
  };
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeEnabled();
  await payCard('4000000000000002');
  const alert = page.getByRole('region', { name: 'Payment' }).getByRole('alert');
  await expect(alert).toHaveText('Your card was declined.');
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeEnabled();
  // The heading is above the card form, so the next attempt starts with the card number.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await payCard('4242424242424242');
  await expectArrival(page, 'My Enrollment Class');
  await expectAnnounced(page, 'Payment Successful');

  await press(page, page.getByRole('link', { name: `Continue: ${TITLE}` }));
  await expectArrival(page, TITLE);

  // Submits the assignment.
  await press(page, page.getByRole('button', { name: 'Submit' }));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Text')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Enter some text or a link')).toBeVisible();
  await expect(dialog.getByLabel('Text')).toBeFocused();
  await page.keyboard.type('Pressed.');
  await press(page, dialog.getByRole('button', { name: 'Submit' }));
  await expectAnnounced(page, 'Submitted');
  await expect(page.getByRole('button', { name: 'Submit again' })).toBeFocused();

  // Leaves feedback.
  const opener = page.getByRole('button', { name: 'Feedback Us' });
  await press(page, opener);
  // The form loads with the student's earlier feedback.
  await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused();
  await typeInto(page, dialog.getByLabel('Feedback', { exact: true }), 'All by keyboard.');
  await press(page, dialog.getByRole('radio', { name: '1 star' }), 'ArrowRight');
  await expect(dialog.getByRole('radio', { name: '2 stars' })).toBeFocused();
  await press(page, dialog.getByRole('button', { name: 'Submit' }));
  await expectAnnounced(page, 'Thank you for your feedback');
  await expect(opener).toBeFocused();

  // Opens a lesson.
  await press(page, page.getByRole('link', { name: 'Start lessons: Tab' }));
  // A lesson page is a new document, where the focus starts at the beginning.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tab');
  await untilWatched(page);
  await press(page, page.getByRole('button', { name: 'Mark as done' }));
  await expect(page.getByRole('button', { name: 'Mark as not done' })).toBeFocused();
  await expectAnnounced(page, 'Done. 1 of 2 lessons done.');
  await press(page, page.getByRole('main').getByRole('link', { name: /Enter/ }).last());
  await expectArrival(page, 'Enter');

  // Uses the bell, the profile and the account.
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await press(page, bell);
  await expect(page.getByText('Notifications', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bell).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, page.locator('.notification').first());
  await expect(page).not.toHaveURL(/lesson/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const menu = page.getByRole('button', { name: 'Account menu' });
  await press(page, menu);
  await press(page, page.getByRole('link', { name: 'Dashboard' }));
  await expectArrival(page, /^Welcome,/);
  const dashboard = page.getByRole('navigation', { name: 'Dashboard' });
  await press(page, dashboard.getByRole('link', { name: 'Profile' }));
  await expectArrival(page, /^Welcome back,/);
  await typeInto(page, page.getByLabel('Name'), 'Kay K.');
  await page.keyboard.press('Enter');
  await expectAnnounced(page, 'Profile updated');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Kay K.');
  await expect(page.getByLabel('Name')).toBeFocused();
  await press(page, page.getByRole('link', { name: `Receipt for ${TITLE}` }));
  await expectArrival(page, /^Receipt ./);
  await press(page, dashboard.getByRole('link', { name: 'Account' }));
  await expectArrival(page, 'Account');
  await press(page, menu);
  await press(page, page.getByRole('button', { name: 'Logout' }));
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
