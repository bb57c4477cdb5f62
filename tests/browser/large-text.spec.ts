import { expectNoSideScroll } from './accessible.ts';
import { findClass } from './find-class.ts';
import { endStreams, expect, loginAs, PHONE, test } from './fixtures.ts';

/** Twice the browser's usual size of text, chosen in its settings. */
const TEXT_SIZE = '--blink-settings=defaultFontSize=32';

test.use({
  launchOptions: async ({ launchOptions }, provide) => {
    await provide({ ...launchOptions, args: [...(launchOptions.args ?? []), TEXT_SIZE] });
  },
  viewport: PHONE,
});

/** Screens with lists, forms, cards, figures, and names that an editor can move. */
const SCREENS = {
  Visitor: ['/', '/allClasses', '/contacts', '/login', '/registration'],
  User: ['/classDetail/{own}', '/payment?class={other}', '/dashboard/studentProf', '/dashboard/account'],
  Teacher: ['/dashboard/addClass', '/dashboard/earnings', '/dashboard/curriculum/{own}'],
  Admin: ['/dashboard/allUsers', '/dashboard/payments', '/dashboard/siteSettings', '/dashboard/homePage'],
};

for (const [who, paths] of Object.entries(SCREENS)) {
  test(`with text at 200 %, the screens of ${who} fit on a phone`, async ({ page }) => {
    await endStreams(page);
    if (who !== 'Visitor') await loginAs(page, who as Exclude<keyof typeof SCREENS, 'Visitor'>);
    const own = await findClass(page, { q: 'Modern HTML' });
    const other = await findClass(page, { sort: '-price' });
    for (const path of paths) {
      await test.step(path, async () => {
        await page.goto(path.replace('{own}', own).replace('{other}', other));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
        await expectNoSideScroll(page);
        for (const control of await page.getByRole('link').or(page.getByRole('button')).all()) {
          const box = await control.boundingBox();
          // Links that appear with the focus are outside the page until then.
          if (!box || box.y < 0) continue;
          const label = await control.evaluate((element) => element.outerHTML.slice(0, 200));
          expect(box.x, label).toBeGreaterThanOrEqual(0);
          expect(box.x + box.width, label).toBeLessThanOrEqual(PHONE.width);
        }
      });
    }
  });
}

test('with text at 200 %, the number of unread notifications leaves the bell visible', async ({ page }) => {
  await page.route('**/api/notifications/unread', (route) => route.fulfill({ json: { count: 3 } }));
  await endStreams(page);
  await loginAs(page, 'User');
  await page.goto('/allClasses');
  const bell = (await page.locator('.notification-bell svg').boundingBox())!;
  const count = (await page.locator('.notification-count').boundingBox())!;
  const covered =
    (Math.min(bell.x + bell.width, count.x + count.width) - Math.max(bell.x, count.x)) *
    (Math.min(bell.y + bell.height, count.y + count.height) - Math.max(bell.y, count.y));
  expect(covered).toBeLessThan((bell.width * bell.height) / 2);
});
