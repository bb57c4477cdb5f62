import { type Caller, CALLERS, type World } from './access-world.ts';
import type { TestUser } from './users.ts';

export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

export const ALL: readonly Caller[] = CALLERS;
export const SIGNED_IN: readonly Caller[] = CALLERS.slice(3);
export const ADMIN: readonly Caller[] = ['admin'];
export const OWN_TEACHER: readonly Caller[] = ['own teacher'];
export const TEACHERS: readonly Caller[] = ['another teacher', 'own teacher'];
export const STUDENTS: readonly Caller[] = ['enrolled student'];
export const PERSON: readonly Caller[] = ['enrolled student', 'admin'];

type Statuses = Partial<Record<Caller, number>>;

export interface Row {
  path: (world: World) => string;
  body?: (world: World, caller: Partial<TestUser>) => object;
  /** The callers that the call allows, with the status that they get. */
  allows: Statuses;
}

/** Callers that all get the same status. */
export const each = (callers: readonly Caller[], status = 200): Statuses =>
  Object.fromEntries(callers.map((caller) => [caller, status]));
