import type { Locator, Page } from '@playwright/test';
import { phonePhoto } from '#tests/support/pictures.ts';
import { expect, loginAs, test } from './fixtures.ts';

/** Waits for the screen to show what the last event has changed. */
const untilShown = (target: Locator) =>
  target.evaluate(() => new Promise((resolve) => void setTimeout(resolve, 100)));

/** Chooses a picture in the dialog of a slide, which opens the crop dialog. */
const chooseSlide = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Add a slide' });
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'slide.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() });
  return { dialog, crop: page.getByRole('dialog', { name: 'Choose what to show' }) };
};

test.beforeEach(async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/homePage');
  await page.getByRole('button', { name: 'Add a slide' }).click();
});

test('canceling the file picker keeps the dialog around it, with and without input', async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'Add a slide' });
  const files = dialog.locator('input[type=file]').first();
  // What the browser does when the user closes its file picker without choosing a file.
  const cancelPicker = () =>
    files.evaluate((input) => input.dispatchEvent(new Event('cancel', { bubbles: true })));
  await cancelPicker();
  await untilShown(files);
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Headline', { exact: true }).fill('Learn to sail');
  await cancelPicker();
  await untilShown(files);
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(dialog.getByLabel('Headline', { exact: true })).toHaveValue('Learn to sail');
});

test('Enter in the innermost dialog does not submit the form of the one around it', async ({ page }) => {
  const { dialog, crop } = await chooseSlide(page);
  await expect(crop.getByRole('button', { name: 'Use picture' })).toBeEnabled();
  await crop.getByLabel('Zoom').press('Enter');
  await expect(crop).toHaveCount(0);
  await untilShown(dialog);
  await expect(dialog).toBeVisible();
  await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(0);
});

test('Back on a phone closes the innermost dialog only', async ({ page }) => {
  const { dialog, crop } = await chooseSlide(page);
  // What the browser does on Back.
  const goBack = (target: Locator) =>
    target.evaluate((element) => element.dispatchEvent(new Event('cancel', { cancelable: true })));
  await goBack(crop);
  await expect(crop).toHaveCount(0);
  await untilShown(dialog);
  await expect(dialog).toBeVisible();
  await goBack(dialog);
  await expect(dialog).toHaveCount(0);
});

test('the buttons of a long dialog stay in view without covering the field in use, except on a low screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const dialog = page.getByRole('dialog', { name: 'Add a slide' });
  const save = dialog.getByRole('button', { name: 'Save' });
  await expect(save).toBeInViewport({ ratio: 1 });
  const fields = dialog.locator('input:not([type=file]), select');
  expect(await fields.count()).toBeGreaterThan(5);
  for (const field of await fields.all()) {
    await field.focus();
    const end = await field.evaluate((element) => element.getBoundingClientRect().bottom);
    const buttons = await save.evaluate((element) => element.getBoundingClientRect().top);
    expect(end).toBeLessThan(buttons);
  }
  // A desktop of 1366 by 768 pixels at 400 %.
  await page.setViewportSize({ width: 341, height: 192 });
  await dialog.getByLabel('Headline', { exact: true }).focus();
  await expect(save).not.toBeInViewport();
});
