import type { FileChooser, Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Presses of Tab after which an element counts as unreachable. */
const REACH = 80;

/** Whether the focus is visible, for fields possibly on the frame around them. */
const showsFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) =>
    [element, element.parentElement!].some((box) => {
      const { outlineStyle, boxShadow } = getComputedStyle(box);
      return outlineStyle !== 'none' || boxShadow !== 'none';
    }),
  );

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Presses Tab, or Shift+Tab to go backwards, until the element has the focus. */
export const tabTo = async (page: Page, target: Locator, by: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < REACH; presses += 1) {
    if (await hasFocus(target)) {
      expect(await showsFocus(target), 'the focus can be seen').toBe(true);
      return;
    }
    await page.keyboard.press(by);
  }
  throw new Error(`${REACH} presses of ${by} do not reach ${target.toString()}`);
};

/** Tabs to a control and presses a key, by default Enter. */
export const press = async (page: Page, target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press(key);
};

/** Tabs to a field and replaces its content. */
export const typeInto = async (page: Page, target: Locator, text: string): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
};

/** Tabs to a control for files and presses Enter, which opens the browser's dialog, and chooses files there. */
export const chooseFiles = async (
  page: Page,
  target: Locator,
  files: Parameters<FileChooser['setFiles']>[0],
): Promise<void> => {
  const opened = page.waitForEvent('filechooser');
  await press(page, target);
  await (await opened).setFiles(files);
};

/** Expects that another page has loaded, with the focus on its heading. */
export const expectArrival = async (page: Page, heading: string | RegExp): Promise<void> => {
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(heading);
  await expect(title).toBeFocused();
};

/** Waits for the focus management to load, which takes less time than any user needs to press a key. */
export const untilWatched = (page: Page): Promise<void> =>
  expect(page.locator('p.sr-only[aria-live=polite]').first()).toBeAttached();

/** Opens a page, with the keyboard focus at its beginning. */
export const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await untilWatched(page);
};
