import type { RouteObject } from 'react-router';
import {
  certificatePage,
  classPage,
  INVITATION_PAGE,
  LEGAL_PAGES,
  lessonPage,
  postPage,
  PRIVATE_PAGES,
  PUBLIC_PAGES,
} from '#contract/pages.ts';
import { SiteLayout } from './layout/site-layout.tsx';
import { PageFailure } from './pages/not-found/page-failure.tsx';
import { STATIC_PAGE } from './rendering/page-handle.ts';
import { ClassPageGuard } from './session/class-page-guard.tsx';
import { RequireLogin } from './session/require-login.tsx';
import { RequireRole } from './session/require-role.tsx';
import { AfterHydration } from './session/waiting-page.tsx';
import { MissingPage } from './ui/missing-page.tsx';
import { PageSpinner } from './ui/page-spinner.tsx';

/** The exports of a screen's module. */
type ScreenModule = Pick<RouteObject, 'Component' | 'handle'>;

const pages = import.meta.glob<ScreenModule>(['./pages/**/*-page.tsx', '!./pages/not-found/*']);

/** A lazy route for a screen, by its path in `pages`. The server finds the screen's built files by the id. */
const screen = (name: string): Pick<RouteObject, 'id' | 'lazy'> => ({
  id: name,
  lazy: pages[`./pages/${name}.tsx`],
});

const dashboardRoutes: RouteObject[] = [
  { index: true, ...screen('dashboard/user-home/user-home-page'), id: 'dashboard' },
  { path: 'userHome', ...screen('dashboard/user-home/user-home-page') },
  { path: 'myEnroll', ...screen('dashboard/my-enroll/my-enroll-page') },
  { path: 'account', ...screen('dashboard/account/account-page') },
  { path: 'emailLink', ...screen('dashboard/email-link/email-link-page') },
  { path: 'studentProf', ...screen('dashboard/student-prof/student-prof-page') },
  { path: 'receipt/:id', ...screen('dashboard/receipt/receipt-page') },
  { path: 'myAssignmentTasks/:id', ...screen('dashboard/my-assignment-tasks/my-assignment-tasks-page') },
  {
    element: <RequireRole role="teacher" />,
    children: [
      { path: 'earnings', ...screen('dashboard/earnings/earnings-page') },
      { path: 'addClass', ...screen('dashboard/add-class/add-class-page') },
      { path: 'myAddedClass', ...screen('dashboard/my-added-class/my-added-class-page') },
      { path: 'updateClass/:id', ...screen('dashboard/update-class/update-class-page') },
      { path: 'classStudents/:id', ...screen('dashboard/class-students/class-students-page') },
      { path: 'curriculum/:id', ...screen('dashboard/curriculum/curriculum-page') },
      { path: 'teacherClassTask/:id', ...screen('dashboard/teacher-class-task/teacher-class-task-page') },
    ],
  },
  {
    element: <RequireRole role="admin" />,
    children: [
      { path: 'teachersRequests', ...screen('dashboard/teachers-requests/teachers-requests-page') },
      { path: 'allClassReq', ...screen('dashboard/all-class-req/all-class-req-page') },
      { path: 'classChanges', ...screen('dashboard/class-changes/class-changes-page') },
      { path: 'classVersions/:id', ...screen('dashboard/class-versions/class-versions-page') },
      { path: 'allUsers', ...screen('dashboard/all-users/all-users-page') },
      { path: 'feedback', ...screen('dashboard/feedback/feedback-page') },
      { path: 'reports', ...screen('dashboard/reports/reports-page') },
      { path: 'payments', ...screen('dashboard/payments/payments-page') },
      { path: 'auditTrail', ...screen('dashboard/audit-trail/audit-trail-page') },
      { path: 'undeliveredEmails', ...screen('dashboard/undelivered-emails/undelivered-emails-page') },
      { path: 'invitations', ...screen('dashboard/invitations/invitations-page') },
      { path: 'siteSettings', ...screen('dashboard/site-settings/site-settings-page') },
      { path: 'sitePages', ...screen('dashboard/site-pages/site-pages-page') },
      { path: 'sitePages/:name', ...screen('dashboard/edit-site-page/edit-site-page') },
      { path: 'blogPosts', ...screen('dashboard/new-post/new-post-page') },
      { path: 'blogPosts/:slug', ...screen('dashboard/edit-post/edit-post-page') },
      { path: 'siteHealth', ...screen('dashboard/site-health/site-health-page') },
    ],
  },
  { path: '*', Component: MissingPage },
];

/** The path of a route below the home page's. */
const within = (path: string): string => path.slice(1);

/** The routes that docs/product.md lists. Each screen has its own bundle. */
export const routes: RouteObject[] = [
  {
    path: PUBLIC_PAGES.home,
    Component: SiteLayout,
    ErrorBoundary: PageFailure,
    HydrateFallback: PageSpinner,
    children: [
      {
        ErrorBoundary: PageFailure,
        children: [
          { index: true, ...screen('home/home-page') },
          { path: within(PUBLIC_PAGES.allClasses), ...screen('all-classes/all-classes-page') },
          { path: 'login', ...screen('login/login-page') },
          { path: 'login/forgot', ...screen('forgot-password/forgot-password-page') },
          { path: 'emailPreferences', ...screen('email-preferences/email-preferences-page') },
          { path: 'registration', ...screen('registration/registration-page') },
          { path: within(PUBLIC_PAGES.contacts), ...screen('contacts/contacts-page') },
          { path: within(PUBLIC_PAGES.blogs), ...screen('blogs/blogs-page') },
          { path: within(postPage(':slug')), ...screen('blog-post/blog-post-page') },
          { path: within(PUBLIC_PAGES.branding), ...screen('branding/branding-page') },
          { path: within(PUBLIC_PAGES.marketing), ...screen('marketing/marketing-page') },
          { path: within(PUBLIC_PAGES.about), ...screen('about/about-page') },
          { path: within(LEGAL_PAGES.terms), ...screen('terms/terms-page') },
          { path: within(LEGAL_PAGES.privacy), ...screen('privacy/privacy-page') },
          { path: within(LEGAL_PAGES.imprint), ...screen('imprint/imprint-page') },
          { path: within(lessonPage(':id')), ...screen('lesson/lesson-page') },
          { path: within(certificatePage(':code')), ...screen('certificate/certificate-page') },
          {
            Component: AfterHydration,
            children: [
              { path: 'login/reset', ...screen('reset-password/reset-password-page') },
              { path: 'login/setup', ...screen('setup/setup-page') },
              { path: within(INVITATION_PAGE), ...screen('invitation/invitation-page') },
              { path: within(PRIVATE_PAGES.payment), ...screen('payment/payment-page') },
            ],
          },
          {
            Component: ClassPageGuard,
            children: [{ path: within(classPage(':id')), ...screen('class-detail/class-detail-page') }],
          },
          {
            Component: RequireLogin,
            children: [
              { path: 'teacherReq', ...screen('teacher-req/teacher-req-page') },
              { path: 'privet', ...screen('privet/privet-page') },
              {
                path: within(PRIVATE_PAGES.dashboard),
                ...screen('dashboard/dashboard-page'),
                children: dashboardRoutes,
              },
            ],
          },
          { path: '*', Component: MissingPage, handle: STATIC_PAGE },
        ],
      },
    ],
  },
];
