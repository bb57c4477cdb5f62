import type { Locator, Page } from '@playwright/test';
import { expectAnnounced } from './announcements.ts';
import {
  confirm,
  expect,
  expectAccessible,
  expectNoSideScroll,
  registerAs,
  test,
  openPage,
} from './fixtures.ts';
import { call, openPayment, publish } from './purchases.ts';

/** A decision whose call is lost. The dialog keeps the reason. */
const decideWithoutConnection = async (page: Page, dialog: Locator, action: string, path: string) => {
  await page.route(path, (route) => route.abort(), { times: 1 });
  const reason = await dialog.getByLabel('Reason').inputValue();
  await dialog.getByRole('button', { name: action }).click();
  await expect(dialog.getByRole('alert')).toContainText('can’t reach the server');
  await expect(dialog.getByLabel('Reason')).toHaveValue(reason);
};

test('an admin withdraws a published class; its student keeps it and its teacher submits it again', async ({
  page: student,
  browser,
  baseURL,
}) => {
  const title = 'Borrowed pictures';
  const admin = await openPage(browser, baseURL, 'Admin');
  const teacher = await openPage(browser, baseURL, 'Teacher');
  await publish(teacher, admin, { title });
  await registerAs(student, 'Wes Withdrawn');
  await openPayment(student, title);
  await student.getByRole('button', { name: /^Pay/ }).click();
  await expect(student).toHaveURL(/myEnroll/);

  await admin.goto(`/dashboard/allClassReq?q=${encodeURIComponent(title)}`);
  const row = admin.getByRole('row').filter({ hasText: title });
  await row.getByRole('button', { name: `Withdraw ${title}` }).click();
  const dialog = admin.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toHaveText(`Withdraw "${title}"?`);
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(dialog.getByText('Reason is required')).toBeVisible();
  await expectAccessible(admin, 'dialog');
  await dialog.getByLabel('Reason').fill('The pictures are not yours.');
  await expect(dialog.getByText('Reason is required')).toHaveCount(0);
  await decideWithoutConnection(admin, dialog, 'Withdraw', '**/api/classes/withdraw/*');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expectAnnounced(admin, 'Class withdrawn');
  await expect(row).toContainText('Rejected');
  await expect(row.getByRole('button', { name: `Withdraw ${title}` })).toHaveCount(0);

  await student.goto(`/allClasses?q=${encodeURIComponent(title)}`);
  await expect(student.getByText('No matches found')).toBeVisible();
  await student.goto('/dashboard/myEnroll');
  await expect(student.getByRole('heading', { name: title })).toBeVisible();

  await teacher.goto(`/dashboard/myAddedClass?q=${encodeURIComponent(title)}`);
  const card = teacher.getByRole('article').filter({ hasText: title });
  await expect(card).toContainText('Rejected: The pictures are not yours.');
  await expectAccessible(teacher);
  await expectNoSideScroll(teacher);
  await card.getByRole('link', { name: /^View submissions/ }).click();
  await expect(teacher.getByText('Total Submits')).toBeVisible();
  await teacher.goBack();
  await card.getByRole('link', { name: /^Update/ }).click();
  await teacher.getByLabel('Description').fill('With pictures of my own.');
  await teacher.getByRole('button', { name: 'Update Class' }).click();
  await expect(card).toContainText('Pending review');
});

test('an admin hides feedback; its author reads why, and it can be shown again', async ({
  page: student,
  browser,
  baseURL,
}) => {
  const title = 'A class of opinions';
  const admin = await openPage(browser, baseURL, 'Admin');
  const teacher = await openPage(browser, baseURL, 'Teacher');
  const classId = await publish(teacher, admin, { title, price: 0 });
  await registerAs(student, 'Hal Hidden');
  await call(student, 'POST', `/classes/${classId}/enrollment`);
  await call(student, 'POST', '/feedback', { classId, feedback: 'Buy from me instead!', rating: 1 });

  await admin.goto('/dashboard/feedback?q=Hal Hidden');
  const row = admin.getByRole('row').filter({ hasText: 'Hal Hidden' });
  await expect(row).toContainText('Buy from me instead!');
  await row.getByRole('button', { name: /^Read the feedback/ }).click();
  const dialog = admin.getByRole('dialog');
  await expectAccessible(admin, 'dialog');
  await dialog.getByRole('button', { name: /^Hide/ }).click();
  await expect(dialog.getByRole('heading')).toHaveText('Hide the feedback from Hal Hidden?');
  await dialog.getByRole('button', { name: 'Hide' }).click();
  await expect(dialog.getByText('Reason is required')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Advertising');
  await decideWithoutConnection(admin, dialog, 'Hide', '**/api/feedback/hide/*');
  await dialog.getByRole('button', { name: 'Hide' }).click();
  await expect(row).toContainText('Hidden: Advertising');
  await expectAccessible(admin);
  await expectNoSideScroll(admin);

  await student.goto('/');
  await expect(student.getByText('Buy from me instead!')).toHaveCount(0);
  await student.goto(`/dashboard/myAssignmentTasks/${classId}`);
  await student.getByRole('button', { name: 'Feedback Us' }).click();
  const own = student.getByRole('dialog');
  await expect(own).toContainText('An admin has hidden your feedback');
  await expect(own).toContainText('Reason: Advertising');
  await expect(own.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(student, 'dialog');

  await row.getByRole('button', { name: /^Show again/ }).click();
  await confirm(admin, 'Show the feedback from Hal Hidden again?', 'Show again');
  await expect(row.getByRole('button', { name: /^Hide/ })).toBeVisible();
  await student.goto('/');
  await expect(student.getByText('Buy from me instead!').first()).toBeAttached();
});
