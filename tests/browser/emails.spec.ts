import type { Page } from '@playwright/test';
import { contrastOf } from '#contract/brand-colors.ts';
import { findClass } from './find-class.ts';
import { expect, expectNoSideScroll, loginAs, openPage, test } from './fixtures.ts';
import { call, publish } from './purchases.ts';

const LEAST_CONTRAST = 4.5;

/** The color of each text of an email and the color behind it, as `#rrggbb`. */
const readColors = (): { text: string; color: string; ground: string }[] => {
  const hexOf = (color: string) =>
    `#${color
      .match(/\d+/g)!
      .slice(0, 3)
      .map((channel) => Number(channel).toString(16).padStart(2, '0'))
      .join('')}`;
  const isSeeThrough = (color: string) => color === 'transparent' || color === 'rgba(0, 0, 0, 0)';
  const groundOf = (element: Element | null): string => {
    if (!element) return '#ffffff';
    const { backgroundColor } = getComputedStyle(element);
    return isSeeThrough(backgroundColor) ? groundOf(element.parentElement) : hexOf(backgroundColor);
  };
  return Array.from(document.querySelectorAll('.email-text, .email-soft, .email-action')).map((element) => ({
    text: element.textContent,
    color: hexOf(getComputedStyle(element).color),
    ground: groundOf(element),
  }));
};

/** The HTML of the newest email that contains these words, from the demo's outbox. */
const htmlOf = async (page: Page, ...words: string[]): Promise<string> => {
  let message = page.getByRole('article');
  for (const hasText of words) message = message.filter({ hasText });
  await page.goto('/sandbox/mail');
  await expect(async () => {
    await page.reload();
    await expect(message.first()).toBeVisible({ timeout: 500 });
  }).toPass();
  return (await message.first().locator('iframe').getAttribute('srcdoc'))!;
};

test('an email is readable in both themes and on a phone, even with a right-to-left name', async ({
  browser,
  baseURL,
  page,
}) => {
  await loginAs(page, 'Teacher');
  const admin = await openPage(browser, baseURL, 'Admin');
  const title = 'تصميم الشعار';
  await publish(page, admin, { title });
  await admin.context().close();
  const html = await htmlOf(page, title, 'is published');
  await page.setViewportSize({ width: 320, height: 800 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setContent(html);
    const colors = await page.evaluate(readColors);
    expect(colors.length).toBeGreaterThan(4);
    expect(
      colors.filter(({ color, ground }) => contrastOf(color, ground) < LEAST_CONTRAST),
      colorScheme,
    ).toEqual([]);
    await expectNoSideScroll(page);
  }
  // The sentences around the title are left to right.
  for (const text of await page.locator('.email-text').all())
    await expect(text).toHaveCSS('direction', 'ltr');
});

test('an email leads to its preferences without a login, and a changed link opens nothing', async ({
  page,
  browser,
  baseURL,
}) => {
  await loginAs(page, 'User');
  const classId = await findClass(page, { q: 'Modern HTML' });
  await call(page, 'PUT', `/classes/${classId}/submission`, { text: 'My page' });
  await page.setContent(await htmlOf(page, 'We received your submission'));
  const link = await page.getByRole('link', { name: 'Choose which emails you get' }).getAttribute('href');

  const visitor = await openPage(browser, baseURL);
  await visitor.goto(link!);
  const submissions = visitor.getByRole('checkbox', { name: /^Submissions/ });
  const saved = visitor.waitForResponse((response) => response.request().method() === 'PUT');
  // The box shows the choice after a short delay.
  await submissions.click();
  expect((await saved).ok()).toBe(true);
  await expect(submissions).not.toBeChecked();
  await visitor.reload();
  await expect(visitor.getByRole('checkbox', { name: /^Grades/ })).toBeChecked();
  await expect(submissions).not.toBeChecked();
  const unsubscribed = visitor.waitForResponse((response) => response.request().method() === 'PUT');
  await visitor.getByRole('button', { name: 'Unsubscribe from all' }).click();
  expect((await unsubscribed).ok()).toBe(true);
  await visitor.reload();
  await expect(visitor.getByRole('button', { name: 'Subscribe to all' })).toBeVisible();
  await expect(visitor.getByRole('checkbox', { checked: true })).toHaveCount(0);
  // Other tests expect emails to the sample account.
  const subscribed = visitor.waitForResponse((response) => response.request().method() === 'PUT');
  await visitor.getByRole('button', { name: 'Subscribe to all' }).click();
  expect((await subscribed).ok()).toBe(true);

  await visitor.goto(link!.replace(/(?<=token=)./, (first) => (first === 'a' ? 'b' : 'a')));
  await expect(visitor.getByRole('alert')).toContainText('Please copy the whole link.');
  await expect(visitor.getByRole('link', { name: 'Log in and choose your emails' })).toBeVisible();
  await expect(visitor.getByRole('checkbox')).toHaveCount(0);
  await visitor.context().close();
});
