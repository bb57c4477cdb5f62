import { each, OWN_TEACHER, type Row, TEACHERS } from './access-rows.ts';
import { classInput } from './classes.ts';

/** The calls about drafts of classes. Another teacher cannot tell one from a class that does not exist. */
export const DRAFT_MATRIX: Record<string, Row> = {
  'POST /classes/drafts': { path: () => '/classes/drafts', body: () => classInput(), allows: each(TEACHERS) },
  'PUT /classes/drafts/:id': {
    path: ({ draftClass }) => `/classes/drafts/${draftClass}`,
    body: () => classInput(),
    allows: { ...each(OWN_TEACHER), 'another teacher': 404 },
  },
  'PATCH /classes/submit/:id': {
    path: ({ draftClass }) => `/classes/submit/${draftClass}`,
    body: () => ({}),
    allows: { ...each(OWN_TEACHER), 'another teacher': 404 },
  },
};
