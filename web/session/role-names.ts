import type { Role } from './session-context.ts';

export const ROLE_NAMES: Record<Role, string> = { admin: 'Admin', teacher: 'Teacher', student: 'Student' };
