import { glob, readFile } from 'node:fs/promises';
import { matchRoutes, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { routes as dashboardRoutes } from '#web/dashboard-routes.tsx';
import { routes as siteRoutes } from '#web/routes.tsx';
import { DASHBOARD_HEADINGS, LOADING_HEADINGS, SCREENS } from './browser/screens.ts';

// Checks that the browser tests of all screens include each of them, so that a new screen cannot be forgotten.

const PARAMETERS = /\{\w+\}/g;

/** The ids of all screens. The id of a route is the path of its module. */
const idsOf = (routes: RouteObject[]): string[] =>
  routes.flatMap(({ id, children = [] }) => [...(id?.startsWith('pages/') ? [id] : []), ...idsOf(children)]);

const dashboard: RouteObject[] = [{ path: '/dashboard', children: dashboardRoutes }];

/** The screens that none of the addresses opens. */
const missing = (routes: RouteObject[], addresses: string[]): string[] => {
  const opened = new Set(
    addresses.map((address) => matchRoutes(routes, address.replaceAll(PARAMETERS, 'x'))?.at(-1)?.route.id),
  );
  return idsOf(routes).filter((id) => !opened.has(id));
};

const inDashboard = (screens: Record<string, unknown>): string[] =>
  Object.keys(screens).map((path) => `/dashboard/${path}`);

/** Screens that need content of their own, by the test that audits them. */
const AUDITED_ELSEWHERE: Record<string, string> = {
  'pages/terms/terms-page': 'site-pages',
  'pages/privacy/privacy-page': 'site-pages',
  'pages/imprint/imprint-page': 'site-pages',
  'pages/teacher/teacher-page': 'teacher-pages',
  'pages/lesson/lesson-page': 'learning',
  'pages/certificate/certificate-page': 'certificates',
  'pages/invitation/invitation-page': 'invitations',
  'pages/dashboard/receipt/receipt-page': 'receipts',
};

/** The parts with a dialog, by the test that audits it. */
const DIALOGS: Record<string, string> = {
  'images/crop-dialog': 'pictures',
  'pages/dashboard/all-class-req/class-preview-dialog': 'accessible-states',
  'pages/dashboard/class-changes/change-dialog': 'class-changes',
  'pages/dashboard/edit-home/call-form': 'home-page-editor',
  'pages/dashboard/edit-home/partner-form': 'home-page-editor',
  'pages/dashboard/edit-home/service-form': 'home-page-editor',
  'pages/dashboard/edit-home/slide-form': 'home-page-editor',
  'pages/dashboard/feedback/feedback-page': 'moderation',
  'pages/dashboard/my-added-class/class-feedback-dialog': 'feedback-replies',
  'pages/dashboard/my-assignment-tasks/feedback-dialog': 'feedback-replies',
  'pages/dashboard/my-assignment-tasks/submission-dialog': 'files',
  'pages/dashboard/payments/dispute-dialog': 'attention',
  'pages/dashboard/payments/payment-of': 'attention',
  'pages/dashboard/payments/refund-dialog': 'payments',
  'pages/dashboard/payments/settle-dialog': 'attention',
  'pages/dashboard/reports/report-dialog': 'feedback-replies',
  'pages/dashboard/teacher-class-task/assignment-dialog': 'certificates',
  'pages/dashboard/teacher-class-task/grade-dialog': 'files',
  'review/reason-dialog': 'teacher-request',
  'ui/copy-dialog': 'invitations',
  'ui/questions': 'users',
};

const expectAudits = async (specs: string[]): Promise<void> => {
  for (const spec of new Set(specs)) {
    const content = await readFile(new URL(`browser/${spec}.spec.ts`, import.meta.url), 'utf8');
    expect(content, spec).toMatch(/await (expectAccessible|check)\(/);
  }
};

test('each screen is audited for accessibility', async () => {
  const addresses = Object.values(SCREENS).flat();
  const elsewhere = [...missing(siteRoutes, addresses), ...missing(dashboard, addresses)];
  expect(elsewhere.toSorted()).toEqual(Object.keys(AUDITED_ELSEWHERE).toSorted());
  await expectAudits(Object.values(AUDITED_ELSEWHERE));
});

test('each dialog is audited for accessibility', async () => {
  const web = new URL('../web/', import.meta.url);
  const found: string[] = [];
  for await (const file of glob('**/*.tsx', { cwd: web })) {
    if (/<(Entry)?Dialog\s+title/.test(await readFile(new URL(file, web), 'utf8')))
      found.push(file.replace('.tsx', ''));
  }
  expect(found.toSorted()).toEqual(Object.keys(DIALOGS));
  await expectAudits(Object.values(DIALOGS));
});

test('each screen of the dashboard is opened by each role', () => {
  expect(missing(dashboard, inDashboard(DASHBOARD_HEADINGS))).toEqual([
    // They look different for each user.
    'pages/dashboard/email-link/email-link-page',
    'pages/dashboard/receipt/receipt-page',
    'pages/dashboard/edit-post/edit-post-page',
  ]);
});

test('each screen of the dashboard has its heading before its data', () => {
  expect(missing(dashboard, Object.values(LOADING_HEADINGS).flatMap(inDashboard))).toEqual([
    // It shows no data.
    'pages/dashboard/email-link/email-link-page',
  ]);
});
