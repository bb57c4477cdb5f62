import type { Locator, Page } from '@playwright/test';
import { phonePhoto } from '#tests/support/pictures.ts';
import { expectAnnounced } from './announcements.ts';
import { addSection } from './course.ts';
import { findClass } from './find-class.ts';
import { expect, expectAccessible, loginAs, test } from './fixtures.ts';
import { call } from './purchases.ts';

/** Opens the editor of a new lesson as the teacher. */
const openEditor = async (page: Page, title: string): Promise<Locator> => {
  await loginAs(page, 'Teacher');
  const classId = await findClass(page, { q: 'Modern HTML' });
  const section = await addSection(page, classId, title);
  const { insertedId } = await call(page, 'POST', `/sections/${section}/lessons`, { kind: 'article', title });
  await page.goto(`/dashboard/curriculum/${classId}?lesson=${insertedId}`);
  return page.getByLabel('Text', { exact: true });
};
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('what the toolbar changes is undone and redone exactly, with what was typed before', async ({
  page,
}) => {
  const text = await openEditor(page, 'Undone');
  await text.pressSequentially('one two');
  const states = ['one two'];
  const change = async (act: () => Promise<void>, result: string) => {
    await act();
    await expect(text).toHaveValue(result);
    states.push(result);
  };
  await text.press('Control+Shift+ArrowLeft');
  await change(() => press(page, 'Bold'), 'one **two**');
  await change(() => press(page, 'Numbered list'), '1. one **two**');
  await change(() => press(page, 'Numbered list'), 'one **two**');
  await text.press('Control+A');
  await change(() => press(page, 'Quote'), '> one **two**');
  await change(() => text.press('Control+A').then(() => page.keyboard.type('x')), 'x');
  await text.press('Control+A');
  await change(() => press(page, 'Bold'), '**x**');

  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(64, 36) };
  await page.getByRole('toolbar', { name: 'Format' }).getByLabel('Picture').setInputFiles(photo);
  await expect(text).toHaveValue(/!\[Picture\]/);
  states.push(await text.inputValue());

  for (const state of states.slice(0, -1).toReversed()) {
    await text.press('Control+Z');
    await expect(text).toHaveValue(state);
  }
  for (const state of states.slice(1)) {
    await text.press('Control+Shift+Z');
    await expect(text).toHaveValue(state);
  }
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
});

test('shortcuts format the text, and a pasted address replaces the one of a new link', async ({ page }) => {
  const text = await openEditor(page, 'Shortcuts');
  await text.fill('see this');
  await text.press('End');
  await text.press('Control+Shift+ArrowLeft');
  await text.press('Control+B');
  await expect(text).toHaveValue('see **this**');
  await text.press('Control+B');
  await text.press('Control+I');
  await expect(text).toHaveValue('see _this_');
  await text.press('Control+I');
  await text.press('Control+K');
  await page.keyboard.insertText('https://example.test/a');
  await expect(text).toHaveValue('see [this](https://example.test/a)');
  const bold = page.getByRole('button', { name: 'Bold', exact: true });
  await expect(bold).toHaveAttribute('aria-keyshortcuts', 'Control+B');
  await expect(bold).toHaveAttribute('title', 'Bold (Ctrl+B)');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
});

test('what is typed after a picture was added or described does not replace it', async ({ page }) => {
  const text = await openEditor(page, 'Typed on');
  await text.fill('Before');
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(64, 36) };
  await page.getByRole('toolbar', { name: 'Format' }).getByLabel('Picture').setInputFiles(photo);
  await expect(page.getByText('A picture has no description yet.')).toBeVisible();
  await page.keyboard.type(' and more');
  await expect(text).toHaveValue(/^Before and more\n\n!\[Picture\]\(\S+\)\n\n$/);
  await page.getByLabel('What does it show?').fill('A chair');
  await page.getByRole('button', { name: 'Add description' }).press('Enter');
  await expect(text).toBeFocused();
  await page.keyboard.type(' It is red.');
  await expect(text).toHaveValue(/^Before and more\n\n!\[A chair\]\(\S+\) It is red\.\n\n$/);
});

test('a picture is described beside the text, or marked as decoration, and readers get that', async ({
  page,
}) => {
  const text = await openEditor(page, 'Described');
  await text.fill('Before');
  const choose = page.getByRole('toolbar', { name: 'Format' }).getByLabel('Picture');
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(64, 36) };
  await choose.setInputFiles(photo);
  await expectAnnounced(page, 'A picture has no description yet.');
  await choose.setInputFiles({ ...photo, buffer: await phonePhoto(64, 40) });
  await expect(page.getByText('2 pictures have no description yet.')).toBeVisible();
  await expectAccessible(page);

  const field = page.getByLabel('What does it show?');
  await field.fill('A [red] chair');
  await field.press('Enter');
  await expect(text).toHaveValue(/^Before\n\n!\[A \\\[red\\\] chair\]\(/);
  await expect(text).toBeFocused();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('img', { name: 'A [red] chair' })).toBeVisible();
  await text.press('Control+Z');
  await expect(page.getByText('2 pictures have no description yet.')).toBeVisible();
  await text.press('Control+Shift+Z');

  await expect(page.getByText('A picture has no description yet.')).toBeVisible();
  await expect(field).toHaveValue('');
  await field.press('Enter');
  await page.getByRole('button', { name: 'Only decoration' }).click();
  await expect(text).toHaveValue(/!\[\]\(/);
  await expect(field).toHaveCount(0);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
});
