import { ADMIN, each, OWN_TEACHER, type Row, SIGNED_IN, STUDENTS, TEACHERS } from './access-rows.ts';
import type { Caller } from './access-world.ts';

/** Who may read a lesson that is not a free preview. */
const READERS: readonly Caller[] = ['enrolled student', 'own teacher', 'admin'];
const MEMBERS: readonly Caller[] = ['enrolled student', 'own teacher'];

/**
 * The calls about questions, answers and notes, and those that reply to, report and moderate feedback. The enrolled
 * student has asked the question, and the teacher has answered it.
 */
export const QUESTION_MATRIX: Record<string, Row> = {
  'GET /lessons/:id/questions': {
    path: ({ lesson }) => `/lessons/${lesson}/questions`,
    allows: each(READERS),
  },
  'POST /lessons/:id/questions': {
    path: ({ lesson }) => `/lessons/${lesson}/questions`,
    body: () => ({ text: 'Why?' }),
    allows: each(STUDENTS),
  },
  'GET /questions/:id': { path: ({ question }) => `/questions/${question}`, allows: each(READERS) },
  'GET /questions/:id/answers': {
    path: ({ question }) => `/questions/${question}/answers`,
    allows: each(READERS),
  },
  'POST /questions/:id/answers': {
    path: ({ question }) => `/questions/${question}/answers`,
    body: () => ({ text: 'Because.' }),
    allows: each(MEMBERS),
  },
  'PUT /answers/:id/acceptance': {
    path: ({ answer }) => `/answers/${answer}/acceptance`,
    body: () => ({ isAccepted: true }),
    allows: each(OWN_TEACHER),
  },
  'PUT /posts/:id': {
    path: ({ question }) => `/posts/${question}`,
    body: () => ({ text: 'Why, then?', version: 1 }),
    allows: each(STUDENTS),
  },
  // A question with somebody else's answer cannot be deleted.
  'DELETE /posts/:id': { path: ({ question }) => `/posts/${question}`, allows: each(STUDENTS, 409) },
  'POST /posts/:id/report': {
    path: ({ question }) => `/posts/${question}/report`,
    body: () => ({ reason: 'Rude' }),
    // Students cannot report their own posts.
    allows: { ...each(READERS), 'enrolled student': 409 },
  },
  'GET /questions/open': { path: () => '/questions/open', allows: each(TEACHERS) },
  'GET /reports': { path: () => '/reports', allows: each(ADMIN) },
  // Nobody has reported the question.
  'PATCH /reports/dismiss/:id': {
    path: ({ question }) => `/reports/dismiss/${question}`,
    body: () => ({ changedAt: new Date().toISOString() }),
    allows: each(ADMIN, 404),
  },
  'PATCH /posts/hide/:id': {
    path: ({ question }) => `/posts/hide/${question}`,
    body: () => ({ reason: 'Rude' }),
    allows: each(ADMIN),
  },
  'PATCH /posts/show/:id': { path: ({ question }) => `/posts/show/${question}`, allows: each(ADMIN) },
  'GET /feedback/moderation': { path: () => '/feedback/moderation', allows: each(ADMIN) },
  'PATCH /feedback/hide/:id': {
    path: ({ feedback }) => `/feedback/hide/${feedback}`,
    body: () => ({ reason: 'Not about the class' }),
    allows: each(ADMIN),
  },
  'PATCH /feedback/show/:id': { path: ({ feedback }) => `/feedback/show/${feedback}`, allows: each(ADMIN) },
  'PUT /feedback/:id/reply': {
    path: ({ feedback }) => `/feedback/${feedback}/reply`,
    body: () => ({ text: 'Thank you' }),
    allows: each(OWN_TEACHER),
  },
  'DELETE /feedback/:id/reply': {
    path: ({ feedback }) => `/feedback/${feedback}/reply`,
    allows: each(OWN_TEACHER),
  },
  'POST /feedback/:id/report': {
    path: ({ feedback }) => `/feedback/${feedback}/report`,
    body: () => ({ reason: 'Rude' }),
    // Students cannot report their own feedback.
    allows: { ...each(SIGNED_IN), 'enrolled student': 409 },
  },
  'GET /notes': { path: () => '/notes', allows: each(SIGNED_IN) },
  'GET /lessons/:id/note': { path: ({ lesson }) => `/lessons/${lesson}/note`, allows: each(READERS) },
  'PUT /lessons/:id/note': {
    path: ({ lesson }) => `/lessons/${lesson}/note`,
    body: () => ({ text: 'Remember', version: 0 }),
    allows: each(READERS),
  },
};
