import type { Page } from '@playwright/test';
import { endStreams, expect, expectAccessible, loginAs, test } from './fixtures.ts';

const findClass = async (page: Page, query: string): Promise<string> => {
  const response = await page.request.get(`/api/classes?${query}&limit=1`);
  const [found] = (await response.json()) as { _id: string }[];
  return found!._id;
};

/**
 * All screens, by who sees them. `{own}` is a class of the sample teacher that the sample student has, `{other}` the
 * most expensive class.
 */
const SCREENS = {
  Visitor: [
    '/',
    '/allClasses',
    '/login',
    '/registration',
    '/login/forgot',
    '/login/reset',
    '/login/reset?token=x',
    '/login/setup',
    '/emailPreferences',
    '/emailPreferences?token=x',
    '/payment',
    '/nowhere',
    '/about',
    '/blogs',
    '/blogs/turn-in-the-ugly-version',
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
    '/dashboard/emailLink?token=used',
    '/payment?class={other}',
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
    '/dashboard/classChanges',
    '/dashboard/classVersions/{own}',
    '/dashboard/allUsers',
    '/dashboard/payments',
    '/dashboard/feedback',
    '/dashboard/reports',
    '/dashboard/auditTrail',
    '/dashboard/undeliveredEmails',
    '/dashboard/invitations',
    '/dashboard/siteSettings',
    '/dashboard/homePage',
    '/dashboard/sitePages',
    '/dashboard/sitePages/about',
    '/dashboard/blogPosts',
    '/dashboard/blogPosts/turn-in-the-ugly-version',
    '/dashboard/siteHealth',
  ],
};

test.use({ expectedErrors: /nowhere$|email-preferences\?token=x?$/ });
test.describe.configure({ mode: 'parallel' });

for (const [who, paths] of Object.entries(SCREENS)) {
  test(`axe finds nothing on any screen of ${who}, at three widths, in both themes and with forced colors`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await endStreams(page);
    if (who !== 'Visitor') await loginAs(page, who as 'User' | 'Teacher' | 'Admin');
    const own = await findClass(page, 'q=Modern%20HTML');
    const other = await findClass(page, 'sort=-price');
    for (const path of paths) {
      await page.goto(path.replace('{own}', own).replace('{other}', other));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await test.step(path, () => expectAccessible(page));
    }
  });
}
