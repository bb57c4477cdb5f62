import { PATHS } from '#web/paths.ts';
import type { Role } from '#web/session/session-context.ts';

interface MenuItem {
  to: string;
  label: string;
}

const TEACHING: MenuItem[] = [
  { to: PATHS.addClass, label: 'Add Class' },
  { to: PATHS.myAddedClass, label: 'My Added Class' },
  { to: PATHS.earnings, label: 'Earnings' },
];

/** Spec section 2, Dashboard; payments, audit trail, earnings and account are ours besides. */
const MENUS: Record<Role, MenuItem[]> = {
  admin: [
    { to: PATHS.home, label: 'Home' },
    { to: PATHS.userHome, label: 'Admin Home' },
    { to: PATHS.teachersRequests, label: "Teacher's Requests" },
    { to: PATHS.allClassRequests, label: 'All Classes Req' },
    { to: PATHS.allUsers, label: 'All Users' },
    { to: PATHS.payments, label: 'Payments' },
    { to: PATHS.auditTrail, label: 'Audit Trail' },
    { to: PATHS.profile, label: 'Profile' },
    { to: PATHS.account, label: 'Account' },
  ],
  teacher: [
    { to: PATHS.home, label: 'Home' },
    { to: PATHS.dashboard, label: 'Teacher Home' },
    ...TEACHING,
    { to: PATHS.profile, label: 'Teacher Profile' },
    { to: PATHS.account, label: 'Account' },
  ],
  student: [
    { to: PATHS.userHome, label: 'User Home' },
    { to: PATHS.myEnrollments, label: 'My Enrollment Class' },
    { to: PATHS.profile, label: 'Profile' },
    { to: PATHS.account, label: 'Account' },
  ],
};

/** The side menu of a role; admins who were teachers before also have what they need to go on teaching. */
export const dashboardMenu = (role: Role, teaches: boolean): MenuItem[] => [
  ...MENUS[role],
  ...(role === 'admin' && teaches ? TEACHING : []),
];

export const ROLE_NAMES: Record<Role, string> = { admin: 'Admin', teacher: 'Teacher', student: 'Student' };
