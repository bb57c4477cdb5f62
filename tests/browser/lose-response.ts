import type { Page } from '@playwright/test';

/** Loses the response of the next call of a method. */
export const loseResponse = async (page: Page, address: string, method: string): Promise<void> => {
  let isLost = false;
  await page.route(address, async (route) => {
    if (route.request().method() !== method || isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
};
