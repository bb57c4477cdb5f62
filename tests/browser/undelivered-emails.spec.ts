import { smtpError, startMailServer } from '#tests/support/mail-server.ts';
import { expectAnnounced } from './announcements.ts';
import {
  accessTokenOf,
  expect,
  expectAccessible,
  expectNoSideScroll,
  loginAs,
  PHONE,
  setTheme,
  startPreparedServer,
  test,
  openPage,
} from './fixtures.ts';

const OFFICE = 'office@example.test';

test('an admin is notified of emails that could not be delivered, sees why, and retries them', async ({
  browser,
}) => {
  // Starts its own server and waits for deliveries.
  test.slow();
  let isRefusing = true;
  let answering = Promise.resolve();
  const mail = await startMailServer({
    onRecipient: async (address) => {
      await answering;
      if (isRefusing && address === OFFICE) throw smtpError(550, 'Mailbox unavailable: quota exceeded');
    },
  });
  const site = await startPreparedServer({ SMTP_URL: mail.url, CONTACT_EMAIL: OFFICE });
  const page = await openPage(browser, site.url);
  await setTheme(page, 'dark');
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/undeliveredEmails');
  await expect(page.getByText('No undelivered emails')).toBeVisible();
  await expectAccessible(page);

  const headers = { authorization: `Bearer ${await accessTokenOf(page)}` };
  const attempts = async () => {
    const response = await page.request.get('/api/undelivered-emails', { headers });
    const emails = (await response.json()) as { attempts: number }[];
    return emails.map((email) => email.attempts).sort();
  };
  for (const visitor of ['ada', 'ben', 'carla']) {
    const data = { email: `${visitor}@example.test`, message: 'Hello' };
    expect((await page.request.post('/api/contact', { data })).ok()).toBe(true);
  }
  // The notification arrives without a reload.
  await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click();
  await page.getByText('An email could not be delivered').click();
  await expect(page).toHaveURL(/undeliveredEmails$/);
  const rows = page.getByRole('table', { name: 'Undelivered emails' }).locator('tbody').getByRole('row');
  await expect.poll(attempts).toEqual([1, 1, 1]);
  await page.reload();
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText(OFFICE);
  await expect(rows.first()).toContainText('Mailbox unavailable: quota exceeded');
  await expect(rows.first()).toContainText('One attempt');
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expectAccessible(page);

  // The server still refuses it, so it returns to the list, without a reload.
  const ada = rows.filter({ hasText: 'ada@example.test' });
  let answer = () => {};
  answering = new Promise((resolve) => {
    answer = resolve;
  });
  await ada.getByRole('button', { name: /^Retry/ }).click();
  await expectAnnounced(page, 'The email is being sent again');
  await expect(ada).toHaveCount(0);
  answer();
  await expect(ada).toContainText('2 attempts', { timeout: 40_000 });
  expect(await attempts()).toEqual([1, 1, 2]);

  // A retry that fails says so until the next action.
  const error = { code: 'not_found', message: 'The retry has failed' };
  await page.route(
    '**/api/undelivered-emails/retry',
    (route) => route.fulfill({ status: 404, json: { error } }),
    {
      times: 1,
    },
  );
  await page.getByRole('button', { name: 'Retry all 3 on this page' }).click();
  await expect(page.getByText(error.message)).toBeVisible();

  const carla = rows.filter({ hasText: 'carla@example.test' });
  const dismiss = carla.getByRole('button', { name: `Dismiss the email to ${OFFICE}` });
  const question = page.getByRole('dialog', { name: 'Dismiss this email?' });
  await dismiss.click();
  await expect(question).toContainText('carla@example.test');
  await expect(question).toContainText(`This email to ${OFFICE} is the only copy of the visitor’s message.`);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  expect(await attempts()).toEqual([1, 1, 2]);
  await dismiss.click();
  await question.getByRole('button', { name: 'Dismiss the email' }).click();
  await expect(page.getByText(error.message)).toHaveCount(0);
  await expectAnnounced(page, 'The email is no longer listed and will not be sent');
  await expect(rows).toHaveCount(2);
  expect(await attempts()).toEqual([1, 2]);

  await page.getByRole('button', { name: 'Dismiss all 2 on this page' }).click();
  const both = page.getByRole('dialog', { name: 'Dismiss all 2 emails on this page?' });
  await expect(both).toContainText('2 of them are the only copies of visitors’ messages.');
  await expectAccessible(page);
  await both.getByRole('button', { name: 'Cancel' }).click();
  await expect(both).toHaveCount(0);
  expect(await attempts()).toEqual([1, 2]);

  isRefusing = false;
  await page.getByRole('button', { name: 'Retry all 2 on this page' }).click();
  await expectAnnounced(page, '2 emails are being sent again');
  await expect(page.getByText('No undelivered emails')).toBeVisible();
  await expect.poll(() => mail.to(OFFICE).length).toBe(2);

  isRefusing = true;
  for (const visitor of ['dora', 'emil']) {
    const data = { email: `${visitor}@example.test`, message: 'Hello' };
    expect((await page.request.post('/api/contact', { data })).ok()).toBe(true);
  }
  await expect.poll(attempts).toEqual([1, 1]);
  await page.reload();
  await page.getByRole('button', { name: 'Dismiss all 2 on this page' }).click();
  await both.getByRole('button', { name: 'Dismiss 2 emails' }).click();
  await expectAnnounced(page, '2 emails are no longer listed and will not be sent');
  await expect(page.getByText('No undelivered emails')).toBeVisible();
  await site.close();
  await mail.close();
});
