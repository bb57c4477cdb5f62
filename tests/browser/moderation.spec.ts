import type { Browser, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSideScroll, loginAs, registerAs, test } from './fixtures.ts';
import { openPayment, publish } from './purchases.ts';

const openAs = async (browser: Browser, baseURL: string | undefined, label: 'Admin' | 'Teacher') => {
  const page: Page = await (await browser.newContext({ baseURL })).newPage();
  await loginAs(page, label);
  return page;
};

test('an admin withdraws a published class; its student keeps it and its teacher submits it again', async ({
  page: student,
  browser,
  baseURL,
}) => {
  const title = 'Borrowed pictures';
  const admin = await openAs(browser, baseURL, 'Admin');
  const teacher = await openAs(browser, baseURL, 'Teacher');
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
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(admin.getByText('Class withdrawn')).toBeVisible();
  await expect(row).toContainText('Rejected');
  await expect(row.getByRole('button', { name: `Withdraw ${title}` })).toHaveCount(0);

  await student.goto(`/allClasses?q=${encodeURIComponent(title)}`);
  await expect(student.getByText('Nothing matches')).toBeVisible();
  await student.goto('/dashboard/myEnroll');
  await expect(student.getByRole('heading', { name: title })).toBeVisible();

  await teacher.goto(`/dashboard/myAddedClass?q=${encodeURIComponent(title)}`);
  const card = teacher.getByRole('article').filter({ hasText: title });
  await expect(card).toContainText('Rejected: The pictures are not yours.');
  await expectAccessible(teacher);
  await expectNoSideScroll(teacher);
  await card.getByRole('link', { name: /^Work of the students/ }).click();
  await expect(teacher.getByText('Total Submits')).toBeVisible();
  await teacher.goBack();
  await card.getByRole('link', { name: /^Update/ }).click();
  await teacher.getByLabel('Description').fill('With pictures of my own.');
  await teacher.getByRole('button', { name: 'Update Class' }).click();
  await expect(card).toContainText('Pending review');
});
