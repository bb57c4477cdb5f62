import { ALL, each, OWN_TEACHER, type Row, SIGNED_IN, UNKNOWN_ID } from './access-rows.ts';

/** Calls that only the owner of an upload may make. Nobody owns this one; `pictures.test.ts` tests existing ones. */
const onUpload = (method: string, action = ''): Record<string, Row> => ({
  [`${method} /uploads/:id${action}`]: {
    path: () => `/uploads/${UNKNOWN_ID}${action}`,
    ...(method === 'POST' && { body: () => ({ name: 'a.txt' }) }),
    allows: each(SIGNED_IN, 404),
  },
});

/** Calls that require a signed link, which no caller here has; `private-files.test.ts` tests the links. */
const onLink = (call: string, path: Row['path']): Record<string, Row> => ({
  [`GET ${call}`]: { path, allows: each(SIGNED_IN, 401) },
});

/** A signed link works only for its creator, and no caller of the matrix has one. */
export const FILE_RULES = { 'signed link': SIGNED_IN, 'signed link or anyone': ALL };

/** The rows of uploads and private files. */
export const FILE_MATRIX: Record<string, Row> = {
  'GET /files/:id/link': {
    path: ({ file }) => `/files/${file}/link`,
    allows: { student: 404, 'enrolled student': 200, 'another teacher': 404, 'own teacher': 200, admin: 200 },
  },
  'GET /classes/:id/submission-files/link': {
    path: ({ soldClass }) => `/classes/${soldClass}/submission-files/link`,
    allows: each(OWN_TEACHER),
  },
  'GET /account/files/link': { path: () => '/account/files/link', allows: each(SIGNED_IN) },
  ...onLink('/files/:id/content', ({ file }) => `/files/${file}/content`),
  ...onLink('/classes/:id/submission-files', ({ soldClass }) => `/classes/${soldClass}/submission-files`),
  ...onLink('/account/files', () => '/account/files'),
  'POST /uploads': {
    path: () => '/uploads',
    body: () => ({ purpose: 'picture', size: 1_000 }),
    allows: each(SIGNED_IN),
  },
  ...onUpload('PATCH'),
  ...onUpload('DELETE'),
  ...onUpload('POST', '/picture'),
  ...onUpload('POST', '/file'),
};
