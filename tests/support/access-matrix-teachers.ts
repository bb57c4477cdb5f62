import { ADMIN, ALL, each, type Row, SIGNED_IN, TEACHERS } from './access-rows.ts';

/** Who may make which call about teachers and the texts about them. The world's class is published by its own teacher. */
export const TEACHER_MATRIX: Record<string, Row> = {
  'GET /teachers/:id': { path: ({ teacherId }) => `/teachers/${teacherId}`, allows: each(ALL) },
  'GET /bios/own': { path: () => '/bios/own', allows: each(TEACHERS) },
  'PUT /bios/own': {
    path: () => '/bios/own',
    body: () => ({ bio: 'I teach', version: 1 }),
    allows: { 'another teacher': 409, 'own teacher': 200 },
  },
  'GET /bios/:id': { path: ({ teacherId }) => `/bios/${teacherId}`, allows: each(ADMIN) },
  'POST /bios/:id/report': {
    path: ({ teacherId }) => `/bios/${teacherId}/report`,
    body: () => ({ reason: 'Advertising' }),
    allows: { ...each(SIGNED_IN), 'own teacher': 409 },
  },
  'PATCH /bios/hide/:id': {
    path: ({ teacherId }) => `/bios/hide/${teacherId}`,
    body: () => ({ reason: 'Advertising' }),
    allows: each(ADMIN),
  },
  'PATCH /bios/show/:id': { path: ({ teacherId }) => `/bios/show/${teacherId}`, allows: each(ADMIN) },
};
