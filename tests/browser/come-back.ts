import type { Page } from '@playwright/test';

/** Comes back to a page from another tab, which makes it load again what it shows. @param path of the call that loads it */
export const comeBack = async (page: Page, path: string): Promise<void> => {
  const loaded = page.waitForResponse(
    (response) => new URL(response.url()).pathname === path && response.request().method() === 'GET',
  );
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await (await loaded).finished();
};
