import type { Page } from '@playwright/test';
import { DESKTOP, expect, expectNoSideScroll, newEmail, test } from './fixtures.ts';
import { call } from './purchases.ts';
import { PASSWORD } from '#tests/support/password.ts';

// Texts of the maximum length, without spaces to break at.
export const NAME = 'N'.repeat(100);
export const TITLE = 'W'.repeat(150);
export const WORD = 'm'.repeat(900);
export const NARROW = { width: 320, height: 800 };

/** An unused email address of more than 130 characters. */
export const longEmail = (): string =>
  `${'l'.repeat(20)}${newEmail().replace('@example', `@${'d'.repeat(60)}.${'e'.repeat(30)}`)}`;

/** Registers a user with the longest name and a long address. @returns the address */
export const signUp = async (page: Page): Promise<string> => {
  const email = longEmail();
  const image = '/pictures/avatars/09.svg';
  const given = { email, name: NAME, password: PASSWORD, image };
  expect((await page.request.post('/api/auth/sign-up/email', { data: given })).ok()).toBe(true);
  await call(page, 'POST', '/users', { email, name: NAME, photo: image });
  return email;
};

/** Opens pages and expects that nothing overflows or is cut off at widths of 320 and 1280 px. */
export const expectToFit = async (page: Page, paths: string[]): Promise<void> => {
  for (const path of paths) {
    await page.setViewportSize(NARROW);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // The parts below a lesson load when they are scrolled near.
    await page.keyboard.press('End');
    await expect(page.getByText('Loading...')).toHaveCount(0);
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    for (const viewport of [NARROW, DESKTOP]) {
      await page.setViewportSize(viewport);
      await test.step(`${path} at ${viewport.width} px`, () => expectNoSideScroll(page));
      // No content may be cut off by a box that hides overflow, or by the edge of the window.
      const cut = await page.evaluate(
        () =>
          [
            ...document.querySelectorAll(
              'main :is(h1, h2, h3, p, dd, a.btn, button.btn), header :is(a, button)',
            ),
          ]
            .filter((element) => element.checkVisibility() && !element.closest('.sr-only, .slides, nav'))
            .map((element) => element.getBoundingClientRect())
            .filter(({ left, right, width }) => width > 1 && (right > innerWidth + 1 || left < -1)).length,
      );
      expect(cut, `${path} at ${viewport.width} px: cut off`).toBe(0);
    }
  }
};
