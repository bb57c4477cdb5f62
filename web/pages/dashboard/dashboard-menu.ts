import { PATHS } from '#web/paths.ts';
import type { Role } from '#web/session/session-context.ts';

interface MenuItem {
  to: string;
  label: string;
}

/** The side menu of each role (spec section 2, Dashboard). */
export const DASHBOARD_MENU: Record<Role, MenuItem[]> = {
  admin: [
    { to: PATHS.home, label: 'Home' },
    { to: PATHS.userHome, label: 'Admin Home' },
    { to: PATHS.teachersRequests, label: "Teacher's Requests" },
    { to: PATHS.allClassRequests, label: 'All Classes Req' },
    { to: PATHS.allUsers, label: 'All Users' },
    { to: PATHS.profile, label: 'Profile' },
  ],
  teacher: [
    { to: PATHS.home, label: 'Home' },
    { to: PATHS.dashboard, label: 'Teacher Home' },
    { to: PATHS.addClass, label: 'Add Class' },
    { to: PATHS.myAddedClass, label: 'My Added Class' },
    { to: PATHS.profile, label: 'Teacher Profile' },
  ],
  student: [
    { to: PATHS.userHome, label: 'User Home' },
    { to: PATHS.myEnrollments, label: 'My Enrollment Class' },
    { to: PATHS.profile, label: 'Profile' },
  ],
};

export const ROLE_NAMES: Record<Role, string> = { admin: 'Admin', teacher: 'Teacher', student: 'Student' };
