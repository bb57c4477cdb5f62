import type { Page } from '@playwright/test';

/**
 * Returns to a page from another tab, which makes the page refetch its data. @param path of the call that loads the
 * data
 */
export const comeBack = async (page: Page, path: string): Promise<void> => {
  const loaded = page.waitForResponse(
    (response) => new URL(response.url()).pathname === path && response.request().method() === 'GET',
  );
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await (await loaded).finished();
};
