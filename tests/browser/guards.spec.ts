import type { Page } from '@playwright/test';
import { expect, loginAs, test } from './fixtures.ts';

type Visitor = 'anonymous' | 'User' | 'Teacher' | 'Admin';

const FOR_TEACHERS = 'This page is for teachers';
const FOR_ADMINS = 'This page is for admins';
const LOGIN = 'Welcome back';
const NOT_ENROLLED = 'You’re not enrolled in this class';
const OWN = 'Modern HTML and CSS from the ground up';

/** The main heading that each role sees on each child route of the dashboard. */
const ROUTES: Record<string, Record<Exclude<Visitor, 'anonymous'>, string | RegExp>> = {
  userHome: { User: /^Welcome,/, Teacher: /^Welcome,/, Admin: /^Welcome,/ },
  allUsers: { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: 'All Users' },
  teachersRequests: { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: "Teacher's Requests" },
  allClassReq: { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: 'All Classes Requests' },
  classChanges: { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: 'Class Changes' },
  'classVersions/{own}': { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: 'Class History' },
  addClass: { User: FOR_TEACHERS, Teacher: 'Add Class', Admin: FOR_TEACHERS },
  myAddedClass: { User: FOR_TEACHERS, Teacher: 'My Added Class', Admin: FOR_TEACHERS },
  'updateClass/{own}': { User: FOR_TEACHERS, Teacher: 'Update Class', Admin: FOR_TEACHERS },
  'teacherClassTask/{own}': { User: FOR_TEACHERS, Teacher: OWN, Admin: FOR_TEACHERS },
  myEnroll: { User: 'My Enrollment Class', Teacher: 'My Enrollment Class', Admin: 'My Enrollment Class' },
  studentProf: { User: /^Welcome back,/, Teacher: /^Welcome back,/, Admin: /^Welcome back,/ },
  account: { User: 'Account', Teacher: 'Account', Admin: 'Account' },
  'myAssignmentTasks/{own}': { User: OWN, Teacher: NOT_ENROLLED, Admin: NOT_ENROLLED },
  earnings: { User: FOR_TEACHERS, Teacher: 'Earnings', Admin: FOR_TEACHERS },
  payments: { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: 'Payments' },
  feedback: { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: 'Feedback' },
  reports: { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: 'Reports' },
  auditTrail: { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: 'Audit Trail' },
  undeliveredEmails: { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: 'Undelivered Emails' },
  invitations: { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: 'Invitations' },
  homePage: { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: 'Home Page' },
  siteSettings: { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: 'Site Settings' },
  sitePages: { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: 'Pages' },
  'sitePages/terms': { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: 'Terms' },
  blogPosts: { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: 'New post' },
  siteHealth: { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: 'Site Health' },
};

const findClass = async (page: Page, words: string): Promise<string> => {
  const response = await page.request.get(`/api/classes?q=${encodeURIComponent(words)}&limit=1`);
  const [found] = (await response.json()) as { _id: string }[];
  return found!._id;
};

for (const visitor of ['User', 'Teacher', 'Admin'] as const) {
  test(`each dashboard route shows the role ${visitor} what it may see, signed in throughout`, async ({
    page,
  }) => {
    // Loads more than twenty screens as documents.
    test.slow();
    await loginAs(page, visitor);
    const own = await findClass(page, OWN);
    for (const [route, headings] of Object.entries(ROUTES)) {
      await page.goto(`/dashboard/${route.replace('{own}', own)}`);
      await expect(page.getByRole('heading', { level: 1 }), route).toHaveText(headings[visitor]);
      await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible();
    }
  });
}

test('an anonymous visitor is sent to the login from each dashboard route, and back after it', async ({
  page,
}) => {
  test.slow();
  const own = await findClass(page, OWN);
  for (const route of Object.keys(ROUTES)) {
    await page.goto(`/dashboard/${route.replace('{own}', own)}`);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('heading', { level: 1 }), route).toHaveText(LOGIN);
  }
  await page.getByRole('button', { name: 'Admin', exact: true }).click();
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/siteHealth$/);
});

test('a student on a teacher’s page reads how to become a teacher', async ({ page }) => {
  await loginAs(page, 'User');
  await page.goto('/dashboard/addClass');
  await page.getByRole('link', { name: 'Become a teacher' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Teach With Us');
});

test.describe('addresses that lead nowhere', () => {
  test.use({ expectedErrors: /40[04] \(/ });

  test('another teacher’s class, an unknown and a mistyped one say so', async ({ page }) => {
    await loginAs(page, 'Teacher');
    const other = await findClass(page, 'pixel platformer');
    for (const screen of ['updateClass', 'teacherClassTask']) {
      await page.goto(`/dashboard/${screen}/${other}`);
      await expect(page.getByText('This class belongs to another teacher')).toBeVisible();
      for (const id of ['00000000-0000-4000-8000-000000000000', 'mistyped']) {
        await page.goto(`/dashboard/${screen}/${id}`);
        await expect(page.getByText('No class details found.')).toBeVisible();
      }
    }
    await page.getByRole('link', { name: 'View my classes' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Added Class');
  });
});
