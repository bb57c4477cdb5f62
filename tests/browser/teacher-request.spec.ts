import { expectAnnounced } from './announcements.ts';
import { failWhenComingBack } from './come-back.ts';
import {
  askToTeach,
  confirm,
  expect,
  expectAccessible,
  expectNoSideScroll,
  loginAs,
  newEmail,
  PHONE,
  registerAs,
  test,
  openPage,
} from './fixtures.ts';
import { PASSWORD } from '#tests/support/password.ts';

test('a request is rejected with a reason, made again, approved, and the links change at once', async ({
  page,
  browser,
  baseURL,
}) => {
  await registerAs(page, 'Toni Teacher');
  await page.goto('/teacherReq');
  await expect(page.getByLabel('Name')).toHaveValue('Toni Teacher');
  await expect(page.getByLabel('Email')).toHaveAttribute('readonly', '');
  await expect(page.getByLabel('Photo URL')).toHaveValue('/pictures/avatars/09.svg');
  await page.getByRole('button', { name: 'Submit For Review' }).click();
  await expect(page.getByText('Select an experience level')).toBeVisible();
  await expect(page.getByText('Title is required')).toBeVisible();
  await expectAccessible(page);
  await askToTeach(page);

  const office = await openPage(browser, baseURL, 'Admin');
  await office.goto('/dashboard/teachersRequests');
  const row = office.getByRole('row').filter({ hasText: 'Toni Teacher' });
  await expect(row.first()).toContainText('Mid Level');
  await row.getByRole('button', { name: 'Reject' }).click();
  await office.getByLabel('Reason').fill('Please add a photo of your work.');
  await expectAccessible(office);
  await office.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(row).toContainText('Rejected');

  await page.reload();
  await expect(page.getByText('Reason: Please add a photo of your work.')).toBeVisible();
  await expect(page.getByLabel('Title')).not.toHaveValue('');
  await expect(page.getByLabel('Experience')).toHaveValue('Mid Level');
  await askToTeach(page);

  await office.reload();
  await expect(row.first().getByText('Unconfirmed', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Approve' }).click();
  await expect(office.getByRole('dialog')).toContainText('anyone could have registered with it');
  await expectAccessible(office, 'dialog');
  await confirm(office, 'Approve the request from Toni Teacher?', 'Cancel');
  await expect(row.first()).toContainText('Pending');
  await row.getByRole('button', { name: 'Approve' }).click();
  await confirm(office, 'Approve the request from Toni Teacher?', 'Approve');
  await expect(row.first().getByText('Teacher', { exact: true })).toBeVisible();
  await expect(row.getByRole('button')).toHaveCount(0);
  await expect(row.last()).toContainText('Rejected');
  await expect(row.last()).toContainText('Please add a photo of your work.');
  await office.context().close();

  await page.reload();
  await expect(page.getByText('You’re already a teacher')).toBeVisible();
  await expect(page.getByRole('link', { name: 'My Added Class' })).toBeVisible();
});

test('an account without a photo can apply', async ({ page }) => {
  const account = { email: newEmail(), name: 'Pia Photoless', password: PASSWORD };
  await page.request.post('/api/auth/sign-up/email', { data: account });
  await page.goto('/teacherReq');
  await expect(page.getByText('We’ll show this illustration if there is no picture.')).toBeVisible();
  await askToTeach(page);
});

test.describe('a request that cannot be checked again', () => {
  test.use({ expectedErrors: /status of 400/ });

  test('keeps the form with what was typed', async ({ page }) => {
    await page.clock.install();
    await registerAs(page, 'Hana Halfway');
    await page.goto('/teacherReq');
    const title = page.getByLabel('Title');
    await title.fill('Woodworker');
    await failWhenComingBack(page, '/api/teacher-req/own');
    await expect(title).toHaveValue('Woodworker');
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  });
});

test('an admin may ask to teach as well, and stays an admin', async ({ page, browser, baseURL }) => {
  await registerAs(page, 'Ada Administers');
  const office = await openPage(browser, baseURL, 'Admin');
  await office.goto('/dashboard/allUsers?q=Ada+Administers');
  await office.getByRole('button', { name: 'Make admin: Ada Administers' }).click();
  await confirm(office, 'Make Ada Administers an admin?', 'Make admin');
  await expectAnnounced(office, 'Ada Administers is an admin now');

  await page.goto('/dashboard/addClass');
  await page.getByRole('link', { name: 'Become a teacher' }).click();
  await askToTeach(page);
  await page.goto('/dashboard/teachersRequests?q=Ada+Administers');
  await page.getByRole('button', { name: 'Approve Ada Administers' }).click();
  await confirm(page, 'Approve the request from Ada Administers?', 'Approve');
  await expect(page.getByRole('row').filter({ hasText: 'Ada' })).toContainText('Teacher');
  await page.goto('/teacherReq');
  await expect(page.getByText('You’re already a teacher')).toBeVisible();
  await page.goto('/dashboard/addClass');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add Class');
  await expect(
    page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'All Users' }),
  ).toBeVisible();
});

test('the table of requests is cards on a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/teachersRequests');
  await expect(page.getByRole('button', { name: /^Approve/ }).first()).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessible(page);
});

test('a student is told that the table is for admins, and stays signed in', async ({ page }) => {
  await loginAs(page, 'User');
  await page.goto('/dashboard/teachersRequests');
  await expect(page.getByText('This page is for admins')).toBeVisible();
  await page.getByRole('link', { name: 'Go to your dashboard' }).click();
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
});
