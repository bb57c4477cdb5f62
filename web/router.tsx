import { createBrowserRouter, type RouteObject } from 'react-router';
import { SiteLayout } from './layout/site-layout.tsx';
import { NotFoundPage } from './pages/not-found/not-found-page.tsx';
import { PageFailure } from './pages/not-found/page-failure.tsx';
import { RequireLogin } from './session/require-login.tsx';
import { RequireRole } from './session/require-role.tsx';
import { PageSpinner } from './ui/page-spinner.tsx';

const dashboardRoutes: RouteObject[] = [
  { index: true, lazy: () => import('./pages/dashboard/user-home/user-home-page.tsx') },
  { path: 'userHome', lazy: () => import('./pages/dashboard/user-home/user-home-page.tsx') },
  { path: 'myEnroll', lazy: () => import('./pages/dashboard/my-enroll/my-enroll-page.tsx') },
  { path: 'studentProf', lazy: () => import('./pages/dashboard/student-prof/student-prof-page.tsx') },
  { path: 'receipt/:id', lazy: () => import('./pages/dashboard/receipt/receipt-page.tsx') },
  {
    path: 'myAssignmentTasks/:id',
    lazy: () => import('./pages/dashboard/my-assignment-tasks/my-assignment-tasks-page.tsx'),
  },
  {
    element: <RequireRole role="teacher" />,
    children: [
      { path: 'earnings', lazy: () => import('./pages/dashboard/earnings/earnings-page.tsx') },
      { path: 'addClass', lazy: () => import('./pages/dashboard/add-class/add-class-page.tsx') },
      {
        path: 'myAddedClass',
        lazy: () => import('./pages/dashboard/my-added-class/my-added-class-page.tsx'),
      },
      {
        path: 'updateClass/:id',
        lazy: () => import('./pages/dashboard/update-class/update-class-page.tsx'),
      },
      {
        path: 'teacherClassTask/:id',
        lazy: () => import('./pages/dashboard/teacher-class-task/teacher-class-task-page.tsx'),
      },
    ],
  },
  {
    element: <RequireRole role="admin" />,
    children: [
      {
        path: 'teachersRequests',
        lazy: () => import('./pages/dashboard/teachers-requests/teachers-requests-page.tsx'),
      },
      { path: 'allClassReq', lazy: () => import('./pages/dashboard/all-class-req/all-class-req-page.tsx') },
      { path: 'allUsers', lazy: () => import('./pages/dashboard/all-users/all-users-page.tsx') },
      { path: 'payments', lazy: () => import('./pages/dashboard/payments/payments-page.tsx') },
      { path: 'auditTrail', lazy: () => import('./pages/dashboard/audit-trail/audit-trail-page.tsx') },
    ],
  },
  { path: '*', Component: NotFoundPage },
];

/** The routes of spec section 2, each screen in a bundle of its own. */
const routes: RouteObject[] = [
  {
    path: '/',
    Component: SiteLayout,
    ErrorBoundary: PageFailure,
    HydrateFallback: PageSpinner,
    children: [
      {
        ErrorBoundary: PageFailure,
        children: [
          { index: true, lazy: () => import('./pages/home/home-page.tsx') },
          { path: 'allClasses', lazy: () => import('./pages/all-classes/all-classes-page.tsx') },
          { path: 'login', lazy: () => import('./pages/login/login-page.tsx') },
          { path: 'registration', lazy: () => import('./pages/registration/registration-page.tsx') },
          { path: 'payment', lazy: () => import('./pages/payment/payment-page.tsx') },
          { path: 'contacts', lazy: () => import('./pages/contacts/contacts-page.tsx') },
          { path: 'blogs', lazy: () => import('./pages/blogs/blogs-page.tsx') },
          { path: 'branding', lazy: () => import('./pages/branding/branding-page.tsx') },
          { path: 'marketing', lazy: () => import('./pages/marketing/marketing-page.tsx') },
          { path: 'about', lazy: () => import('./pages/about/about-page.tsx') },
          {
            Component: RequireLogin,
            children: [
              { path: 'teacherReq', lazy: () => import('./pages/teacher-req/teacher-req-page.tsx') },
              { path: 'privet', lazy: () => import('./pages/privet/privet-page.tsx') },
              { path: 'classDetail/:id', lazy: () => import('./pages/class-detail/class-detail-page.tsx') },
              {
                path: 'dashboard',
                lazy: () => import('./pages/dashboard/dashboard-layout.tsx'),
                children: dashboardRoutes,
              },
            ],
          },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
