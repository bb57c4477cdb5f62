import { each, SIGNED_IN, type Row } from './access-rows.ts';

/** Who may make which call about waiting lists. The class has free seats. */
export const WAITING_LIST_MATRIX: Record<string, Row> = {
  'GET /classes/:id/waiting-list': {
    path: ({ soldClass }) => `/classes/${soldClass}/waiting-list`,
    allows: each(SIGNED_IN),
  },
  'PUT /classes/:id/waiting-list': {
    path: ({ soldClass }) => `/classes/${soldClass}/waiting-list`,
    allows: each(SIGNED_IN, 409),
  },
  'DELETE /classes/:id/waiting-list': {
    path: ({ soldClass }) => `/classes/${soldClass}/waiting-list`,
    allows: each(SIGNED_IN),
  },
  'GET /waiting-lists': { path: () => '/waiting-lists', allows: each(SIGNED_IN) },
};
