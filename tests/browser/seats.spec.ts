import type { Page } from '@playwright/test';
import { formatUtcDate } from '#contract/format-date.ts';
import { dayFromNow } from '#tests/support/days.ts';
import { expectAnnounced } from './announcements.ts';
import { findClass } from './find-class.ts';
import {
  accessTokenOf,
  confirm,
  DESKTOP,
  expect,
  expectAccessible,
  expectNoSideScroll,
  loginAs,
  openPage,
  PHONE,
  registerAs,
  setTheme,
  test,
} from './fixtures.ts';
import { follow } from './follow.ts';
import { openPayment, openShop, publish } from './purchases.ts';

for (const [viewport, theme] of [
  [PHONE, 'dark'],
  [DESKTOP, 'light'],
] as const) {
  test(`a full class says so on its page and its card, ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await setTheme(page, theme);
    await page.goto('/allClasses?q=Offline-first');
    const card = page.getByRole('article');
    await expect(card).toHaveCount(1);
    await expect(card.getByText('Full', { exact: true })).toBeVisible();
    await expect(card.getByRole('link', { name: 'View class: Offline-first apps' })).toBeVisible();
    await expect(card.getByText(/^Start date: \w+ \d+, \d{4}$/)).toBeVisible();
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await loginAs(page, 'User');
    await page.goto(`/classDetail/${await findClass(page, { q: 'Offline-first apps' })}`);
    const offer = page.getByRole('complementary', { name: 'Enrollment' });
    await expect(offer.getByText('This class is full')).toBeVisible();
    await expect(offer.getByText('All 9 seats are taken')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Pay Now' })).toHaveCount(0);
    await expectNoSideScroll(page);
    await expectAccessible(page);
  });
}

test('a teacher sets the seats and start of a class, and errors are shown', async ({
  page,
  browser,
  baseURL,
}) => {
  await loginAs(page, 'Teacher');
  const id = await findClass(page, { q: 'Modern HTML' });
  await page.goto(`/dashboard/updateClass/${id}`);
  const seats = page.getByLabel('Seats (optional)');
  await expect(page.getByLabel('Title')).not.toHaveValue('');
  const submit = page.getByRole('button', { name: 'Update Class' });
  await seats.fill('1.5');
  await submit.click();
  await expect(page.getByText('Enter a whole number')).toBeVisible();
  await expectAccessible(page);
  await seats.fill('60');
  const start = dayFromNow(30);
  await page.getByLabel('Start date (optional)').fill(start);
  await submit.click();
  await expectAnnounced(page, 'Class updated');

  const student = await openPage(browser, baseURL, 'User');
  await student.goto(`/classDetail/${id}`);
  await expect(student.getByText(/^\d+ of 60 seats left$/)).toBeVisible();
  await expect(student.getByText(`Start date: ${formatUtcDate(new Date(start))}`)).toBeVisible();
  await student.context().close();

  await page.goto(`/dashboard/updateClass/${id}`);
  await expect(seats).toHaveValue('60');
  await seats.fill('');
  await page.getByLabel('Start date (optional)').fill('');
  await submit.click();
  await expectAnnounced(page, 'Class updated');
  await page.goto(`/classDetail/${id}`);
  await expect(page.getByText('enrolled', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('seats left')).toHaveCount(0);
});

test('the last seat is shown as reserved while somebody pays for it, who can leave and return', async ({
  page,
  browser,
  baseURL,
}) => {
  const title = 'One seat only';
  const { id } = await openShop(browser, baseURL, { title, seats: 1 });
  await registerAs(page, 'Petra Paying');
  await openPayment(page, title);
  const other = await openPage(browser, baseURL, 'User');
  await other.goto(`/classDetail/${id}`);
  const offer = other.getByRole('complementary', { name: 'Enrollment' });
  await expect(offer.getByText('No seats are available right now')).toBeVisible();
  await expect(offer.getByText('The only seat is reserved')).toBeVisible();
  await expect(offer.getByRole('button', { name: 'Join the waiting list' })).toBeVisible();
  await expect(offer.getByRole('link', { name: 'Pay Now' })).toHaveCount(0);
  await expectAccessible(other);
  await other.goto(`/allClasses?q=${title}`);
  await expect(other.getByRole('article').getByText('No seats available')).toBeVisible();
  await other.context().close();
  await page.goto(`/classDetail/${id}`);
  await page.getByRole('link', { name: 'Pay Now' }).click();
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeEnabled();
});

test.describe('a free class whose last seat has just been taken', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('says so on its own page only', async ({ page, browser, baseURL }) => {
    const { teacher, admin, id } = await openShop(browser, baseURL, { title: 'Free knots', price: 0 });
    const other = await publish(teacher, admin, { title: 'Free bends', price: 0 });
    const error = { code: 'class_full', message: 'This class is full' };
    await page.route(`**/api/classes/${id}/enrollment`, (route) =>
      route.fulfill({ status: 409, json: { error } }),
    );
    await registerAs(page, 'Frida Free');
    await page.goto(`/classDetail/${other}`);
    await expect(page.getByRole('button', { name: 'Enroll for free' })).toBeEnabled();
    await follow(page, `/classDetail/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Free knots');
    await page.getByRole('button', { name: 'Enroll for free' }).click();
    await expect(page.getByText('This class is full')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Free bends');
    await expect(page.getByRole('button', { name: 'Enroll for free' })).toBeEnabled();
    await expect(page.getByText('This class is full')).toHaveCount(0);
  });
});

test.describe('the payment screen', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('says that a class is full, and links to the others', async ({ page }) => {
    await loginAs(page, 'User');
    await page.goto(`/payment?class=${await findClass(page, { q: 'Offline-first apps' })}`);
    await expect(page.getByRole('alert')).toContainText('This class is full');
    await expect(page.getByRole('button', { name: 'Join the waiting list' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'See all classes' })).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe('the waiting list', () => {
  /** Sets the seats of a class of the sample teacher to its number of students plus `more`. */
  const changeSeats = async (page: Page, id: string, more: number) => {
    const { title, image, price, description, enroll } = (await (
      await page.request.get(`/api/classes/${id}`)
    ).json()) as Record<string, string | number>;
    const response = await page.request.put(`/api/classes/${id}`, {
      headers: { authorization: `Bearer ${await accessTokenOf(page)}` },
      data: { title, image, price, description, seats: Number(enroll) + more },
    });
    expect(response.ok()).toBe(true);
  };

  for (const [viewport, theme, words] of [
    [PHONE, 'dark', 'React apps that last'],
    [DESKTOP, 'light', 'TypeScript in practice'],
  ] as const) {
    test(`is joined, reserves a seat, and gives it up, ${viewport.width} px`, async ({
      page,
      browser,
      baseURL,
    }) => {
      const teacher = await openPage(browser, baseURL, 'Teacher');
      const id = await findClass(page, { q: words });
      await changeSeats(teacher, id, 0);
      await page.setViewportSize(viewport);
      await setTheme(page, theme);

      await loginAs(page, 'User');
      await page.goto(`/classDetail/${id}`);
      const offer = page.getByRole('complementary', { name: 'Enrollment' });
      await expect(offer.getByText('This class is full')).toBeVisible();
      await offer.getByRole('button', { name: 'Join the waiting list' }).click();
      await expect(offer.getByText('You’re number 1 on the waiting list')).toBeVisible();
      await expectNoSideScroll(page);
      await expectAccessible(page);
      await page.goto('/dashboard/myEnroll');
      const lists = page.getByRole('region', { name: 'Waiting lists' });
      await expect(lists.getByText('You’re number 1 in line')).toBeVisible();
      await expectNoSideScroll(page);
      await expectAccessible(page);

      await teacher.goto('/dashboard/myAddedClass');
      await expect(teacher.getByText('1 on the waiting list')).toBeVisible();
      await expectAccessible(teacher);
      await changeSeats(teacher, id, 1);
      await teacher.context().close();

      await page.getByRole('button', { name: /^Notifications/ }).click();
      await expect(
        page.getByRole('link', { name: new RegExp(`A seat in .*${words}.* is free`) }),
      ).toBeVisible();
      await page.reload();
      await expect(lists.getByText(/^A seat is reserved for you until/)).toBeVisible();
      await lists.getByRole('link', { name: /^Take the seat/ }).click();
      await expect(offer.getByText(/^A seat is reserved for you until/)).toBeVisible();
      await expect(offer.getByRole('link', { name: 'Pay Now' })).toBeVisible();
      await expectNoSideScroll(page);
      await expectAccessible(page);
      await offer.getByRole('button', { name: 'Give up the seat' }).click();
      await confirm(page, 'Give up the seat?', 'Give up the seat');
      await expect(offer.getByText('1 of', { exact: false })).toBeVisible();
      await expect(offer.getByText(/^A seat is reserved/)).toHaveCount(0);
      await expect(offer.getByRole('link', { name: 'Pay Now' })).toBeVisible();
    });
  }

  test('can be left, and says how many are ahead', async ({ page }) => {
    await loginAs(page, 'User');
    await page.goto(`/classDetail/${await findClass(page, { q: 'Offline-first apps' })}`);
    const offer = page.getByRole('complementary', { name: 'Enrollment' });
    await offer.getByRole('button', { name: 'Join the waiting list' }).click();
    await expect(offer.getByText('You’re number 3 on the waiting list')).toBeVisible();
    await offer.getByRole('button', { name: 'Leave the waiting list' }).click();
    await expect(page.getByRole('dialog')).toContainText('You’re number 3.');
    await confirm(page, 'Leave the waiting list?', 'Leave the waiting list');
    await expect(offer.getByRole('button', { name: 'Join the waiting list' })).toBeVisible();
  });

  test('stays in its place on a phone, and covers no text', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await loginAs(page, 'User');
    await page.goto(`/classDetail/${await findClass(page, { q: 'Offline-first apps' })}`);
    const join = page.getByRole('button', { name: 'Join the waiting list' });
    await join.scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 3_000);
    await expect(join).not.toBeInViewport();
  });
});
