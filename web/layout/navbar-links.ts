import { PATHS } from '#web/paths.ts';
import type { Role } from '#web/session/session-context.ts';

export interface NavbarLink {
  to: string;
  label: string;
}

const COMMON: NavbarLink[] = [
  { to: PATHS.home, label: 'Home' },
  { to: PATHS.allClasses, label: 'All Classes' },
  { to: PATHS.teacherRequest, label: 'Teach With Us' },
];

const BY_ROLE: Record<Role, NavbarLink[]> = {
  admin: [
    { to: PATHS.teachersRequests, label: "Teacher's Requests" },
    { to: PATHS.allClassRequests, label: 'All Classes Req' },
  ],
  teacher: [
    { to: PATHS.addClass, label: 'Add Class' },
    { to: PATHS.myAddedClass, label: 'My Added Class' },
  ],
  student: [
    { to: PATHS.myEnrollments, label: 'My Enrollment Class' },
    { to: PATHS.profile, label: 'Profile' },
  ],
};

/** The navbar's links for a role, or for a visitor without one. */
export const navbarLinks = (role: Role | undefined): NavbarLink[] => [
  ...COMMON,
  ...(role ? BY_ROLE[role] : []),
];
