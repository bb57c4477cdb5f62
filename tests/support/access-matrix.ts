import { ANNOUNCEMENT_MATRIX } from './access-matrix-announcements.ts';
import { CHANGE_MATRIX } from './access-matrix-changes.ts';
import { CLASS_STATUS_MATRIX } from './access-matrix-class-status.ts';
import { DRAFT_MATRIX } from './access-matrix-drafts.ts';
import { FILE_MATRIX, FILE_RULES } from './access-matrix-files.ts';
import { NOTIFICATION_MATRIX } from './access-matrix-notifications.ts';
import { QUESTION_MATRIX } from './access-matrix-questions.ts';
import { SITE_MATRIX } from './access-matrix-site.ts';
import { PAYMENT_MATRIX } from './access-matrix-payments.ts';
import { SAVED_CLASS_MATRIX } from './access-matrix-saved-classes.ts';
import { TEACHER_MATRIX } from './access-matrix-teachers.ts';
import { WAITING_LIST_MATRIX } from './access-matrix-waiting-lists.ts';
import {
  ADMIN,
  ALL,
  each,
  OWN_TEACHER,
  PERSON,
  STUDENTS,
  SIGNED_IN,
  TEACHERS,
  type Row,
} from './access-rows.ts';
import { type Caller, task } from './access-world.ts';
import { classInput } from './classes.ts';
import { lessonInput } from './curriculum.ts';
import { PASSWORD } from './password.ts';
import { teacherRequestInput } from './teacher-requests.ts';

/** A certificate code that does not exist. `certificates.test.ts` tests existing ones. */
const NO_CODE = '0'.repeat(24);

/** Calls about a class's curriculum that only its teacher may make. */
const onCurriculum = (call: string, path: Row['path'], body?: Row['body']): Record<string, Row> => ({
  [call]: { path, ...(body && { body }), allows: each(OWN_TEACHER) },
});

/**
 * Which callers each call allows, as in docs/api.md, and the status that they get: 200 if the world has the target of
 * the call, otherwise the refusal by the call's own rules. All other callers get 401 without a live session, and 403
 * with one. A route that is missing here fails the test.
 */
export const MATRIX: Record<string, Row> = {
  'POST /jwt': {
    path: () => '/jwt',
    body: ({ student }) => ({ email: student.email }),
    allows: each(STUDENTS),
  },
  'POST /users': {
    path: () => '/users',
    body: ({ student }) => ({ email: student.email }),
    allows: each(STUDENTS),
  },
  'GET /account/data': { path: () => '/account/data', allows: each(SIGNED_IN) },
  'GET /account/password': { path: () => '/account/password', allows: each(SIGNED_IN) },
  'GET /account/deletion-loss': { path: () => '/account/deletion-loss', allows: each(SIGNED_IN) },
  'DELETE /account': {
    path: () => '/account',
    body: (_world, { email }) => ({ email, password: PASSWORD }),
    allows: each(SIGNED_IN),
  },
  'POST /account/email-confirmation': { path: () => '/account/email-confirmation', allows: each(SIGNED_IN) },
  'POST /account/email-change': {
    path: () => '/account/email-change',
    body: (_world, { email }) => ({ newEmail: `new-${email}`, password: PASSWORD }),
    allows: each(SIGNED_IN),
  },
  'POST /account/email-link': {
    path: () => '/account/email-link',
    body: () => ({ token: 'made-up' }),
    allows: each(SIGNED_IN, 410),
  },
  ...FILE_MATRIX,
  'GET /users': { path: () => '/users', allows: each(ADMIN) },
  'GET /users/admin/:email': { path: ({ student }) => `/users/admin/${student.email}`, allows: each(PERSON) },
  'PATCH /users/admin/:id': { path: ({ doomedUser }) => `/users/admin/${doomedUser}`, allows: each(ADMIN) },
  'DELETE /users/admin/:id': { path: ({ doomedUser }) => `/users/admin/${doomedUser}`, allows: each(ADMIN) },
  'DELETE /users/second-factor/:id': {
    path: ({ doomedUser }) => `/users/second-factor/${doomedUser}`,
    allows: each(ADMIN),
  },
  'GET /users/:id/deletion-loss': {
    path: ({ doomedUser }) => `/users/${doomedUser}/deletion-loss`,
    allows: each(ADMIN),
  },
  'DELETE /users/:id': { path: ({ doomedUser }) => `/users/${doomedUser}`, allows: each(ADMIN) },
  'GET /exports/users.csv': { path: () => '/exports/users.csv', allows: each(ADMIN) },
  'GET /exports/audit.csv': { path: () => '/exports/audit.csv', allows: each(ADMIN) },
  'GET /exports/payments.csv': { path: () => '/exports/payments.csv', allows: each(ADMIN) },
  'GET /exports/feedback.csv': { path: () => '/exports/feedback.csv', allows: each(ADMIN) },
  ...NOTIFICATION_MATRIX,
  'GET /certificates/:code': { path: () => `/certificates/${NO_CODE}`, allows: each(ALL, 404) },
  'GET /certificates/:code/pdf': { path: () => `/certificates/${NO_CODE}/pdf`, allows: each(ALL, 404) },
  'GET /certificates/:code/picture': {
    path: () => `/certificates/${NO_CODE}/picture`,
    allows: each(ALL, 404),
  },
  ...QUESTION_MATRIX,
  ...ANNOUNCEMENT_MATRIX,
  ...TEACHER_MATRIX,
  'GET /audit': { path: () => '/audit', allows: each(ADMIN) },
  'GET /payments': { path: () => '/payments', allows: each(ADMIN) },
  'GET /teacher-req/teacher/:email': {
    path: ({ student }) => `/teacher-req/teacher/${student.email}`,
    allows: each(PERSON),
  },
  'POST /teacher-req': {
    path: () => '/teacher-req',
    body: ({ student }) => teacherRequestInput(student),
    allows: each(STUDENTS),
  },
  'GET /teacher-req/own': { path: () => '/teacher-req/own', allows: each(SIGNED_IN) },
  'GET /teacher-req': { path: () => '/teacher-req', allows: each(ADMIN) },
  'PATCH /teacher-req/teacher/:id': {
    path: (world) => `/teacher-req/teacher/${world.request}`,
    allows: each(ADMIN),
  },
  'PATCH /teacher-req/reject/:id': {
    path: (world) => `/teacher-req/reject/${world.request}`,
    allows: each(ADMIN),
  },
  'GET /classes': { path: () => '/classes', allows: each(ALL) },
  'GET /classes/totals': { path: () => '/classes/totals', allows: each(ALL) },
  'GET /classes/suggestions': { path: () => '/classes/suggestions', allows: each(SIGNED_IN) },
  'GET /classes/corrected-search': { path: () => '/classes/corrected-search?q=desgin', allows: each(ALL) },
  'GET /classes/:id': { path: ({ soldClass }) => `/classes/${soldClass}`, allows: each(ALL) },
  'GET /classes/teacher/:email': {
    path: ({ teacher }) => `/classes/teacher/${teacher.email}`,
    allows: each(['own teacher', 'admin']),
  },
  'POST /classes': { path: () => '/classes', body: () => classInput(), allows: each(TEACHERS) },
  'PUT /classes/:id': {
    path: ({ pendingClass }) => `/classes/${pendingClass}`,
    body: () => classInput(),
    allows: each(OWN_TEACHER),
  },
  'DELETE /classes/:id': {
    path: ({ pendingClass }) => `/classes/${pendingClass}`,
    allows: each(OWN_TEACHER),
  },
  ...CLASS_STATUS_MATRIX,
  ...DRAFT_MATRIX,
  ...CHANGE_MATRIX,
  'GET /classes/:id/curriculum': {
    path: ({ soldClass }) => `/classes/${soldClass}/curriculum`,
    allows: each(ALL),
  },
  ...onCurriculum(
    'GET /classes/:id/curriculum/draft',
    ({ soldClass }) => `/classes/${soldClass}/curriculum/draft`,
  ),
  ...onCurriculum(
    'GET /classes/:id/curriculum/contributions',
    ({ soldClass }) => `/classes/${soldClass}/curriculum/contributions`,
  ),
  ...onCurriculum(
    'PUT /classes/:id/curriculum/outcomes',
    ({ soldClass }) => `/classes/${soldClass}/curriculum/outcomes`,
    () => ({ outcomes: ['Read'], version: 1 }),
  ),
  ...onCurriculum(
    'POST /classes/:id/sections',
    ({ soldClass }) => `/classes/${soldClass}/sections`,
    () => ({ title: 'More' }),
  ),
  ...onCurriculum(
    'PUT /sections/:id',
    ({ section }) => `/sections/${section}`,
    () => ({ title: 'Better', version: 1 }),
  ),
  ...onCurriculum(
    'PATCH /sections/:id/place',
    ({ section }) => `/sections/${section}/place`,
    () => ({ before: null }),
  ),
  ...onCurriculum('DELETE /sections/:id', ({ section }) => `/sections/${section}`),
  ...onCurriculum(
    'POST /sections/:id/lessons',
    ({ section }) => `/sections/${section}/lessons`,
    () => ({ kind: 'article', title: 'More' }),
  ),
  ...onCurriculum(
    'PUT /lessons/:id',
    ({ lesson }) => `/lessons/${lesson}`,
    () => lessonInput({ version: 2 }),
  ),
  ...onCurriculum(
    'PATCH /lessons/:id/place',
    ({ lesson }) => `/lessons/${lesson}/place`,
    ({ section }) => ({ sectionId: section, before: null }),
  ),
  ...onCurriculum('DELETE /lessons/:id', ({ lesson }) => `/lessons/${lesson}`),
  // Anyone may read a preview, which `lessons.test.ts` tests.
  'GET /lessons/:id': {
    path: ({ lesson }) => `/lessons/${lesson}`,
    allows: each(['enrolled student', 'own teacher', 'admin']),
  },
  'PUT /lessons/:id/progress': {
    path: ({ lesson }) => `/lessons/${lesson}/progress`,
    body: () => ({ isDone: true }),
    allows: each(STUDENTS),
  },
  'GET /classes/:id/lesson-progress': {
    path: ({ soldClass }) => `/classes/${soldClass}/lesson-progress`,
    allows: each(STUDENTS),
  },
  'POST /classes/:id/certificate': {
    path: ({ soldClass }) => `/classes/${soldClass}/certificate`,
    allows: each(STUDENTS),
  },
  'PATCH /classes/:id/assignments': {
    path: ({ soldClass }) => `/classes/${soldClass}/assignments`,
    body: () => task,
    allows: each(OWN_TEACHER),
  },
  'GET /classes/:id/students': {
    path: ({ soldClass }) => `/classes/${soldClass}/students`,
    allows: each(OWN_TEACHER),
  },
  'GET /classes/:id/students.csv': {
    path: ({ soldClass }) => `/classes/${soldClass}/students.csv`,
    allows: each(OWN_TEACHER),
  },
  'GET /classes/:id/lesson-counts': {
    path: ({ soldClass }) => `/classes/${soldClass}/lesson-counts`,
    allows: each(OWN_TEACHER),
  },
  'GET /classes/:id/progress': {
    path: ({ soldClass }) => `/classes/${soldClass}/progress`,
    allows: each(OWN_TEACHER),
  },
  'GET /classes/:id/submissions': {
    path: ({ soldClass }) => `/classes/${soldClass}/submissions`,
    allows: each(OWN_TEACHER),
  },
  'GET /submissions/ungraded': { path: () => '/submissions/ungraded', allows: each(TEACHERS) },
  'PATCH /submissions/:id': {
    path: ({ submission }) => `/submissions/${submission}`,
    body: () => ({ marks: 5 }),
    allows: each(OWN_TEACHER),
  },
  'GET /classes/:id/submission': {
    path: ({ soldClass }) => `/classes/${soldClass}/submission`,
    allows: each(STUDENTS),
  },
  'PUT /classes/:id/submission': {
    path: ({ soldClass }) => `/classes/${soldClass}/submission`,
    body: () => ({ text: 'Done' }),
    allows: each(STUDENTS),
  },
  'POST /create-payment-intent/:classId': {
    path: ({ soldClass }) => `/create-payment-intent/${soldClass}`,
    body: () => ({ price: 1950 }),
    allows: { ...each(SIGNED_IN), 'enrolled student': 409, 'own teacher': 409 },
  },
  ...PAYMENT_MATRIX,
  'POST /classes/:id/enrollment': {
    path: ({ freeClass }) => `/classes/${freeClass}/enrollment`,
    allows: { ...each(SIGNED_IN), 'own teacher': 409 },
  },
  'DELETE /classes/:id/enrollment': {
    path: ({ soldClass }) => `/classes/${soldClass}/enrollment`,
    allows: { ...each(SIGNED_IN), 'enrolled student': 409 },
  },
  ...SAVED_CLASS_MATRIX,
  ...WAITING_LIST_MATRIX,
  'GET /enrollments': { path: ({ student }) => `/enrollments?email=${student.email}`, allows: each(PERSON) },
  'GET /teaching-summary': { path: () => '/teaching-summary', allows: each(TEACHERS) },
  'GET /class-relations': {
    path: ({ soldClass }) => `/class-relations?ids=${soldClass}`,
    allows: each(SIGNED_IN),
  },
  'GET /feedback': { path: () => '/feedback', allows: each(ALL) },
  'GET /feedback/summary': {
    path: ({ soldClass }) => `/feedback/summary?classId=${soldClass}`,
    allows: each(ALL),
  },
  'GET /feedback/own': {
    path: ({ soldClass }) => `/feedback/own?classId=${soldClass}`,
    allows: each(SIGNED_IN),
  },
  'POST /feedback': {
    path: () => '/feedback',
    body: ({ soldClass }) => ({ classId: soldClass, feedback: 'Fine', rating: 5 }),
    allows: each(STUDENTS),
  },
  ...SITE_MATRIX,
};

/** The callers that each declared rule can allow, whatever the input. */
export const RULES: Record<string, readonly Caller[]> = {
  anyone: ALL,
  'signed in': SIGNED_IN,
  ...FILE_RULES,
  admin: ADMIN,
  teacher: TEACHERS,
  'self or admin': SIGNED_IN,
  'identity session': SIGNED_IN,
  metrics: ALL,
};
