import { ADMIN, each, OWN_TEACHER, type Row } from './access-rows.ts';

/** The calls about changes to published classes. The own teacher has proposed a change to the free class. */
export const CHANGE_MATRIX: Record<string, Row> = {
  'GET /class-changes': { path: () => '/class-changes', allows: each(ADMIN) },
  'GET /classes/:id/change': {
    path: ({ freeClass }) => `/classes/${freeClass}/change`,
    allows: each(OWN_TEACHER),
  },
  'PATCH /class-changes/:id': {
    path: ({ change }) => `/class-changes/${change}`,
    body: () => ({ status: 'approve', version: 1 }),
    allows: each(ADMIN),
  },
  'PATCH /class-changes/reject/:id': {
    path: ({ change }) => `/class-changes/reject/${change}`,
    body: () => ({ status: 'rejected', version: 1 }),
    allows: each(ADMIN),
  },
  'DELETE /class-changes/:id': {
    path: ({ change }) => `/class-changes/${change}`,
    allows: each(OWN_TEACHER),
  },
  'GET /classes/:id/versions': {
    path: ({ soldClass }) => `/classes/${soldClass}/versions`,
    allows: each(ADMIN),
  },
};
