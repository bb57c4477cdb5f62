import type { Page } from '@playwright/test';
import { DESKTOP, expect, expectAccessible, expectNoSideScroll, loginAs, PHONE, test } from './fixtures.ts';

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

const showTheme = (page: Page, theme: string) =>
  page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
    document.documentElement.classList.toggle('dark', name === 'dark');
  }, theme);

test.use({ expectedErrors: /nowhere$/ });
test.describe.configure({ mode: 'parallel' });

for (const [who, paths] of Object.entries(SCREENS)) {
  test(`axe finds nothing on any screen of ${who}, at two widths, in both themes`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (who !== 'Visitor') await loginAs(page, who as 'User' | 'Teacher' | 'Admin');
    const own = await findClass(page);
    for (const path of paths) {
      await page.goto(path.replace('{own}', own));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      for (const viewport of [PHONE, DESKTOP]) {
        await page.setViewportSize(viewport);
        await expectNoSideScroll(page);
        // A theme changes nothing but colors.
        for (const [theme, rules] of [['light'], ['dark', 'cat.color']] as const) {
          await showTheme(page, theme);
          await test.step(`${path} at ${viewport.width} px, ${theme}`, () =>
            expectAccessible(page, 'html', rules));
        }
      }
    }
  });
}
