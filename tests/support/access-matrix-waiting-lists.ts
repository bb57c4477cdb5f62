import { each, SIGNED_IN, type Row } from './access-rows.ts';

/** Who may do what with the waiting list of a class, which has a seat for everybody. */
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
