import type { Locator, Page } from '@playwright/test';
import { expect, expectNoSideScroll, loginAs, setTheme, test } from './fixtures.ts';

test.describe.configure({ mode: 'parallel' });

/** The contrast of the focus ring with the gap inside it and with the page around it, whichever is lower. */
const ringContrast = (target: Locator): Promise<number> =>
  target.evaluate((element) => {
    const context = document.createElement('canvas').getContext('2d')!;
    const luminance = (color: string): number => {
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
    };
    const backgroundOf = (start: Element): string => {
      for (let next: Element | null = start; next; next = next.parentElement) {
        const { backgroundColor } = getComputedStyle(next);
        if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor;
      }
      return 'white';
    };
    const { outlineColor, outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) return 0;
    // Chromium puts the color of a shadow first.
    const gap = /^(?:rgb|rgba|oklab|oklch|color)\([^)]*\)/.exec(boxShadow)?.[0] ?? backgroundOf(element);
    const contrastWith = (color: string): number => {
      const [darker, lighter] = [luminance(outlineColor), luminance(color)].sort((one, other) => one - other);
      return (lighter! + 0.05) / (darker! + 0.05);
    };
    return Math.min(contrastWith(gap), contrastWith(backgroundOf(element.parentElement!)));
  });

const expectRing = async (page: Page, target: Locator): Promise<void> => {
  await page.keyboard.press('Shift');
  await target.focus();
  await expect.poll(() => ringContrast(target)).toBeGreaterThanOrEqual(3);
};

for (const theme of ['light', 'dark'] as const) {
  test(`the focus ring stands out in the ${theme} theme`, async ({ page }) => {
    await setTheme(page, theme);
    await page.goto('/allClasses?sort=price');
    for (const name of ['Ascending', 'Descending']) {
      await expectRing(page, page.getByRole('button', { name }));
    }
    await expectRing(page, page.getByLabel('Next page'));
    await expectRing(page, page.getByRole('link', { name: /^Enroll Now/ }).first());
    await loginAs(page, 'Admin');
    await page.goto('/dashboard/allUsers');
    const menu = page.getByRole('navigation', { name: 'Dashboard' });
    await expectRing(page, menu.getByRole('link', { name: 'All Users' }));
    await expectRing(page, page.getByRole('button', { name: 'Name' }));
    await expectRing(page, page.getByRole('button', { name: /^Delete/ }).first());
  });
}

test('with forced colors the chart, the current page, the pressed sort and dialogs are visible', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const backgroundOf = (target: Locator) =>
    target.evaluate((element) => getComputedStyle(element).backgroundColor);
  await page.goto('/allClasses?sort=price');
  const [pressed, other] = ['Ascending', 'Descending'].map((name) => page.getByRole('button', { name }));
  expect(await backgroundOf(pressed!)).not.toBe(await backgroundOf(other!));
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/payments');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  expect(await backgroundOf(menu.getByRole('link', { name: 'Payments' }))).not.toBe(
    await backgroundOf(menu.getByRole('link', { name: 'Account' })),
  );
  const bar = page.locator('figure [role="slider"] > div').last();
  await expect(bar).toBeAttached();
  expect(await backgroundOf(bar)).not.toBe(await backgroundOf(page.locator('body')));
  await page
    .getByRole('button', { name: /^Refund/ })
    .first()
    .click();
  const dialog = page.locator('dialog');
  await expect(dialog).toBeVisible();
  expect(
    await dialog.evaluate((element) => parseFloat(getComputedStyle(element).borderTopWidth)),
  ).toBeGreaterThan(0);
});

/** WCAG 1.4.12. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }`;

test('with wider text spacing nothing is wider than 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await loginAs(page, 'User');
  await page.goto('/dashboard/studentProf');
  await page
    .getByRole('link', { name: /^Receipt/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /^Receipt ./ })).toBeVisible();
  const expectToFit = async () => {
    await page.addStyleTag({ content: SPACING });
    await expectNoSideScroll(page);
  };
  await expectToFit();
  await page.goto('/dashboard/account');
  await expect(page.getByText('This browser')).toBeVisible();
  await expectToFit();
  await loginAs(page, 'Admin');
  for (const screen of ['teachersRequests', 'payments']) {
    await page.goto(`/dashboard/${screen}`);
    await expect(page.getByRole('table').first()).toBeVisible();
    await expectToFit();
  }
});

test('required fields are marked as required', async ({ page }) => {
  await page.goto('/registration');
  for (const label of ['Email', 'Name', 'Password']) {
    await expect(page.getByLabel(label)).toHaveAttribute('required');
  }
  await loginAs(page, 'Teacher');
  await page.goto('/dashboard/addClass');
  for (const label of ['Title', 'Price', 'Experience', 'Description']) {
    await expect(page.getByLabel(label)).toHaveAttribute('required');
  }
  await expect(page.getByLabel('Category (optional)')).not.toHaveAttribute('required');
});

test('standalone controls are at least 24 px high', async ({ page }) => {
  const expectTarget = async (target: Locator) => {
    await expect(target).toBeVisible();
    expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(24);
  };
  await page.goto('/login');
  await expectTarget(page.getByRole('link', { name: 'Forgot your password?' }));
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/allUsers');
  await expectTarget(page.getByRole('button', { name: 'Email' }));
});
