import type { Page } from '@playwright/test';
import { endStreams, expect, expectAccessible, expectNoSideScroll, loginAs, test } from './fixtures.ts';

const findClass = async (page: Page): Promise<string> => {
  const response = await page.request.get('/api/classes?q=Modern%20HTML&limit=1');
  const [found] = (await response.json()) as { _id: string }[];
  return found!._id;
};

/** Every screen, by who sees it; `{own}` is a class of the sample teacher that the sample student has. */
const SCREENS = {
  Visitor: [
    '/',
    '/allClasses',
    '/login',
    '/registration',
    '/login/forgot',
    '/login/reset',
    '/login/reset?token=x',
    '/payment',
    '/nowhere',
    '/about',
    '/blogs',
    '/branding',
    '/marketing',
    '/contacts',
  ],
  User: [
    '/privet',
    '/teacherReq',
    '/classDetail/{own}',
    '/dashboard/userHome',
    '/dashboard/myEnroll',
    '/dashboard/studentProf',
    '/dashboard/account',
    '/dashboard/myAssignmentTasks/{own}',
    '/dashboard/addClass',
  ],
  Teacher: [
    '/teacherReq',
    '/dashboard',
    '/dashboard/addClass',
    '/dashboard/myAddedClass',
    '/dashboard/earnings',
    '/dashboard/updateClass/{own}',
    '/dashboard/curriculum/{own}',
    '/dashboard/teacherClassTask/{own}',
  ],
  Admin: [
    '/dashboard/userHome',
    '/dashboard/teachersRequests',
    '/dashboard/allClassReq',
    '/dashboard/allUsers',
    '/dashboard/payments',
    '/dashboard/feedback',
    '/dashboard/auditTrail',
    '/dashboard/siteHealth',
  ],
};

/** A phone enlarged to the limit, a tablet and a desktop, in pixels. */
const WIDTHS = [320, 768, 1280];

const showTheme = (page: Page, theme: string) =>
  page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
    document.documentElement.classList.toggle('dark', name === 'dark');
  }, theme);

test.use({ expectedErrors: /nowhere$/ });
test.describe.configure({ mode: 'parallel' });

for (const [who, paths] of Object.entries(SCREENS)) {
  test(`axe finds nothing on any screen of ${who}, at three widths, in both themes`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await endStreams(page);
    if (who !== 'Visitor') await loginAs(page, who as 'User' | 'Teacher' | 'Admin');
    const own = await findClass(page);
    for (const path of paths) {
      await page.goto(path.replace('{own}', own));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSideScroll(page);
        await test.step(`${path} at ${width} px`, () => expectAccessible(page, 'html', 'more'));
        // A theme changes nothing but colors.
        await showTheme(page, 'dark');
        await test.step(`${path} at ${width} px, dark`, () => expectAccessible(page, 'html', 'cat.color'));
        await showTheme(page, 'light');
      }
    }
  });
}
