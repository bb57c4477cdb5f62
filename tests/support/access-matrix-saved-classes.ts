import { each, SIGNED_IN, type Row } from './access-rows.ts';

/** Who may make which call about saved classes. */
export const SAVED_CLASS_MATRIX: Record<string, Row> = {
  'GET /classes/:id/saved': {
    path: ({ soldClass }) => `/classes/${soldClass}/saved`,
    allows: each(SIGNED_IN),
  },
  'PUT /classes/:id/saved': {
    path: ({ soldClass }) => `/classes/${soldClass}/saved`,
    allows: each(SIGNED_IN),
  },
  'DELETE /classes/:id/saved': {
    path: ({ soldClass }) => `/classes/${soldClass}/saved`,
    allows: each(SIGNED_IN),
  },
  'GET /saved-classes': { path: () => '/saved-classes', allows: each(SIGNED_IN) },
};
