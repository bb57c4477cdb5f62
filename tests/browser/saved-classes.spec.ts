import type { Page } from '@playwright/test';
import { findClass } from './find-class.ts';
import { expect, expectAccessible, openPage, registerAs, test } from './fixtures.ts';
import { call, publish } from './purchases.ts';

const TITLE = 'Modern HTML and CSS from the ground up';

const openClass = async (page: Page): Promise<void> => {
  await page.goto(`/allClasses?q=${encodeURIComponent(TITLE)}`);
  await page.getByRole('link', { name: `Enroll Now: ${TITLE}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
};

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save for later' });
const removeButton = (page: Page) =>
  page.getByRole('button', { name: 'Saved: remove from your saved classes' });

test('a student saves a class, finds it at home and in the list, and removes it', async ({ page }) => {
  await registerAs(page, 'Sam Saver');
  await openClass(page);
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  await saveButton(page).click();
  await expect(removeButton(page)).toBeEnabled();
  await page.reload();
  await expect(removeButton(page)).toBeEnabled();
  await expectAccessible(page);

  await page.goto('/dashboard/userHome');
  const atHome = page.getByRole('region', { name: 'Saved for later' });
  await expect(atHome.getByRole('article')).toHaveCount(1);
  await expectAccessible(page);
  await atHome.getByRole('link', { name: 'Saved classes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saved Classes');
  await expect(page.getByRole('article').filter({ hasText: TITLE })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Remove from saved: ${TITLE}` }).click();
  await expect(page.getByText('No saved classes')).toBeVisible();
  await expectAccessible(page);
  await openClass(page);
  await expect(saveButton(page)).toBeEnabled();
});

test('a class leaves the saved ones when the student enrolls', async ({ browser, page, baseURL }) => {
  const [teacher, admin] = [
    await openPage(browser, baseURL, 'Teacher'),
    await openPage(browser, baseURL, 'Admin'),
  ];
  const classId = await publish(teacher, admin, { title: 'Saved and taken', price: 0 });
  for (const other of [teacher, admin]) await other.context().close();
  await registerAs(page, 'Sam Saver');
  await page.goto(`/classDetail/${classId}`);
  await saveButton(page).click();
  await expect(removeButton(page)).toBeEnabled();
  await page.getByRole('button', { name: 'Enroll for free' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Enrollment Class');
  await page.getByRole('link', { name: 'Saved Classes' }).click();
  await expect(page.getByText('No saved classes')).toBeVisible();
  await page.goto(`/classDetail/${classId}`);
  await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  await expect(removeButton(page)).toHaveCount(0);
});

test('removing saved classes by keyboard moves the focus to the next one, then to the heading', async ({
  page,
}) => {
  await registerAs(page, 'Sam Saver');
  for (const q of ['TypeScript', 'Shaders'])
    await call(page, 'PUT', `/classes/${await findClass(page, { q })}/saved`);
  await page.goto('/dashboard/savedClasses');
  const buttons = page.getByRole('button', { name: 'Remove from saved' });
  await expect(buttons).toHaveCount(2);
  await buttons.first().press('Enter');
  await expect(buttons).toHaveCount(1);
  await expect(buttons).toBeFocused();
  await buttons.press('Enter');
  await expect(page.getByText('No saved classes')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
