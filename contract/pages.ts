import { API_BASE } from './call.ts';

/** The pages that visitors and search engines may see, by their paths. The sitemap lists them. */
export const PUBLIC_PAGES = {
  home: '/',
  allClasses: '/allClasses',
  about: '/about',
  blogs: '/blogs',
  branding: '/branding',
  marketing: '/marketing',
  contacts: '/contacts',
} as const;

/** The pages that exist once an admin has published them. The footer links to them, and the sitemap lists them. */
export const LEGAL_PAGES = { terms: '/terms', privacy: '/privacy', imprint: '/imprint' } as const;

export type LegalPageName = keyof typeof LEGAL_PAGES;

/** The page of a post of the blog. */
export const postPage = (slug: string): string => `${PUBLIC_PAGES.blogs}/${slug}`;

/** The page of a class. A setting of the site says whether visitors may see it. */
export const classPage = (id: string): string => `/classDetail/${id}`;

/** The page of a teacher, which exists while a class of theirs is published. */
export const teacherPage = (id: string): string => `/teachers/${id}`;

/** The page of a lesson. Visitors see free previews. */
export const lessonPage = (id: string): string => `/lesson/${id}`;

/** The page on which anyone can verify a certificate. */
export const certificatePage = (code: string): string => `/certificate/${code}`;

/** The PDF file of a certificate. */
export const certificatePdf = (code: string): string => `${API_BASE}/certificates/${code}/pdf`;

/** The picture of a certificate for link previews, a PNG file. */
export const certificatePicture = (code: string): string => `${API_BASE}/certificates/${code}/picture`;

/** The picture for social networks of pages without their own: the site's name and description, in its brand. */
export const SHARE_PICTURE = '/share.png';

/** The pages for those who cannot sign in, or not yet. Emails and redirects lead to them. */
export const ACCESS_PAGES = {
  login: '/login',
  forgotPassword: '/login/forgot',
  resetPassword: '/login/reset',
  setup: '/login/setup',
  registration: '/registration',
  invitation: '/registration/invitation',
  emailPreferences: '/emailPreferences',
} as const;

/** The pages of signed-in users that messages link to. */
export const LINKED_PAGES = {
  account: '/dashboard/account',
  teacherRequest: '/teacherReq',
  addClass: '/dashboard/addClass',
  updateClass: (id: string) => `/dashboard/updateClass/${id}`,
  classStudents: (id: string) => `/dashboard/classStudents/${id}`,
  classTask: (id: string) => `/dashboard/teacherClassTask/${id}`,
  assignments: (classId: string) => `/dashboard/myAssignmentTasks/${classId}`,
  earnings: '/dashboard/earnings',
  ownPublicPage: '/dashboard/studentProf#public-page',
  payments: '/dashboard/payments',
  undeliveredEmails: '/dashboard/undeliveredEmails',
  siteHealth: '/dashboard/siteHealth',
  question: (lessonId: string, questionId: string) => `${lessonPage(lessonId)}?question=${questionId}`,
  receipt: (paymentId: string) => `/dashboard/receipt/${paymentId}`,
} as const;

/** The pages of signed-in users that only messages link to. Apart, because browsers need not load their addresses. */
export const MESSAGE_PAGES = {
  emailLink: '/dashboard/emailLink',
  classFeedback: (id: string) => `/dashboard/myAddedClass?feedback=${id}`,
  assignment: (classId: string) => `${LINKED_PAGES.assignments(classId)}#assignment`,
  ownSubmission: (classId: string) => `${LINKED_PAGES.assignments(classId)}#own-submission`,
  announcements: (classId: string) => `${LINKED_PAGES.assignments(classId)}#announcements`,
} as const;

/** Search engines are told not to visit these and everything below them. */
export const PRIVATE_PAGES = { dashboard: '/dashboard', payment: '/payment' } as const;
