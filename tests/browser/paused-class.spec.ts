import { expectAnnounced } from './announcements.ts';
import {
  expect,
  expectAccessible,
  expectNoSideScroll,
  openPage,
  PHONE,
  registerAs,
  test,
} from './fixtures.ts';
import { openPayment, openShop } from './purchases.ts';

const TITLE = 'A class with a pause';

test.describe('a class whose enrollment is paused', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('lets nobody in but who was paying, and has a waiting list until it is resumed', async ({
    page,
    browser,
    baseURL,
  }) => {
    const { teacher, id } = await openShop(browser, baseURL, { title: TITLE });
    await registerAs(page, 'Pia Paying');
    await openPayment(page, TITLE);

    await teacher.goto(`/dashboard/teacherClassTask/${id}`);
    const enrollment = teacher.getByRole('region', { name: /^Enrollment/ });
    await enrollment.getByRole('button', { name: 'Pause enrollment' }).click();
    await expectAnnounced(teacher, 'Enrollment is paused');
    await expect(enrollment).toContainText('Nobody new can enroll.');
    await expect(enrollment.getByRole('button', { name: 'Resume enrollment' })).toBeFocused();
    await expectAccessible(teacher);
    await teacher.setViewportSize(PHONE);
    await expectNoSideScroll(teacher);
    await teacher.goto('/dashboard/myAddedClass');
    await expect(teacher.getByRole('article').filter({ hasText: TITLE })).toContainText(
      'Enrollment is paused',
    );

    const late = await openPage(browser, baseURL);
    await registerAs(late, 'Lena Late');
    await late.goto(`/classDetail/${id}`);
    const offer = late.getByRole('complementary', { name: 'Enrollment' });
    await expect(offer).toContainText('Enrollment is paused');
    await expect(offer.getByRole('link', { name: 'Pay Now' })).toHaveCount(0);
    await late.goto(`/payment?class=${id}`);
    await expect(late.getByRole('alert')).toContainText('The teacher has paused enrollment in this class');
    await late.goto(`/classDetail/${id}`);
    await offer.getByRole('button', { name: 'Join the waiting list' }).click();
    await expect(offer).toContainText('You’re number 1 on the waiting list');
    await expectAccessible(late);

    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect(page).toHaveURL(/myEnroll/);
    await expect(page.getByRole('article')).toHaveCount(1);

    await teacher.goto(`/dashboard/teacherClassTask/${id}`);
    await expect(enrollment).toContainText('1 on the waiting list');
    await enrollment.getByRole('button', { name: 'Resume enrollment' }).click();
    await expectAnnounced(teacher, 'Enrollment is open again');
    await expect(late.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible();
    await late.reload();
    await expect(offer.getByRole('link', { name: 'Pay Now' })).toBeVisible();
  });
});
