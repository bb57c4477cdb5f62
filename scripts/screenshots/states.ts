import type { Page } from '@playwright/test';
import { OUTBOX_PATH } from '#server/start-sandboxes.ts';
import { SCREENS } from '#tests/browser/screens.ts';
import { sampleAccount } from '#tests/support/sample-account.ts';

/** A screen, or a screen on which something was done, as one visitor sees it. */
export interface State {
  name: string;
  /** May contain `{own}`, `{other}` and `{full}`, the ids of classes, and `{lesson}`, a free preview of `{own}`. */
  path: string;
  as: keyof typeof SCREENS;
  prepare?: (page: Page) => Promise<unknown>;
}

const click =
  (role: 'button' | 'link', name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole(role, { name }).first().click();

/** `/dashboard/classVersions/{own}` becomes `classVersions-own`, and `/` becomes `home`. */
const nameOf = (path: string): string =>
  path
    .replace('/dashboard/', '')
    .replaceAll(/[^\w-]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'home';

/** The screens that the tests of all screens open. Some are seen by several visitors. */
const screens = (Object.keys(SCREENS) as State['as'][]).flatMap((as) =>
  SCREENS[as].map((path): State => ({ name: `${as}-${nameOf(path)}`, path, as })),
);

const secondFactor = async (page: Page): Promise<void> => {
  await page.getByLabel('Password, to verify it’s you').fill(sampleAccount('User').password);
  await page.getByRole('button', { name: 'Set it up' }).click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
};

const outbox = async (page: Page): Promise<void> => {
  await page.request.post(new URL('/api/auth/request-password-reset', page.url()).href, {
    data: { email: sampleAccount('User').email, redirectTo: '/login/reset' },
  });
  await page.reload();
};

const newInvitation = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByLabel('New link').waitFor();
};

/** The states that need content or an action: open menus and dialogs, filled forms, screens behind a link. */
const others: State[] = [
  { name: 'list-filtered', path: '/allClasses?q=web&sort=price', as: 'Visitor' },
  { name: 'full-class', path: '/classDetail/{full}', as: 'User' },
  { name: 'class-of-another', path: '/classDetail/{other}', as: 'User' },
  { name: 'teacher', path: '/allClasses?q=html', as: 'Visitor', prepare: click('link', 'Clara Whitfield') },
  { name: 'lesson-preview', path: '/lesson/{lesson}', as: 'Visitor' },
  { name: 'lesson', path: '/lesson/{lesson}', as: 'User' },
  { name: 'outbox', path: OUTBOX_PATH, as: 'Visitor', prepare: outbox },
  { name: 'account-menu', path: '/allClasses', as: 'User', prepare: click('button', 'Account menu') },
  { name: 'notifications', path: '/allClasses', as: 'User', prepare: click('button', /^Notifications/) },
  { name: 'second-factor', path: '/dashboard/account', as: 'User', prepare: secondFactor },
  { name: 'receipt', path: '/dashboard/studentProf', as: 'User', prepare: click('link', /^Receipt/) },
  {
    name: 'submission',
    path: '/dashboard/myAssignmentTasks/{own}',
    as: 'User',
    prepare: click('button', /^Submit/),
  },
  {
    name: 'give-feedback',
    path: '/dashboard/myAssignmentTasks/{own}',
    as: 'User',
    prepare: click('button', 'Feedback Us'),
  },
  {
    name: 'edit-assignment',
    path: '/dashboard/teacherClassTask/{own}',
    as: 'Teacher',
    prepare: click('button', 'Edit Assignment'),
  },
  {
    name: 'class-feedback',
    path: '/dashboard/myAddedClass?q=modern',
    as: 'Teacher',
    prepare: click('button', /^Feed Back/),
  },
  {
    name: 'edit-lesson',
    path: '/dashboard/curriculum/{own}',
    as: 'Teacher',
    prepare: click('button', 'Start with an empty file'),
  },
  {
    name: 'class-preview',
    path: '/dashboard/allClassReq?status=Pending',
    as: 'Admin',
    prepare: click('button', /^View /),
  },
  {
    name: 'class-change',
    path: '/dashboard/classChanges',
    as: 'Admin',
    prepare: click('button', /^Review the change/),
  },
  { name: 'delete-user', path: '/dashboard/allUsers', as: 'Admin', prepare: click('button', /^Delete/) },
  { name: 'refund', path: '/dashboard/payments', as: 'Admin', prepare: click('button', /^Refund/) },
  { name: 'add-slide', path: '/dashboard/homePage', as: 'Admin', prepare: click('button', 'Add a slide') },
  { name: 'new-invitation', path: '/dashboard/invitations', as: 'Admin', prepare: newInvitation },
];

export const STATES: State[] = [...screens, ...others];
