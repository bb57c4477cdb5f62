import type { Page } from '@playwright/test';
import { dayFromNow } from '#tests/support/days.ts';
import { expect, expectAccessible, loginAs, test } from './fixtures.ts';
import { call, CONTENT } from './purchases.ts';

const START = 'Start date (optional)';
const TOO_CHEAP = 'Enter at least 0.50$, or 0 for a free class';
const PASSED = 'Choose today or a later date';

/** The browser's clock is ahead of the server's, which does not refuse yesterday either. */
const TODAY = dayFromNow(31);
const YESTERDAY = dayFromNow(30);
const BEFORE_YESTERDAY = dayFromNow(29);

/** Records the paths to which the page sends classes. */
const watchSent = (page: Page): string[] => {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^(POST|PUT)$/.test(request.method()) && pathname.startsWith('/api/classes')) sent.push(pathname);
  });
  return sent;
};

const errorOf = (page: Page, label: string) =>
  page.getByLabel(label).evaluate((field) => {
    const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
  });

test('a price that no card can pay and a start in the past are refused at their fields, without a request', async ({
  page,
}) => {
  await loginAs(page, 'Teacher');
  await page.clock.setFixedTime(`${TODAY}T12:00:00`);
  await page.goto('/dashboard/addClass');
  const sent = watchSent(page);
  await page.getByLabel('Title').fill('Knots for sailors');
  await page.getByLabel('Price ($)').fill('0.49');
  await page.getByLabel('Experience').selectOption('Junior');
  await page.getByLabel(START).fill(YESTERDAY);
  const description = page.getByLabel('Description');
  await description.fill('Twelve knots and what they are for.');
  await expect(description).toHaveAccessibleDescription(/^Plain text\. Line breaks are kept/);
  await page.getByLabel('Image URL').fill('/pictures/covers/game-feel.svg');
  await page.getByRole('button', { name: 'Add Class' }).click();
  await expect.poll(() => errorOf(page, 'Price ($)')).toContain(TOO_CHEAP);
  await expect.poll(() => errorOf(page, START)).toContain(PASSED);
  await expect(page.getByLabel('Price ($)')).toBeFocused();
  await expectAccessible(page);
  expect(sent).toEqual([]);
  await page.getByLabel('Price ($)').fill('0.5');
  await page.getByLabel(START).fill(TODAY);
  await page.getByRole('button', { name: 'Add Class' }).click();
  await expect(page).toHaveURL(/myAddedClass$/);
  expect(sent).toEqual(['/api/classes']);
});

test('a class that has started keeps its start date in an update, but gets no other past one', async ({
  page,
}) => {
  await loginAs(page, 'Teacher');
  const { insertedId } = await call(page, 'POST', '/classes', {
    title: 'Started meanwhile',
    price: 20,
    experience: 'Beginner',
    startsOn: YESTERDAY,
    ...CONTENT,
  });
  await page.clock.setFixedTime(`${TODAY}T12:00:00`);
  await page.goto(`/dashboard/updateClass/${insertedId}`);
  await expect(page.getByLabel(START)).toHaveValue(YESTERDAY);
  const sent = watchSent(page);
  await page.getByLabel('Title').fill('Started yesterday');
  await page.getByLabel(START).fill(BEFORE_YESTERDAY);
  await page.getByRole('button', { name: 'Update Class' }).click();
  await expect.poll(() => errorOf(page, START)).toContain(PASSED);
  expect(sent).toEqual([]);
  await page.getByLabel(START).fill(YESTERDAY);
  await page.getByRole('button', { name: 'Update Class' }).click();
  await expect(page).toHaveURL(/myAddedClass$/);
  expect(sent).toEqual([`/api/classes/${insertedId}`]);
});
