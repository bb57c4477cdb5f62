import type { Page } from '@playwright/test';

/** Navigates to an address without loading a new document, as a link does that this page may not have. */
export const follow = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, address);
