import type { Browser, Page } from '@playwright/test';
import type { ClassChange } from '#contract/class-changes.ts';
import { accessTokenOf, expect, fillCard, openPage } from './fixtures.ts';

/** Makes a successful API call as the signed-in user of the page. */
export const call = async (page: Page, method: string, path: string, data?: object) => {
  const response = await page.request.fetch(`/api${path}`, {
    method,
    data,
    headers: { authorization: `Bearer ${await accessTokenOf(page)}` },
  });
  expect(response.ok(), `${method} ${path}`).toBe(true);
  return (await response.json()) as { _id: string; insertedId: string; change: ClassChange };
};

/** Opens the payment screen of a class and fills in a valid card. */
export const openPayment = async (page: Page, title: string) => {
  await page.goto(`/allClasses?q=${encodeURIComponent(title)}`);
  await page
    .getByRole('article')
    .filter({ hasText: title })
    .getByRole('link', { name: /^(Enroll Now|View class):/ })
    .click();
  await page.getByRole('link', { name: 'Pay Now' }).click();
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeEnabled();
  await fillCard(page, '4242424242424242');
};

/** Keeps the form from learning that the class is gone, as if that had happened a moment later. */
export const hideWithdrawal = (page: Page, id: string) =>
  page.route(`**/api/classes/${id}`, (route) => route.abort());

/** What an update of a class from `publish` repeats. */
export const CONTENT = {
  description: 'It is there to be bought.',
  image: '/pictures/covers/game-feel.svg',
};

/** Publishes a class. @returns its id */
export const publish = async (teacher: Page, admin: Page, more: object): Promise<string> => {
  const { insertedId } = await call(teacher, 'POST', '/classes', {
    title: 'A class of the test',
    price: 30,
    ...CONTENT,
    experience: 'Beginner',
    ...more,
  });
  await call(admin, 'PATCH', `/classes/${insertedId}`, { status: 'approve' });
  return insertedId;
};

/** Publishes a class with a teacher and an admin, each in a browser context of their own. */
export const openShop = async (browser: Browser, baseURL: string | undefined, more: object) => {
  const teacher = await openPage(browser, baseURL, 'Teacher');
  const admin = await openPage(browser, baseURL, 'Admin');
  return { teacher, admin, id: await publish(teacher, admin, more) };
};

/** Approves a teacher's proposed change as an admin. */
export const approveChange = async (teacher: Page, admin: Page, classId: string): Promise<void> => {
  const { change } = await call(teacher, 'GET', `/classes/${classId}/change`);
  const { _id, version } = change;
  await call(admin, 'PATCH', `/class-changes/${_id}`, { status: 'approve', version });
};
