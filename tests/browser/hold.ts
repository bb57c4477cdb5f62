import type { Page } from '@playwright/test';

/** Delays the calls of a method. @returns a function that releases them */
export const hold = async (page: Page, address: string | RegExp, method: string): Promise<() => void> => {
  let letThrough = () => {};
  const mayPass = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(address, async (route) => {
    if (route.request().method() === method) await mayPass;
    await route.continue();
  });
  return letThrough;
};
