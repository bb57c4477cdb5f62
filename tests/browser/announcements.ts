import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';

declare global {
  interface Window {
    announced: string[];
  }
}

/** In milliseconds. */
const TIMEOUT = 10_000;
const LIVE_REGIONS = '[aria-live=polite], [role=status], [role=alert]';

const noteInPage = (regions: string): void => {
  window.announced = [];
  const known = new WeakMap<Element, string>();
  new MutationObserver(() => {
    for (const region of document.querySelectorAll(regions)) {
      const text = region.textContent;
      if (known.get(region) === text) continue;
      known.set(region, text);
      if (text && region.checkVisibility()) window.announced.push(text);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
};

/**
 * Records what the pages of a browser announce. A toast disappears after 1.5 seconds, and a busy machine may check
 * less often than that.
 */
export const noteAnnouncements = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(noteInPage, LIVE_REGIONS);
};

/** Expects an announcement to screen readers since the last expectation of the same text. Toasts count as well. */
export const expectAnnounced = async (page: Page, text: string): Promise<void> => {
  await expect(async () => {
    const announced = await page.evaluate(() => window.announced);
    expect(announced).toContainEqual(expect.stringContaining(text));
  }).toPass({ timeout: TIMEOUT });
  await page.evaluate((words) => {
    window.announced = window.announced.filter((announced) => !announced.includes(words));
  }, text);
};
