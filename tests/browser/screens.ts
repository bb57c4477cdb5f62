// The screens that the tests of all screens open. tests/screens.test.ts fails if one is missing.

import type { SampleAccount } from '#tests/support/sample-account.ts';

const FOR_TEACHERS = 'This page is for teachers';
const FOR_ADMINS = 'This page is for admins';
const NOT_ENROLLED = 'You’re not enrolled in this class';
/** A class of the sample teacher that the sample student has. */
export const OWN = 'Modern HTML and CSS from the ground up';

/**
 * All screens, by who sees them. `{own}` is a class of the sample teacher that the sample student has, `{other}` the
 * most expensive class.
 */
export const SCREENS = {
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
    '/dashboard/myNotes',
    '/dashboard/savedClasses',
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
    '/dashboard/classStudents/{own}',
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

/** The main heading that each role sees on each child route of the dashboard. */
export const DASHBOARD_HEADINGS: Record<string, Record<SampleAccount, string | RegExp>> = {
  userHome: { User: /^Welcome,/, Teacher: /^Welcome,/, Admin: /^Welcome,/ },
  allUsers: { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: 'All Users' },
  teachersRequests: { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: "Teacher's Requests" },
  allClassReq: { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: 'All Classes Requests' },
  classChanges: { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: 'Class Changes' },
  'classVersions/{own}': { User: FOR_ADMINS, Teacher: FOR_ADMINS, Admin: 'Class History' },
  addClass: { User: FOR_TEACHERS, Teacher: 'Add Class', Admin: FOR_TEACHERS },
  myAddedClass: { User: FOR_TEACHERS, Teacher: 'My Added Class', Admin: FOR_TEACHERS },
  'updateClass/{own}': { User: FOR_TEACHERS, Teacher: 'Update Class', Admin: FOR_TEACHERS },
  'classStudents/{own}': { User: FOR_TEACHERS, Teacher: 'Student progress', Admin: FOR_TEACHERS },
  'curriculum/{own}': { User: FOR_TEACHERS, Teacher: 'Lessons', Admin: FOR_TEACHERS },
  'teacherClassTask/{own}': { User: FOR_TEACHERS, Teacher: OWN, Admin: FOR_TEACHERS },
  myEnroll: { User: 'My Enrollment Class', Teacher: 'My Enrollment Class', Admin: 'My Enrollment Class' },
  myNotes: { User: 'My Notes', Teacher: 'My Notes', Admin: 'My Notes' },
  savedClasses: { User: 'Saved Classes', Teacher: 'Saved Classes', Admin: 'Saved Classes' },
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

/**
 * The screens of the dashboard by role, with the heading while their data is loading and, where it differs, the one
 * afterwards. `{own}` is a class of the sample teacher, `{payment}` one of the sample student's payments.
 */
export const LOADING_HEADINGS: Record<
  SampleAccount,
  Record<string, [string | RegExp, (string | RegExp)?]>
> = {
  User: {
    'myAssignmentTasks/{own}': ['Assignment', OWN],
    'receipt/{payment}': ['Receipt', /^Receipt .+/],
    myEnroll: ['My Enrollment Class'],
    myNotes: ['My Notes'],
    savedClasses: ['Saved Classes'],
    studentProf: [/^Welcome back,/],
    account: ['Account'],
    userHome: [/^Welcome,/],
  },
  Teacher: {
    'teacherClassTask/{own}': ['Class progress', OWN],
    'updateClass/{own}': ['Update Class'],
    'classStudents/{own}': ['Student progress'],
    'curriculum/{own}': ['Lessons'],
    addClass: ['Add Class'],
    myAddedClass: ['My Added Class'],
    earnings: ['Earnings'],
    allUsers: ['Dashboard', FOR_ADMINS],
  },
  Admin: {
    teachersRequests: ["Teacher's Requests"],
    allClassReq: ['All Classes Requests'],
    classChanges: ['Class Changes'],
    'classVersions/{own}': ['Class History'],
    allUsers: ['All Users'],
    feedback: ['Feedback'],
    reports: ['Reports'],
    payments: ['Payments'],
    auditTrail: ['Audit Trail'],
    undeliveredEmails: ['Undelivered Emails'],
    invitations: ['Invitations'],
    siteSettings: ['Site Settings'],
    homePage: ['Home Page'],
    sitePages: ['Pages'],
    'sitePages/terms': ['Terms'],
    blogPosts: ['New post'],
    'blogPosts/turn-in-the-ugly-version': ['Blog post', /ugly version/],
    siteHealth: ['Site Health'],
  },
};
