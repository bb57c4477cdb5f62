import type { RouteObject } from 'react-router';
import { type ScreenModule, screensOf } from './routing/screens.tsx';
import { RequireRole } from './session/require-role.tsx';
import { MissingPage } from './ui/missing-page.tsx';

export { Component } from './pages/dashboard/dashboard-page.tsx';

const screen = screensOf(import.meta.glob<ScreenModule>('./pages/dashboard/*/*-page.tsx'));

/** The dashboard's child routes, in a bundle of their own that visitors do not load. */
export const routes: RouteObject[] = [
  { index: true, ...screen('dashboard/user-home/user-home-page'), id: 'dashboard' },
  { path: 'userHome', ...screen('dashboard/user-home/user-home-page') },
  { path: 'myEnroll', ...screen('dashboard/my-enroll/my-enroll-page') },
  { path: 'myNotes', ...screen('dashboard/my-notes/my-notes-page') },
  { path: 'savedClasses', ...screen('dashboard/saved-classes/saved-classes-page') },
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
      { path: 'homePage', ...screen('dashboard/edit-home/edit-home-page') },
      { path: 'sitePages', ...screen('dashboard/site-pages/site-pages-page') },
      { path: 'sitePages/:name', ...screen('dashboard/edit-site-page/edit-site-page') },
      { path: 'blogPosts', ...screen('dashboard/new-post/new-post-page') },
      { path: 'blogPosts/:slug', ...screen('dashboard/edit-post/edit-post-page') },
      { path: 'siteHealth', ...screen('dashboard/site-health/site-health-page') },
    ],
  },
  { path: '*', Component: MissingPage },
];
