import { classPage, lessonPage, PRIVATE_PAGES, PUBLIC_PAGES } from '#contract/pages.ts';

/** The query parameter of the login page that names the page to return to. */
export const ORIGIN_PARAMETER = 'from';

/** The path of every screen. docs/product.md describes who may open which. */
export const PATHS = {
  ...PUBLIC_PAGES,
  classDetail: classPage,
  lesson: lessonPage,
  login: '/login',
  registration: '/registration',
  forgotPassword: '/login/forgot',
  account: '/dashboard/account',
  emailLink: '/dashboard/emailLink',
  payment: (classId: string) => `${PRIVATE_PAGES.payment}?class=${classId}`,
  teacherRequest: '/teacherReq',
  dashboard: PRIVATE_PAGES.dashboard,
  userHome: '/dashboard/userHome',
  allUsers: '/dashboard/allUsers',
  teachersRequests: '/dashboard/teachersRequests',
  allClassRequests: '/dashboard/allClassReq',
  auditTrail: '/dashboard/auditTrail',
  siteHealth: '/dashboard/siteHealth',
  feedback: '/dashboard/feedback',
  payments: '/dashboard/payments',
  addClass: '/dashboard/addClass',
  myAddedClass: '/dashboard/myAddedClass',
  updateClass: (id: string) => `/dashboard/updateClass/${id}`,
  curriculum: (id: string) => `/dashboard/curriculum/${id}`,
  classTask: (id: string) => `/dashboard/teacherClassTask/${id}`,
  myEnrollments: '/dashboard/myEnroll',
  profile: '/dashboard/studentProf',
  receipt: (paymentId: string) => `/dashboard/receipt/${paymentId}`,
  earnings: '/dashboard/earnings',
  assignments: (classId: string) => `/dashboard/myAssignmentTasks/${classId}`,
} as const;

/** Whether a page is shown without navbar and footer, as login and registration are. */
export const isStandalone = (pathname: string): boolean => /login|registration/.test(pathname);
