import type { Browser, Page } from '@playwright/test';
import { askToTeach, expect, loginAs, registerAs, test, openPage } from './fixtures.ts';
import { expectAnnounced } from './announcements.ts';
import { expectArrival, open, press, tabTo } from './keyboard.ts';
import { call } from './purchases.ts';

// An admin's work without a mouse. After each step, the focus is where the next step begins.

const TITLE = 'Keys to review';

const prepare = async (browser: Browser, baseURL: string | undefined): Promise<void> => {
  const page = await openPage(browser, baseURL, 'Teacher');
  const image = '/pictures/covers/game-feel.svg';
  for (const title of [TITLE, `${TITLE} too`]) {
    await call(page, 'POST', '/classes', {
      title,
      price: 5,
      description: 'Keys.',
      image,
      experience: 'Beginner',
    });
  }
  await page.context().clearCookies();
  await registerAs(page, 'Tea Cher');
  await askToTeach(page);
  await page.context().close();
};

const toCancelAndBack = async (page: Page, opener: ReturnType<Page['getByRole']>): Promise<void> => {
  await press(page, opener);
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(opener).toBeFocused();
};

test('an admin reviews, refunds, and hides feedback', async ({ page, browser, baseURL }) => {
  test.setTimeout(240_000);
  await prepare(browser, baseURL);
  await loginAs(page, 'Admin');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  const dialog = page.getByRole('dialog');
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();

  await open(page, '/dashboard/userHome');
  await press(page, menu.getByRole('link', { name: "Teacher's Requests" }));
  await expectArrival(page, "Teacher's Requests");
  await press(page, button('Reject Tea Cher'));
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('Tell us more.');
  await press(page, dialog.getByRole('button', { name: 'Reject' }));
  await expectAnnounced(page, 'Request rejected');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator(':focus')).toBeVisible();

  await press(page, menu.getByRole('link', { name: 'All Classes Req' }));
  await expectArrival(page, 'All Classes Requests');
  await open(page, '/dashboard/allClassReq?q=Keys&sort=title');
  const look = page.getByRole('button', { name: `View ${TITLE}`, exact: true });
  await press(page, look);
  await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused();
  await press(page, dialog.getByRole('button', { name: 'Close' }));
  await expect(look).toBeFocused();
  const approve = page.getByRole('button', { name: `Approve ${TITLE}`, exact: true });
  await toCancelAndBack(page, approve);
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Approve' }));
  await expectAnnounced(page, 'Class approved');
  await expect(look).toBeFocused();
  await press(page, page.getByRole('button', { name: `Reject ${TITLE} too` }));
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('Once is enough.');
  await press(page, dialog.getByRole('button', { name: 'Reject' }));
  await expectAnnounced(page, 'Class rejected');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await press(page, menu.getByRole('link', { name: 'Payments' }));
  await expectArrival(page, 'Payments');
  const refund = button(/^Refund /);
  await press(page, refund);
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(refund).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByLabel('Reason'));
  await page.keyboard.type('Bought by mistake.');
  await press(page, dialog.getByRole('button', { name: 'Refund' }));
  await expectAnnounced(page, 'Payment refunded');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator(':focus')).toBeVisible();

  await press(page, menu.getByRole('link', { name: 'Feedback' }));
  await expectArrival(page, 'Feedback');
  const hide = button(/^Hide: /);
  const subject = (await hide.getAttribute('aria-label'))!.replace('Hide: ', '');
  await press(page, hide);
  const reason = dialog.getByLabel('Reason');
  await expect(reason).toBeFocused();
  await press(page, dialog.getByRole('button', { name: 'Hide' }));
  await expect(dialog.getByText('Reason is required')).toBeVisible();
  await expect(reason).toBeFocused();
  await page.keyboard.type('Off topic.');
  await press(page, dialog.getByRole('button', { name: 'Hide' }));
  await expectAnnounced(page, 'Feedback hidden');
  const showAgain = page.getByRole('button', { name: `Show again: ${subject}` });
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await press(page, showAgain);
  await press(page, dialog.getByRole('button', { name: 'Show again' }));
  await expectAnnounced(page, 'Feedback is public again');
  await expect(page.getByRole('button', { name: `Hide: ${subject}` })).toBeFocused();

  await press(page, menu.getByRole('link', { name: 'All Users' }));
  await expectArrival(page, 'All Users');
  await toCancelAndBack(page, button(/^Make admin: /));
  for (const [name, title] of [
    ['Audit Trail', 'Audit Trail'],
    ['Site Health', 'Site Health'],
    ['Account', 'Account'],
  ] as const) {
    await press(page, menu.getByRole('link', { name }));
    await expectArrival(page, title);
  }
});
