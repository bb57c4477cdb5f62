import { ADMIN, each, OWN_TEACHER, type Row } from './access-rows.ts';

/** Who may approve, reject or withdraw a class, and pause enrollment in it, for which the pending class is too early. */
export const CLASS_STATUS_MATRIX: Record<string, Row> = {
  'PATCH /classes/:id': {
    path: ({ pendingClass }) => `/classes/${pendingClass}`,
    body: () => ({ status: 'approve' }),
    allows: each(ADMIN),
  },
  'PATCH /classes/reject/:id': {
    path: ({ pendingClass }) => `/classes/reject/${pendingClass}`,
    body: () => ({ status: 'rejected' }),
    allows: each(ADMIN),
  },
  'PATCH /classes/withdraw/:id': {
    path: ({ soldClass }) => `/classes/withdraw/${soldClass}`,
    body: () => ({ status: 'rejected', reason: 'Copied' }),
    allows: each(ADMIN),
  },
  'PATCH /classes/pause/:id': {
    path: ({ pendingClass }) => `/classes/pause/${pendingClass}`,
    allows: each(OWN_TEACHER, 409),
  },
  'PATCH /classes/resume/:id': {
    path: ({ pendingClass }) => `/classes/resume/${pendingClass}`,
    allows: each(OWN_TEACHER),
  },
};
