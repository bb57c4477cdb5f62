import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * Opens a page on which the script of one part arrives later than the others. Expects that it hydrates what the server
 * has rendered: the part is visible all the time, and its elements are never replaced.
 * @param content a text in the part
 */
export const expectLatePartStays = async (
  page: Page,
  { address, script, content }: { address: string; script: RegExp; content: string },
): Promise<void> => {
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(script, async (route) => {
    await isReleased;
    await route.continue();
  });
  const requested = page.waitForRequest(script);
  await page.goto(address);
  await requested;
  const shown = page.getByText(content).first();
  await expect(shown).toBeVisible();
  const element = await shown.elementHandle();
  const arrived = page.waitForResponse(script);
  release();
  await arrived;
  await page.waitForLoadState('networkidle');
  expect(await element.evaluate((node) => node.isConnected)).toBe(true);
};
