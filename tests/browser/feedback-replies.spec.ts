import type { Page } from '@playwright/test';
import { expectAnnounced } from './announcements.ts';
import { failWhenComingBack } from './come-back.ts';
import { openFreeClass } from './course.ts';
import { DESKTOP, expect, expectAccessible, openPage, PHONE, registerAs, test } from './fixtures.ts';
import { call } from './purchases.ts';

/** Lists show only its beginning. */
const LONG_FEEDBACK = `Buy my book instead! ${'It is better. '.repeat(20)}And it is cheaper.`;

const feedbackOn = (page: Page) => page.getByRole('region', { name: 'What students say' });

test('a teacher replies to feedback, another student reports it, and an admin decides', async ({
  browser,
  baseURL,
}) => {
  const title = 'A class with a reply';
  const { admin, teacher, student, classId } = await openFreeClass(browser, baseURL, title);
  await call(student, 'POST', '/feedback', { classId, feedback: LONG_FEEDBACK, rating: 1 });

  await teacher.setViewportSize(PHONE);
  const reading = teacher.getByRole('dialog');
  const openNotification = async () => {
    await teacher.getByRole('button', { name: /^Notifications/ }).press('Enter');
    await teacher.getByRole('link', { name: new RegExp(`New feedback on .*${title}`) }).click();
    await expect(reading.getByRole('heading')).toHaveText(`Feedback on ${title}`);
  };
  await teacher.goto('/about');
  await openNotification();
  await reading.getByRole('button', { name: 'Close' }).click();
  await expect(reading).toHaveCount(0);
  await openNotification();
  await reading.getByRole('button', { name: /^Reply to the feedback from/ }).press('Enter');
  const field = reading.getByRole('textbox', { name: /^Your reply to the feedback from/ });
  await reading.getByRole('button', { name: 'Publish reply' }).click();
  await expect(reading.getByText('Enter some text')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('Which book?');
  await expectAccessible(teacher, 'dialog');
  await reading.getByRole('button', { name: 'Publish reply' }).press('Enter');
  await expect(reading).toContainText('Which book?');
  await expect(reading.getByRole('status').filter({ hasText: 'Your reply was published' })).toBeAttached();
  const edit = reading.getByRole('button', { name: /^Edit your reply to/ });
  await expect(edit).toBeFocused();
  await edit.press('Enter');
  await field.fill('Thank you. Which book?');
  await reading.getByRole('button', { name: 'Save' }).click();
  await expect(reading).toContainText('Thank you. Which book?');

  await student.setViewportSize(PHONE);
  await student.goto('/about');
  await student.getByRole('button', { name: /^Notifications/ }).press('Enter');
  await student.getByRole('link', { name: new RegExp(`Reply to your feedback on .*${title}`) }).click();
  await expect(student.getByRole('dialog')).toContainText('Thank you. Which book?');
  await expectAccessible(student, 'dialog');
  await student.goto(`/classDetail/${classId}`);
  await expect(feedbackOn(student)).toContainText('Thank you. Which book?');
  await expect(feedbackOn(student).getByRole('button', { name: /^Report/ })).toHaveCount(0);

  const reader = await openPage(browser, baseURL);
  await registerAs(reader, 'Rae Reader');
  await reader.setViewportSize(PHONE);
  await reader.goto(`/classDetail/${classId}`);
  await expect(feedbackOn(reader).getByRole('button', { name: /^Report the feedback from/ })).toBeVisible();
  await expectAccessible(reader);
  await feedbackOn(reader)
    .getByRole('button', { name: /^Report the feedback from/ })
    .press('Enter');
  const reporting = reader.getByRole('dialog');
  await reporting.getByRole('button', { name: 'Report' }).click();
  await expect(reporting.getByText('Reason is required')).toBeVisible();
  await reporting.getByLabel('Reason').fill('An advertisement');
  await reporting.getByRole('button', { name: 'Report' }).click();
  await expectAnnounced(reader, 'Thank you. An admin will review it.');
  await feedbackOn(reader)
    .getByRole('button', { name: /^Report the feedback from/ })
    .click();
  await reporting.getByLabel('Reason').fill('Still an advertisement');
  await reporting.getByRole('button', { name: 'Report' }).click();
  await expectAnnounced(reader, 'You’ve already reported this. An admin will review it.');

  await admin.setViewportSize(DESKTOP);
  await admin.goto('/dashboard/reports?kind=feedback&q=Buy my book');
  const row = admin.getByRole('row').filter({ hasText: 'Buy my book instead!' });
  await expect(row).toContainText('Feedback · 1 report');
  await expect(row).toContainText('An advertisement');
  await expectAccessible(admin);
  await expect(row).not.toContainText('And it is cheaper.');
  await row.getByRole('button', { name: /^Read the feedback by/ }).click();
  await expect(admin.getByRole('dialog')).toContainText('And it is cheaper.');
  await expect(admin.getByRole('dialog')).toContainText('Thank you. Which book?');
  await expect(admin.getByRole('dialog')).toContainText('An advertisement');
  await expectAccessible(admin, 'dialog');
  await admin.getByRole('dialog').getByRole('button', { name: /^Hide/ }).click();
  await admin.getByRole('dialog').getByLabel('Reason').fill('Advertising');
  await admin.getByRole('dialog').getByRole('button', { name: 'Hide' }).click();
  await expectAnnounced(admin, 'The feedback is hidden');
  await expect(row).toContainText('Hidden: Advertising');

  await reader.goto(`/classDetail/${classId}`);
  await expect(feedbackOn(reader)).toContainText('No student has left feedback yet.');
  await student.goto(`/dashboard/myAssignmentTasks/${classId}?feedback=own`);
  await expect(student.getByRole('dialog')).toContainText('Reason: Advertising');
  await expect(student.getByRole('dialog')).toContainText('Thank you. Which book?');

  await row.getByRole('button', { name: /^Show again/ }).click();
  await expectAnnounced(admin, 'The feedback is shown again');
  await row.getByRole('button', { name: /^Dismiss/ }).click();
  await expect(row).toHaveCount(0);
  await reader.goto(`/classDetail/${classId}`);
  await expect(feedbackOn(reader)).toContainText('Buy my book instead!');
});

test.describe('feedback that cannot be loaded again', () => {
  test.use({ expectedErrors: /status of 400/ });

  test('keeps the report that is being written', async ({ page: reader, browser, baseURL }) => {
    const { student, classId } = await openFreeClass(browser, baseURL, 'A class with a report');
    await call(student, 'POST', '/feedback', { classId, feedback: 'Read my blog.', rating: 1 });
    await reader.clock.install();
    await registerAs(reader, 'Ria Reporter');
    await reader.goto(`/classDetail/${classId}`);
    await feedbackOn(reader)
      .getByRole('button', { name: /^Report the feedback from/ })
      .click();
    const reason = reader.getByRole('dialog').getByLabel('Reason');
    await reason.fill('An advertisement');
    await failWhenComingBack(reader, '/api/feedback', '/api/feedback/summary');
    await expect(reason).toHaveValue('An advertisement');
    await expect(feedbackOn(reader)).toContainText('Read my blog.');
  });
});
