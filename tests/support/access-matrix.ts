import { classInput } from './classes.ts';
import type { TestUser } from './users.ts';

/** Everybody who may knock. `owner` is the teacher, student or person whose things are asked for. */
export const CALLERS = [
  'anonymous',
  'expired token',
  'deleted user',
  'student',
  'enrolled student',
  'another teacher',
  'own teacher',
  'admin',
] as const;
export type Caller = (typeof CALLERS)[number];

const ALL: readonly Caller[] = CALLERS;
export const SIGNED_IN: readonly Caller[] = CALLERS.slice(3);
const ADMIN: readonly Caller[] = ['admin'];
const OWN_TEACHER: readonly Caller[] = ['own teacher'];
const TEACHERS: readonly Caller[] = ['another teacher', 'own teacher'];
const STUDENTS: readonly Caller[] = ['enrolled student'];
const PERSON: readonly Caller[] = ['enrolled student', 'admin'];

export interface World {
  pendingClass: string;
  soldClass: string;
  submission: string;
  request: string;
  student: TestUser;
  teacher: TestUser;
  doomedUser: string;
  transactionId: string;
  payment: string;
  feedback: string;
}

interface Row {
  path: (world: World) => string;
  body?: (world: World) => object;
  allows: readonly Caller[];
}

export const task = { title: 'Task', description: 'Do it', marks: 10, date: '2030-01-31' };
export const request = ({ email, name }: TestUser) => ({
  name,
  email,
  title: 'Carpenter',
  image: '/a.png',
  experience: 'Junior',
  category: 'Web Development',
});

/** Who may make which call, as docs/api.md lists it. A route that is missing here fails the test. */
/** What only an admin may do with a payment. */
const onPayment = (action: string, body?: object): Row => ({
  path: ({ payment }) => `/payments/${payment}/${action}`,
  ...(body && { body: () => body }),
  allows: ADMIN,
});

export const MATRIX: Record<string, Row> = {
  'POST /jwt': { path: () => '/jwt', body: ({ student }) => ({ email: student.email }), allows: STUDENTS },
  'POST /users': {
    path: () => '/users',
    body: ({ student }) => ({ email: student.email }),
    allows: STUDENTS,
  },
  'GET /account/data': { path: () => '/account/data', allows: SIGNED_IN },
  'DELETE /account': {
    path: () => '/account',
    body: () => ({ email: 'somebody-else@example.test' }),
    allows: SIGNED_IN,
  },
  'POST /account/email-confirmation': { path: () => '/account/email-confirmation', allows: SIGNED_IN },
  'POST /account/email-change': {
    path: () => '/account/email-change',
    body: () => ({ newEmail: 'elsewhere@example.test', password: 'not the password' }),
    allows: SIGNED_IN,
  },
  'POST /account/email-link': {
    path: () => '/account/email-link',
    body: () => ({ token: 'made-up' }),
    allows: SIGNED_IN,
  },
  'GET /users': { path: () => '/users', allows: ADMIN },
  'GET /users/admin/:email': { path: ({ student }) => `/users/admin/${student.email}`, allows: PERSON },
  'PATCH /users/admin/:id': { path: ({ doomedUser }) => `/users/admin/${doomedUser}`, allows: ADMIN },
  'DELETE /users/admin/:id': { path: ({ doomedUser }) => `/users/admin/${doomedUser}`, allows: ADMIN },
  'DELETE /users/second-factor/:id': {
    path: ({ doomedUser }) => `/users/second-factor/${doomedUser}`,
    allows: ADMIN,
  },
  'DELETE /users/:id': { path: ({ doomedUser }) => `/users/${doomedUser}`, allows: ADMIN },
  'GET /exports/users.csv': { path: () => '/exports/users.csv', allows: ADMIN },
  'GET /exports/audit.csv': { path: () => '/exports/audit.csv', allows: ADMIN },
  'GET /exports/payments.csv': { path: () => '/exports/payments.csv', allows: ADMIN },
  'GET /exports/feedback.csv': { path: () => '/exports/feedback.csv', allows: ADMIN },
  'GET /audit': { path: () => '/audit', allows: ADMIN },
  'GET /payments': { path: () => '/payments', allows: ADMIN },
  'GET /teacher-req/teacher/:email': {
    path: ({ student }) => `/teacher-req/teacher/${student.email}`,
    allows: PERSON,
  },
  'POST /teacher-req': {
    path: () => '/teacher-req',
    body: ({ student }) => request(student),
    allows: STUDENTS,
  },
  'GET /teacher-req/own': { path: () => '/teacher-req/own', allows: SIGNED_IN },
  'GET /teacher-req': { path: () => '/teacher-req', allows: ADMIN },
  'PATCH /teacher-req/teacher/:id': {
    path: (world) => `/teacher-req/teacher/${world.request}`,
    allows: ADMIN,
  },
  'PATCH /teacher-req/reject/:id': { path: (world) => `/teacher-req/reject/${world.request}`, allows: ADMIN },
  'GET /classes': { path: () => '/classes', allows: ALL },
  'GET /classes/totals': { path: () => '/classes/totals', allows: ALL },
  'GET /classes/:id': { path: ({ soldClass }) => `/classes/${soldClass}`, allows: ALL },
  'GET /classes/teacher/:email': {
    path: ({ teacher }) => `/classes/teacher/${teacher.email}`,
    allows: ['own teacher', 'admin'],
  },
  'POST /classes': { path: () => '/classes', body: () => classInput(), allows: TEACHERS },
  'PUT /classes/:id': {
    path: ({ pendingClass }) => `/classes/${pendingClass}`,
    body: () => classInput(),
    allows: OWN_TEACHER,
  },
  'DELETE /classes/:id': { path: ({ pendingClass }) => `/classes/${pendingClass}`, allows: OWN_TEACHER },
  'PATCH /classes/:id': {
    path: ({ pendingClass }) => `/classes/${pendingClass}`,
    body: () => ({ status: 'approve' }),
    allows: ADMIN,
  },
  'PATCH /classes/reject/:id': {
    path: ({ pendingClass }) => `/classes/reject/${pendingClass}`,
    body: () => ({ status: 'rejected' }),
    allows: ADMIN,
  },
  'PATCH /classes/withdraw/:id': {
    path: ({ pendingClass }) => `/classes/withdraw/${pendingClass}`,
    body: () => ({ status: 'rejected', reason: 'Copied' }),
    allows: ADMIN,
  },
  'PATCH /classes/:id/assignments': {
    path: ({ soldClass }) => `/classes/${soldClass}/assignments`,
    body: () => task,
    allows: OWN_TEACHER,
  },
  'GET /classes/:id/progress': {
    path: ({ soldClass }) => `/classes/${soldClass}/progress`,
    allows: OWN_TEACHER,
  },
  'GET /classes/:id/submissions': {
    path: ({ soldClass }) => `/classes/${soldClass}/submissions`,
    allows: OWN_TEACHER,
  },
  'PATCH /submissions/:id': {
    path: ({ submission }) => `/submissions/${submission}`,
    body: () => ({ marks: 5 }),
    allows: OWN_TEACHER,
  },
  'GET /classes/:id/submission': {
    path: ({ soldClass }) => `/classes/${soldClass}/submission`,
    allows: STUDENTS,
  },
  'PUT /classes/:id/submission': {
    path: ({ soldClass }) => `/classes/${soldClass}/submission`,
    body: () => ({ text: 'Done' }),
    allows: STUDENTS,
  },
  'POST /create-payment-intent/:classId': {
    path: ({ soldClass }) => `/create-payment-intent/${soldClass}`,
    body: () => ({ price: 1950 }),
    allows: SIGNED_IN,
  },
  'POST /payments': {
    path: () => '/payments',
    body: ({ transactionId }) => ({ transactionId }),
    allows: STUDENTS,
  },
  'GET /payments/own': { path: () => '/payments/own', allows: SIGNED_IN },
  'GET /payments/totals': { path: () => '/payments/totals', allows: ADMIN },
  'GET /payments/:id': { path: ({ payment }) => `/payments/${payment}`, allows: PERSON },
  'GET /payments/attention': { path: () => '/payments/attention', allows: ADMIN },
  'POST /payments/:id/sync': onPayment('sync'),
  'POST /payments/:id/refund-settlement': onPayment('refund-settlement', { reason: 'Sent by bank' }),
  'POST /payments/:id/dispute-decision': onPayment('dispute-decision', { decision: 'gift', reason: 'Kept' }),
  'POST /payments/events/:id/retry': { path: () => '/payments/events/evt_unknown/retry', allows: ADMIN },
  'GET /earnings': { path: () => '/earnings', allows: TEACHERS },
  'POST /classes/:id/enrollment': {
    path: ({ soldClass }) => `/classes/${soldClass}/enrollment`,
    allows: SIGNED_IN,
  },
  'GET /enrollments': { path: ({ student }) => `/enrollments?email=${student.email}`, allows: PERSON },
  'GET /feedback': { path: () => '/feedback', allows: ALL },
  'GET /feedback/summary': { path: ({ soldClass }) => `/feedback/summary?classId=${soldClass}`, allows: ALL },
  'GET /feedback/own': { path: ({ soldClass }) => `/feedback/own?classId=${soldClass}`, allows: SIGNED_IN },
  'POST /feedback': {
    path: () => '/feedback',
    body: ({ soldClass }) => ({ classId: soldClass, feedback: 'Fine', rating: 5 }),
    allows: STUDENTS,
  },
  'GET /feedback/moderation': { path: () => '/feedback/moderation', allows: ADMIN },
  'PATCH /feedback/hide/:id': {
    path: ({ feedback }) => `/feedback/hide/${feedback}`,
    body: () => ({ reason: 'Not about the class' }),
    allows: ADMIN,
  },
  'PATCH /feedback/show/:id': { path: ({ feedback }) => `/feedback/show/${feedback}`, allows: ADMIN },
  'GET /config': { path: () => '/config', allows: ALL },
  'GET /metrics': { path: () => '/metrics', allows: ALL },
  'GET /healthz': { path: () => '/healthz', allows: ALL },
  'GET /readyz': { path: () => '/readyz', allows: ALL },
  'GET /openapi.json': { path: () => '/openapi.json', allows: ALL },
  // Last, because the enrollment ends with it.
  'POST /payments/:id/refund': onPayment('refund', { reason: 'Asked for' }),
};

/** Callers that each declared rule can let through, whatever the input. */
export const RULES: Record<string, readonly Caller[]> = {
  anyone: ALL,
  'signed in': SIGNED_IN,
  admin: ADMIN,
  teacher: TEACHERS,
  'self or admin': SIGNED_IN,
  'identity session': SIGNED_IN,
  metrics: ALL,
};
