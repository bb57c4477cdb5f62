import {
  ACCESS_PAGES,
  certificatePage,
  classPage,
  lessonPage,
  postPage,
  LEGAL_PAGES,
  LINKED_PAGES,
  PRIVATE_PAGES,
  PUBLIC_PAGES,
  teacherPage,
} from '#contract/pages.ts';

/** The query parameter of the login page that names the page to return to. */
export const ORIGIN_PARAMETER = 'from';

/** The paths of all screens. docs/product.md describes who may open which. */
export const PATHS = {
  ...PUBLIC_PAGES,
  ...LEGAL_PAGES,
  ...LINKED_PAGES,
  ...ACCESS_PAGES,
  classDetail: classPage,
  teacher: teacherPage,
  lesson: lessonPage,
  post: postPage,
  certificate: certificatePage,
  payment: (classId: string) => `${PRIVATE_PAGES.payment}?class=${classId}`,
  dashboard: PRIVATE_PAGES.dashboard,
  userHome: '/dashboard/userHome',
  allUsers: '/dashboard/allUsers',
  teachersRequests: '/dashboard/teachersRequests',
  allClassRequests: '/dashboard/allClassReq',
  classChanges: '/dashboard/classChanges',
  classVersions: (id: string) => `/dashboard/classVersions/${id}`,
  auditTrail: '/dashboard/auditTrail',
  invitations: '/dashboard/invitations',
  siteSettings: '/dashboard/siteSettings',
  homePage: '/dashboard/homePage',
  sitePages: '/dashboard/sitePages',
  newPost: '/dashboard/blogPosts',
  editPost: (slug: string) => `/dashboard/blogPosts/${slug}`,
  sitePage: (name: string) => `/dashboard/sitePages/${name}`,
  feedback: '/dashboard/feedback',
  reports: '/dashboard/reports',
  myAddedClass: '/dashboard/myAddedClass',
  curriculum: (id: string) => `/dashboard/curriculum/${id}`,
  myEnrollments: '/dashboard/myEnroll',
  myNotes: '/dashboard/myNotes',
  savedClasses: '/dashboard/savedClasses',
  profile: '/dashboard/studentProf',
} as const;

/**
 * Whether a page is shown without navbar and footer, such as login and registration. Only the first segment counts,
 * because later ones may be chosen freely: a blog post can be at `/blogs/login-tips`.
 */
export const isStandalone = (pathname: string): boolean => /^\/[^/]*(login|registration)/i.test(pathname);

/** Whether a page can have a bar at the bottom edge on phones: the page of a class. */
export const canHaveBottomBar = (pathname: string): boolean => /^\/classDetail\/[^/]+\/?$/i.test(pathname);
