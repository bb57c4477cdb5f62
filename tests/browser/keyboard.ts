import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Presses of Tab after which something counts as out of reach. */
const REACH = 80;

/** A field may show it on the frame around it. */
const showsFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) =>
    [element, element.parentElement!].some((box) => {
      const { outlineStyle, boxShadow } = getComputedStyle(box);
      return outlineStyle !== 'none' || boxShadow !== 'none';
    }),
  );

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Presses Tab, or Shift+Tab to go back, until the element has focus, as a user without a mouse does. */
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

/** Tabs to a field and replaces what is in it. */
export const typeInto = async (page: Page, target: Locator, text: string): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
};

/** Another page has come, and the focus is on its heading. */
export const expectArrival = async (page: Page, heading: string | RegExp): Promise<void> => {
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(heading);
  await expect(title).toBeFocused();
};

/** Waits until what looks after the focus is there, which is sooner than anybody could press a key. */
export const untilWatched = (page: Page): Promise<void> =>
  expect(page.locator('p.sr-only[aria-live=polite]').first()).toBeAttached();

/** Opens a page, with the keyboard's start at its beginning. */
export const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await untilWatched(page);
};
