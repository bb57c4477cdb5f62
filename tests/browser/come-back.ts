import type { Page } from '@playwright/test';

/**
 * Returns to a page from another tab, which makes the page refetch its data.
 * @param paths of the calls that load the data
 */
export const comeBack = async (page: Page, ...paths: string[]): Promise<void> => {
  const loaded = paths.map((path) =>
    page.waitForResponse(
      (response) => new URL(response.url()).pathname === path && response.request().method() === 'GET',
    ),
  );
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  for (const response of await Promise.all(loaded)) await response.finished();
};

/**
 * Returns to a page from another tab after a while, when the calls fail that load its data again. The page's clock must
 * be installed.
 */
export const failWhenComingBack = async (page: Page, ...paths: string[]): Promise<void> => {
  await page.route(
    ({ pathname }) => paths.includes(pathname),
    (route) =>
      route.request().method() === 'GET' ? route.fulfill({ status: 400, json: {} }) : route.continue(),
  );
  // What was just loaded is not loaded again.
  await page.clock.fastForward(10_000);
  await comeBack(page, ...paths);
  await page.clock.runFor(1_000);
};
