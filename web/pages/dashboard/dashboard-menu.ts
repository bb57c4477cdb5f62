import { PATHS } from '#web/paths.ts';
import type { Role } from '#web/session/session-context.ts';

export interface MenuItem {
  to: string;
  label: string;
  /** Another address of the same page, which other links lead to. */
  alias?: string;
  /** What the addresses of the pages begin with that are reached from this one. */
  below?: readonly string[];
}

/** What the addresses of a kind of pages begin with. */
const startOf = (pathOf: (id: string) => string): string => pathOf('');

const PROFILE = { to: PATHS.profile, below: [startOf(PATHS.receipt)] };
const MY_ENROLLMENTS: MenuItem = {
  to: PATHS.myEnrollments,
  label: 'My Enrollment Class',
  below: [startOf(PATHS.assignments)],
};
const MY_NOTES: MenuItem = { to: PATHS.myNotes, label: 'My Notes' };

const TEACHING: MenuItem[] = [
  { to: PATHS.addClass, label: 'Add Class' },
  {
    to: PATHS.myAddedClass,
    label: 'My Added Class',
    below: [PATHS.updateClass, PATHS.curriculum, PATHS.classStudents, PATHS.classTask].map(startOf),
  },
  { to: PATHS.earnings, label: 'Earnings' },
];

/** The side menu of each role. */
const MENUS: Record<Role, MenuItem[]> = {
  admin: [
    { to: PATHS.home, label: 'Home' },
    { to: PATHS.userHome, label: 'Admin Home', alias: PATHS.dashboard },
    { to: PATHS.teachersRequests, label: "Teacher's Requests" },
    { to: PATHS.allClassRequests, label: 'All Classes Req', below: [startOf(PATHS.classVersions)] },
    { to: PATHS.classChanges, label: 'Class Changes' },
    { to: PATHS.allUsers, label: 'All Users' },
    { to: PATHS.feedback, label: 'Feedback' },
    { to: PATHS.reports, label: 'Reports' },
    { to: PATHS.payments, label: 'Payments' },
    { to: PATHS.auditTrail, label: 'Audit Trail' },
    { to: PATHS.invitations, label: 'Invitations' },
    { to: PATHS.siteSettings, label: 'Site Settings' },
    { to: PATHS.homePage, label: 'Home Page' },
    { to: PATHS.sitePages, label: 'Pages', below: [startOf(PATHS.sitePage), PATHS.newPost] },
    { to: PATHS.siteHealth, label: 'Site Health', below: [PATHS.undeliveredEmails] },
    { ...PROFILE, label: 'Profile' },
    { to: PATHS.account, label: 'Account' },
  ],
  teacher: [
    { to: PATHS.home, label: 'Home' },
    { to: PATHS.dashboard, label: 'Teacher Home', alias: PATHS.userHome },
    ...TEACHING,
    { ...PROFILE, label: 'Teacher Profile' },
    { to: PATHS.account, label: 'Account' },
  ],
  student: [
    { to: PATHS.userHome, label: 'User Home', alias: PATHS.dashboard },
    MY_ENROLLMENTS,
    MY_NOTES,
    { to: PATHS.savedClasses, label: 'Saved Classes' },
    { ...PROFILE, label: 'Profile' },
    { to: PATHS.account, label: 'Account' },
  ],
};

interface UserState {
  teaches: boolean;
  /** Whether the user is enrolled in any class. */
  isEnrolled: boolean;
}

/** The side menu of a role, with additional items for admins who teach and for teachers and admins who are enrolled. */
export const dashboardMenu = (role: Role, { teaches, isEnrolled }: UserState): MenuItem[] => [
  ...MENUS[role],
  ...(role === 'admin' && teaches ? TEACHING : []),
  ...(role !== 'student' && isEnrolled ? [MY_ENROLLMENTS, MY_NOTES] : []),
];
