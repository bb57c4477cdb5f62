import type { RouteObject } from 'react-router';
import {
  ACCESS_PAGES,
  certificatePage,
  classPage,
  LEGAL_PAGES,
  lessonPage,
  LINKED_PAGES,
  postPage,
  PRIVATE_PAGES,
  PUBLIC_PAGES,
  teacherPage,
} from '#contract/pages.ts';
import { FailureBoundary } from './layout/failure-boundary.tsx';
import { SiteLayout } from './layout/site-layout.tsx';
import { STATIC_PAGE } from './rendering/page-handle.ts';
import { MissingScreen, type ScreenModule, screensOf } from './routing/screens.tsx';
import { ClassPageGuard } from './session/class-page-guard.tsx';
import { RequireLogin } from './session/require-login.tsx';
import { AfterHydration } from './session/waiting-page.tsx';
import { MissingPage } from './ui/missing-page.tsx';

const screen = screensOf(import.meta.glob<ScreenModule>(['./pages/**/*-page.tsx', '!./pages/dashboard/**']));

/** The dashboard, whose child routes are loaded with its first screen, so that visitors do not download their names. */
const dashboard: RouteObject = {
  path: PRIVATE_PAGES.dashboard.slice(1),
  id: 'dashboard-routes',
  lazy: () => import('./dashboard-routes.tsx'),
  Component: MissingScreen,
  children: [{ path: '*', Component: MissingScreen }],
};

/** Converts a path into a route path relative to the home page. */
const within = (path: string): string => path.slice(1);

/** The routes listed in docs/product.md. Each screen has its own bundle. */
export const routes: RouteObject[] = [
  {
    Component: FailureBoundary,
    children: [
      {
        path: PUBLIC_PAGES.home,
        Component: SiteLayout,
        children: [
          {
            Component: FailureBoundary,
            children: [
              { index: true, ...screen('home/home-page') },
              { path: within(PUBLIC_PAGES.allClasses), ...screen('all-classes/all-classes-page') },
              { path: within(ACCESS_PAGES.login), ...screen('login/login-page') },
              {
                path: within(ACCESS_PAGES.forgotPassword),
                ...screen('forgot-password/forgot-password-page'),
              },
              {
                path: within(ACCESS_PAGES.emailPreferences),
                ...screen('email-preferences/email-preferences-page'),
              },
              { path: within(ACCESS_PAGES.registration), ...screen('registration/registration-page') },
              { path: within(PUBLIC_PAGES.contacts), ...screen('contacts/contacts-page') },
              { path: within(PUBLIC_PAGES.blogs), ...screen('blogs/blogs-page') },
              { path: within(postPage(':slug')), ...screen('blog-post/blog-post-page') },
              { path: within(PUBLIC_PAGES.branding), ...screen('branding/branding-page') },
              { path: within(PUBLIC_PAGES.marketing), ...screen('marketing/marketing-page') },
              { path: within(PUBLIC_PAGES.about), ...screen('about/about-page') },
              { path: within(LEGAL_PAGES.terms), ...screen('terms/terms-page') },
              { path: within(LEGAL_PAGES.privacy), ...screen('privacy/privacy-page') },
              { path: within(LEGAL_PAGES.imprint), ...screen('imprint/imprint-page') },
              { path: within(teacherPage(':id')), ...screen('teacher/teacher-page') },
              { path: within(lessonPage(':id')), ...screen('lesson/lesson-page') },
              { path: within(certificatePage(':code')), ...screen('certificate/certificate-page') },
              {
                Component: AfterHydration,
                children: [
                  {
                    path: within(ACCESS_PAGES.resetPassword),
                    ...screen('reset-password/reset-password-page'),
                  },
                  { path: within(ACCESS_PAGES.setup), ...screen('setup/setup-page') },
                  { path: within(ACCESS_PAGES.invitation), ...screen('invitation/invitation-page') },
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
                  { path: within(LINKED_PAGES.teacherRequest), ...screen('teacher-req/teacher-req-page') },
                  { path: 'privet', ...screen('privet/privet-page') },
                  dashboard,
                ],
              },
              { path: '*', Component: MissingPage, handle: STATIC_PAGE },
            ],
          },
        ],
      },
    ],
  },
];
