import { ADMIN, each, OWN_TEACHER, type Row, STUDENTS } from './access-rows.ts';

/** Who may make which call about the announcements of a class. */
export const ANNOUNCEMENT_MATRIX: Record<string, Row> = {
  'GET /classes/:id/announcements': {
    path: ({ soldClass }) => `/classes/${soldClass}/announcements`,
    allows: each(['enrolled student', 'own teacher', 'admin']),
  },
  'POST /classes/:id/announcements': {
    path: ({ soldClass }) => `/classes/${soldClass}/announcements`,
    body: () => ({ text: 'We meet on Monday' }),
    allows: each(OWN_TEACHER),
  },
  'DELETE /announcements/:id': {
    path: ({ announcement }) => `/announcements/${announcement}`,
    allows: each(OWN_TEACHER),
  },
  'POST /announcements/:id/report': {
    path: ({ announcement }) => `/announcements/${announcement}/report`,
    body: () => ({ reason: 'Advertising' }),
    allows: each(STUDENTS),
  },
  'PATCH /announcements/hide/:id': {
    path: ({ announcement }) => `/announcements/hide/${announcement}`,
    body: () => ({ reason: 'Advertising' }),
    allows: each(ADMIN),
  },
  'PATCH /announcements/show/:id': {
    path: ({ announcement }) => `/announcements/show/${announcement}`,
    allows: each(ADMIN),
  },
};
