import { expect, type Locator } from '@playwright/test';

/**
 * Saves a form, and waits until the server has saved it.
 * That its button is disabled does not show this: it is disabled while the call runs, too.
 */
export const saveForm = async (button: Locator): Promise<void> => {
  // The page may also renew its access token.
  const saved = button
    .page()
    .waitForResponse((response) => response.request().method() !== 'GET' && !response.url().endsWith('/jwt'));
  await button.click();
  expect((await saved).ok()).toBe(true);
  await expect(button).toBeDisabled();
};
