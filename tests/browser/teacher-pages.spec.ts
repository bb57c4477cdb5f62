import type { Page } from '@playwright/test';
import { expectLargeTargets } from './accessible.ts';
import { expectAnnounced } from './announcements.ts';
import { findClass } from './find-class.ts';
import { expect, expectAccessible, expectNoSideScroll, loginAs, openPage, PHONE, test } from './fixtures.ts';

const TEACHER = 'Clara Whitfield';
/** A sentence of the sample text about her. */
const SAMPLE = 'I read every submission myself.';

const openProfile = async (page: Page): Promise<void> => {
  await page.goto('/dashboard/studentProf');
  await expect(page.getByLabel('About you')).toBeVisible();
};
const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save text' }).click();

test('a class leads to the page of its teacher, whose classes lead back', async ({ page }) => {
  await loginAs(page, 'User');
  await page.goto(`/classDetail/${await findClass(page, { q: 'Modern HTML' })}`);
  await page.getByRole('complementary').getByRole('link', { name: TEACHER }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TEACHER);
  await expect(page).toHaveTitle(new RegExp(TEACHER));
  await expect(page.getByRole('region', { name: 'About' })).toContainText(SAMPLE);
  const classes = page.getByRole('region', { name: 'Classes' });
  await expect(classes.getByRole('article')).toHaveCount(3);
  await expect(classes.getByRole('link', { name: TEACHER })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Moderation' })).toHaveCount(0);
  await expectAccessible(page);
  await expectLargeTargets(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await classes.getByRole('link', { name: /Modern HTML/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Modern HTML');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a card leads to the page of the teacher', async ({ browser, baseURL }) => {
    const page = await browser.newPage({ baseURL, javaScriptEnabled: false });
    await page.goto('/allClasses?q=html');
    await page.getByRole('link', { name: TEACHER }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(TEACHER);
    await expect(page.getByText(SAMPLE)).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(3);
    await page.close();
  });
});

test.describe('the text about a teacher', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('is written in two tabs without a loss, and an admin hides it', async ({ page, browser, baseURL }) => {
    await loginAs(page, 'Teacher');
    await openProfile(page);
    const other = await page.context().newPage();
    await openProfile(other);
    await other.getByLabel('About you').fill('I build chairs. See https://example.test/chairs');
    await save(other);
    await expectAnnounced(other, 'Text saved');

    await page.getByLabel('About you').fill('I build tables.');
    await save(page);
    const conflict = page.getByRole('alert').filter({ hasText: 'Changed elsewhere' });
    await expect(conflict).toContainText('I build chairs.');
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await conflict.getByRole('button', { name: 'Use the other version' }).click();
    await expect(page.getByLabel('About you')).toHaveValue(/^I build chairs/);
    await page.getByLabel('About you').fill('I build chairs and tables.');
    await save(page);
    await expectAnnounced(page, 'Text saved');
    await page.getByRole('link', { name: 'View your public page' }).click();
    await expect(page.getByRole('region', { name: 'About' })).toContainText('chairs and tables');

    await expect(page.getByRole('button', { name: /^Report/ }), 'their own text').toHaveCount(0);
    const edit = 'Edit your public page';
    const publicPage = page.url();
    await expectAccessible(page);
    await page.getByRole('link', { name: edit }).press('Enter');
    await expect(page.getByLabel('About you')).toHaveValue('I build chairs and tables.');
    await expect(page.getByRole('heading', { name: 'Your public page' })).toBeFocused();
    await page.goto(publicPage);
    const student = await openPage(browser, baseURL, 'User');
    await student.goto(publicPage);
    await student.getByRole('button', { name: `Report the text about ${TEACHER}` }).click();
    await student.getByRole('dialog').getByLabel('Reason').fill('It sells chairs');
    await expectAccessible(student);
    await student.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
    await expectAnnounced(student, 'Thank you. An admin will review it.');

    const admin = await openPage(browser, baseURL, 'Admin');
    await admin.goto('/dashboard/reports?kind=bio');
    const row = admin.getByRole('row').filter({ hasText: 'It sells chairs' });
    await expect(row).toContainText('I build chairs and tables.');
    await row.getByRole('link', { name: TEACHER }).click();
    await expect(admin).toHaveURL(publicPage);
    for (const other of [student, admin])
      await expect(other.getByRole('link', { name: edit })).toHaveCount(0);
    await admin.getByRole('button', { name: `Hide the text about ${TEACHER}` }).click();
    await admin.getByRole('dialog').getByLabel('Reason').fill('Advertising');
    await admin.getByRole('dialog').getByRole('button', { name: 'Hide' }).click();
    await expect(admin.getByText('Hidden by an admin: Advertising')).toBeVisible();
    const moderation = admin.getByRole('region', { name: 'Moderation' });
    // The dialog, which closes a moment later, has a heading, too.
    const heading = moderation.getByRole('heading', { name: 'Moderation' });
    await expect(heading).toBeFocused();
    await expect(admin.getByRole('region', { name: 'About' })).toHaveCount(0);
    await expectAccessible(admin);

    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(TEACHER);
    await expect(page.getByText('chairs and tables')).toHaveCount(0);
    await page.goto('/dashboard/studentProf');
    await expect(page.getByText('Hidden by an admin: Advertising')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Contact us' })).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByLabel('About you')).toHaveCount(0);
    await admin.getByRole('button', { name: `Show again: the text about ${TEACHER}` }).press('Enter');
    await expect(admin.getByRole('region', { name: 'About' })).toContainText('chairs and tables');
    await expect(heading).toBeFocused();
  });

  test('is not lost by leaving, and is only for teachers', async ({ page }) => {
    await loginAs(page, 'Teacher');
    await openProfile(page);
    await page.getByLabel('About you').fill('Half a sentence');
    await page.getByRole('link', { name: 'View your public page' }).click();
    const question = page.getByRole('dialog');
    await expect(question).toContainText('Leave without saving?');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('About you')).toHaveValue('Half a sentence');
  });

  test('is no field of a student', async ({ page }) => {
    await loginAs(page, 'User');
    await page.goto('/dashboard/studentProf');
    await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Your public page' })).toHaveCount(0);
  });
});
