import type { Page } from '@playwright/test';
import type { ClassChange } from '#contract/class-changes.ts';
import { accessTokenOf, expect, fillCard } from './fixtures.ts';

/** A call of the API as the signed-in person of the page, which succeeds. */
export const call = async (page: Page, method: string, path: string, data?: object) => {
  const response = await page.request.fetch(`/api${path}`, {
    method,
    data,
    headers: { authorization: `Bearer ${await accessTokenOf(page)}` },
  });
  expect(response.ok(), `${method} ${path}`).toBe(true);
  return (await response.json()) as { insertedId: string; change: ClassChange };
};

/** The payment screen of a class, with a good card filled in. */
export const openPayment = async (page: Page, title: string) => {
  await page.goto(`/allClasses?q=${encodeURIComponent(title)}`);
  await page.getByRole('article').filter({ hasText: title }).getByRole('link').click();
  await page.getByRole('link', { name: 'Pay Now' }).click();
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeEnabled();
  await fillCard(page, '4242424242424242');
};

/** An approved class. @returns its id */
export const publish = async (teacher: Page, admin: Page, more: object): Promise<string> => {
  const { insertedId } = await call(teacher, 'POST', '/classes', {
    title: 'A class of the test',
    price: 30,
    description: 'It is there to be bought.',
    image: '/pictures/covers/game-feel.svg',
    experience: 'Beginner',
    ...more,
  });
  await call(admin, 'PATCH', `/classes/${insertedId}`, { status: 'approve' });
  return insertedId;
};

/** An admin approves the change that a teacher has proposed to a class. */
export const approveChange = async (teacher: Page, admin: Page, classId: string): Promise<void> => {
  const { change } = await call(teacher, 'GET', `/classes/${classId}/change`);
  const { _id, version } = change;
  await call(admin, 'PATCH', `/class-changes/${_id}`, { status: 'approve', version });
};
