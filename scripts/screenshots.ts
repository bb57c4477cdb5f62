// npm run screenshots [-- NAME]: captures every screen at 360 and 1280 px in both themes, in screenshots/.
import { mkdirSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { STORAGE_KEYS } from '#web/storage-keys.ts';
import { SAMPLE_ACCOUNTS } from '#server/demo-data/sample-accounts.ts';
import { sampleAccount } from '#tests/support/sample-account.ts';
import { OUTBOX_PATH } from '#server/start-sandboxes.ts';
import { startDemoServer } from '#tests/support/built-server.ts';
import { chromiumOptions } from '#tests/support/chromium.ts';

const FOLDER = 'screenshots';
const WIDTHS = [360, 1280];
const THEMES = ['light', 'dark'];

interface Screen {
  name: string;
  path: string;
  as?: string;
  prepare?: (page: Page) => Promise<void>;
}

const screensFor = (classId: string, ownClassId: string): Screen[] => [
  { name: 'home', path: '/' },
  { name: 'all-classes', path: '/allClasses?sort=price' },
  { name: 'login', path: '/login' },
  { name: 'login-for-class', path: `/classDetail/${classId}` },
  { name: 'registration', path: '/registration' },
  { name: 'forgot-password', path: '/login/forgot' },
  { name: 'reset-password', path: '/login/reset?token=x' },
  { name: 'account', path: '/dashboard/account', as: 'User' },
  {
    name: 'second-factor-setup',
    path: '/dashboard/account',
    as: 'User',
    prepare: async (page) => {
      await page.getByLabel('Password, to verify it’s you').fill(sampleAccount('User').password);
      await page.getByRole('button', { name: 'Set it up' }).click();
      await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    },
  },
  {
    name: 'outbox',
    path: OUTBOX_PATH,
    prepare: async (page) => {
      await page.request.post(new URL('/api/auth/request-password-reset', page.url()).href, {
        data: { email: sampleAccount('User').email, redirectTo: '/login/reset' },
      });
      await page.reload();
    },
  },
  { name: 'not-found', path: '/nowhere' },
  { name: 'payment-without-class', path: '/payment' },
  { name: 'about', path: '/about' },
  { name: 'blogs', path: '/blogs' },
  { name: 'branding', path: '/branding' },
  { name: 'marketing', path: '/marketing' },
  { name: 'contacts', path: '/contacts' },
  { name: 'privet', path: '/privet', as: 'User' },
  { name: 'class-detail', path: `/classDetail/${classId}`, as: 'User' },
  {
    name: 'payment',
    path: `/payment?class=${classId}`,
    as: 'User',
    prepare: async (page) => {
      await page.getByLabel('Card number').fill('4242424242424242');
    },
  },
  {
    name: 'account-menu',
    path: '/allClasses',
    as: 'User',
    prepare: (page) => page.getByRole('button', { name: 'Account menu' }).click(),
  },
  { name: 'teacher-req', path: '/teacherReq', as: 'User' },
  { name: 'teachers-requests', path: '/dashboard/teachersRequests', as: 'Admin' },
  { name: 'all-class-req', path: '/dashboard/allClassReq?sort=status', as: 'Admin' },
  {
    name: 'class-preview',
    path: '/dashboard/allClassReq?status=Pending',
    as: 'Admin',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^Look at/ })
        .first()
        .click(),
  },
  {
    name: 'class-changes',
    path: '/dashboard/classChanges',
    as: 'Admin',
    prepare: (page) => page.getByRole('button', { name: /^Review the change/ }).click(),
  },
  { name: 'class-versions', path: `/dashboard/classVersions/${ownClassId}`, as: 'Admin' },
  { name: 'all-users', path: '/dashboard/allUsers', as: 'Admin' },
  {
    name: 'delete-user',
    path: '/dashboard/allUsers',
    as: 'Admin',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click(),
  },
  { name: 'payments', path: '/dashboard/payments', as: 'Admin' },
  {
    name: 'refund',
    path: '/dashboard/payments',
    as: 'Admin',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^Refund/ })
        .first()
        .click(),
  },
  { name: 'earnings', path: '/dashboard/earnings', as: 'Teacher' },
  {
    name: 'receipt',
    path: '/dashboard/studentProf',
    as: 'User',
    prepare: (page) =>
      page
        .getByRole('link', { name: /^Receipt/ })
        .first()
        .click(),
  },
  { name: 'feedback', path: '/dashboard/feedback', as: 'Admin' },
  { name: 'undelivered-emails', path: '/dashboard/undeliveredEmails', as: 'Admin' },
  { name: 'reports', path: '/dashboard/reports', as: 'Admin' },
  { name: 'audit-trail', path: '/dashboard/auditTrail', as: 'Admin' },
  { name: 'add-class', path: '/dashboard/addClass', as: 'Teacher' },
  { name: 'my-added-class', path: '/dashboard/myAddedClass', as: 'Teacher' },
  {
    name: 'class-feedback',
    path: '/dashboard/myAddedClass?q=modern',
    as: 'Teacher',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^Feed Back/ })
        .first()
        .click(),
  },
  { name: 'update-class', path: `/dashboard/updateClass/${ownClassId}`, as: 'Teacher' },
  { name: 'curriculum', path: `/dashboard/curriculum/${ownClassId}`, as: 'Teacher' },
  { name: 'teacher-class-task', path: `/dashboard/teacherClassTask/${ownClassId}`, as: 'Teacher' },
  {
    name: 'edit-assignment',
    path: `/dashboard/teacherClassTask/${ownClassId}`,
    as: 'Teacher',
    prepare: (page) => page.getByRole('button', { name: 'Edit Assignment' }).click(),
  },
  { name: 'my-assignment-tasks', path: `/dashboard/myAssignmentTasks/${ownClassId}`, as: 'User' },
  {
    name: 'submission',
    path: `/dashboard/myAssignmentTasks/${ownClassId}`,
    as: 'User',
    prepare: (page) => page.getByRole('button', { name: 'Submit', exact: true }).click(),
  },
  {
    name: 'give-feedback',
    path: `/dashboard/myAssignmentTasks/${ownClassId}`,
    as: 'User',
    prepare: (page) => page.getByRole('button', { name: 'Feedback Us' }).click(),
  },
  { name: 'no-teacher', path: '/dashboard/addClass', as: 'User' },
  { name: 'user-home-student', path: '/dashboard/userHome', as: 'User' },
  { name: 'user-home-teacher', path: '/dashboard', as: 'Teacher' },
  { name: 'user-home-admin', path: '/dashboard/userHome', as: 'Admin' },
  {
    name: 'invitations',
    path: '/dashboard/invitations',
    as: 'Admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Create link' }).click();
      await page.getByLabel('New link').waitFor();
    },
  },
  { name: 'full-class-card', path: '/allClasses?q=Poster+studio' },
  {
    name: 'full-class',
    path: '/allClasses?q=Poster+studio',
    as: 'User',
    prepare: async (page) => {
      await page.getByRole('link', { name: /View class/ }).click();
      await page.getByText('This class is full').waitFor();
    },
  },
  { name: 'my-enroll', path: '/dashboard/myEnroll', as: 'User' },
  { name: 'student-prof', path: '/dashboard/studentProf', as: 'User' },
];

const login = async (page: Page, url: string, label: string) => {
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: label, exact: true }).click();
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(`${url}/`);
};

/** Restricts the run to screens whose name contains this text. */
const only = process.argv[2];
mkdirSync(FOLDER, { recursive: true });
const { url, close } = await startDemoServer();
const browser = await chromium.launch(chromiumOptions);
try {
  const response = await fetch(`${url}/api/classes?sort=-price&limit=1`);
  const [offer] = (await response.json()) as { _id: string }[];
  const own = await fetch(`${url}/api/classes?q=Modern%20HTML&limit=1`);
  const [ownClass] = (await own.json()) as { _id: string }[];
  const screens = screensFor(offer!._id, ownClass!._id).filter(({ name }) => !only || name.includes(only));
  for (const role of [undefined, ...SAMPLE_ACCOUNTS.map(({ label }) => label)]) {
    const ofRole = screens.filter(({ as }) => as === role);
    if (ofRole.length === 0) continue;
    const context = await browser.newContext();
    const page = await context.newPage();
    // An open event stream keeps the network from becoming idle.
    await page.route('**/api/notifications/stream', (route) => route.abort());
    if (role) await login(page, url, role);
    for (const screen of ofRole) {
      for (const theme of THEMES) {
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          await page.goto(`${url}${screen.path}`);
          await page.evaluate(
            ([key, value]) => localStorage.setItem(key!, value!),
            [STORAGE_KEYS.theme, theme],
          );
          await page.reload();
          await page.waitForLoadState('networkidle');
          await screen.prepare?.(page);
          await page.evaluate(() => window.scrollTo(0, 0));
          await page.screenshot({ path: `${FOLDER}/${screen.name}-${width}-${theme}.png`, fullPage: true });
        }
      }
      process.stdout.write(`${screen.name}\n`);
    }
    await context.close();
  }
} finally {
  await browser.close();
  await close();
}
