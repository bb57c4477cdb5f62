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

/**
 * Returns to a page from another tab after a while, when a call fails that loads its data again. The page's clock must
 * be installed.
 */
export const failWhenComingBack = async (page: Page, path: string): Promise<void> => {
  await page.route(
    ({ pathname }) => pathname === path,
    (route) =>
      route.request().method() === 'GET' ? route.fulfill({ status: 400, json: {} }) : route.continue(),
  );
  // What was just loaded is not loaded again.
  await page.clock.fastForward(10_000);
  await comeBack(page, path);
  await page.clock.runFor(1_000);
};
