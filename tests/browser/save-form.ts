import { expect, type Locator } from '@playwright/test';

/**
 * Saves a form, and waits until the server has saved it.
 * That its button is disabled does not show this: it is disabled while the call runs, too.
 */
export const saveForm = async (button: Locator): Promise<void> => {
  const answer = button.page().waitForResponse((response) => response.request().method() !== 'GET');
  await button.click();
  expect((await answer).ok()).toBe(true);
  await expect(button).toBeDisabled();
};
