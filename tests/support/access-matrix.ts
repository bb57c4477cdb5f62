import { classInput } from './classes.ts';
import type { TestPerson } from './people.ts';

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
  student: TestPerson;
  teacher: TestPerson;
  doomedUser: string;
  transactionId: string;
  payment: string;
  feedback: string;
}

interface Row {
  path: (world: World) => string;
  body?: (world: World) => object;
  admits: readonly Caller[];
}

export const task = { title: 'Task', description: 'Do it', marks: 10, date: '2030-01-31' };
export const request = ({ email, name }: TestPerson) => ({
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
  admits: ADMIN,
});

export const MATRIX: Record<string, Row> = {
  'POST /jwt': { path: () => '/jwt', body: ({ student }) => ({ email: student.email }), admits: STUDENTS },
  'POST /users': {
    path: () => '/users',
    body: ({ student }) => ({ email: student.email }),
    admits: STUDENTS,
  },
  'GET /account/data': { path: () => '/account/data', admits: SIGNED_IN },
  'DELETE /account': {
    path: () => '/account',
    body: () => ({ email: 'somebody-else@example.test' }),
    admits: SIGNED_IN,
  },
  'POST /account/email-confirmation': { path: () => '/account/email-confirmation', admits: SIGNED_IN },
  'POST /account/email-change': {
    path: () => '/account/email-change',
    body: () => ({ newEmail: 'elsewhere@example.test', password: 'not the password' }),
    admits: SIGNED_IN,
  },
  'POST /account/email-link': {
    path: () => '/account/email-link',
    body: () => ({ token: 'made-up' }),
    admits: SIGNED_IN,
  },
  'GET /users': { path: () => '/users', admits: ADMIN },
  'GET /users/admin/:email': { path: ({ student }) => `/users/admin/${student.email}`, admits: PERSON },
  'PATCH /users/admin/:id': { path: ({ doomedUser }) => `/users/admin/${doomedUser}`, admits: ADMIN },
  'DELETE /users/admin/:id': { path: ({ doomedUser }) => `/users/admin/${doomedUser}`, admits: ADMIN },
  'DELETE /users/second-factor/:id': {
    path: ({ doomedUser }) => `/users/second-factor/${doomedUser}`,
    admits: ADMIN,
  },
  'DELETE /users/:id': { path: ({ doomedUser }) => `/users/${doomedUser}`, admits: ADMIN },
  'GET /exports/users.csv': { path: () => '/exports/users.csv', admits: ADMIN },
  'GET /exports/audit.csv': { path: () => '/exports/audit.csv', admits: ADMIN },
  'GET /exports/payments.csv': { path: () => '/exports/payments.csv', admits: ADMIN },
  'GET /exports/feedback.csv': { path: () => '/exports/feedback.csv', admits: ADMIN },
  'GET /audit': { path: () => '/audit', admits: ADMIN },
  'GET /payments': { path: () => '/payments', admits: ADMIN },
  'GET /teacher-req/teacher/:email': {
    path: ({ student }) => `/teacher-req/teacher/${student.email}`,
    admits: PERSON,
  },
  'POST /teacher-req': {
    path: () => '/teacher-req',
    body: ({ student }) => request(student),
    admits: STUDENTS,
  },
  'GET /teacher-req/own': { path: () => '/teacher-req/own', admits: SIGNED_IN },
  'GET /teacher-req': { path: () => '/teacher-req', admits: ADMIN },
  'PATCH /teacher-req/teacher/:id': {
    path: (world) => `/teacher-req/teacher/${world.request}`,
    admits: ADMIN,
  },
  'PATCH /teacher-req/reject/:id': { path: (world) => `/teacher-req/reject/${world.request}`, admits: ADMIN },
  'GET /classes': { path: () => '/classes', admits: ALL },
  'GET /classes/totals': { path: () => '/classes/totals', admits: ALL },
  'GET /classes/:id': { path: ({ soldClass }) => `/classes/${soldClass}`, admits: ALL },
  'GET /classes/teacher/:email': {
    path: ({ teacher }) => `/classes/teacher/${teacher.email}`,
    admits: ['own teacher', 'admin'],
  },
  'POST /classes': { path: () => '/classes', body: () => classInput(), admits: TEACHERS },
  'PUT /classes/:id': {
    path: ({ pendingClass }) => `/classes/${pendingClass}`,
    body: () => classInput(),
    admits: OWN_TEACHER,
  },
  'DELETE /classes/:id': { path: ({ pendingClass }) => `/classes/${pendingClass}`, admits: OWN_TEACHER },
  'PATCH /classes/:id': {
    path: ({ pendingClass }) => `/classes/${pendingClass}`,
    body: () => ({ status: 'approve' }),
    admits: ADMIN,
  },
  'PATCH /classes/reject/:id': {
    path: ({ pendingClass }) => `/classes/reject/${pendingClass}`,
    body: () => ({ status: 'rejected' }),
    admits: ADMIN,
  },
  'PATCH /classes/withdraw/:id': {
    path: ({ pendingClass }) => `/classes/withdraw/${pendingClass}`,
    body: () => ({ status: 'rejected', reason: 'Copied' }),
    admits: ADMIN,
  },
  'PATCH /classes/:id/assignments': {
    path: ({ soldClass }) => `/classes/${soldClass}/assignments`,
    body: () => task,
    admits: OWN_TEACHER,
  },
  'GET /classes/:id/progress': {
    path: ({ soldClass }) => `/classes/${soldClass}/progress`,
    admits: OWN_TEACHER,
  },
  'GET /classes/:id/submissions': {
    path: ({ soldClass }) => `/classes/${soldClass}/submissions`,
    admits: OWN_TEACHER,
  },
  'PATCH /submissions/:id': {
    path: ({ submission }) => `/submissions/${submission}`,
    body: () => ({ marks: 5 }),
    admits: OWN_TEACHER,
  },
  'GET /classes/:id/submission': {
    path: ({ soldClass }) => `/classes/${soldClass}/submission`,
    admits: STUDENTS,
  },
  'PUT /classes/:id/submission': {
    path: ({ soldClass }) => `/classes/${soldClass}/submission`,
    body: () => ({ text: 'Done' }),
    admits: STUDENTS,
  },
  'POST /create-payment-intent/:classId': {
    path: ({ soldClass }) => `/create-payment-intent/${soldClass}`,
    body: () => ({ price: 1950 }),
    admits: SIGNED_IN,
  },
  'POST /payments': {
    path: () => '/payments',
    body: ({ transactionId }) => ({ transactionId }),
    admits: STUDENTS,
  },
  'GET /payments/own': { path: () => '/payments/own', admits: SIGNED_IN },
  'GET /payments/totals': { path: () => '/payments/totals', admits: ADMIN },
  'GET /payments/:id': { path: ({ payment }) => `/payments/${payment}`, admits: PERSON },
  'GET /payments/attention': { path: () => '/payments/attention', admits: ADMIN },
  'POST /payments/:id/sync': onPayment('sync'),
  'POST /payments/:id/refund-settlement': onPayment('refund-settlement', { reason: 'Sent by bank' }),
  'POST /payments/:id/dispute-decision': onPayment('dispute-decision', { decision: 'gift', reason: 'Kept' }),
  'POST /payments/events/:id/retry': { path: () => '/payments/events/evt_unknown/retry', admits: ADMIN },
  'GET /earnings': { path: () => '/earnings', admits: TEACHERS },
  'POST /classes/:id/enrollment': {
    path: ({ soldClass }) => `/classes/${soldClass}/enrollment`,
    admits: SIGNED_IN,
  },
  'GET /enrollments': { path: ({ student }) => `/enrollments?email=${student.email}`, admits: PERSON },
  'GET /feedback': { path: () => '/feedback', admits: ALL },
  'GET /feedback/summary': { path: ({ soldClass }) => `/feedback/summary?classId=${soldClass}`, admits: ALL },
  'GET /feedback/own': { path: ({ soldClass }) => `/feedback/own?classId=${soldClass}`, admits: SIGNED_IN },
  'POST /feedback': {
    path: () => '/feedback',
    body: ({ soldClass }) => ({ classId: soldClass, feedback: 'Fine', rating: 5 }),
    admits: STUDENTS,
  },
  'GET /feedback/moderation': { path: () => '/feedback/moderation', admits: ADMIN },
  'PATCH /feedback/hide/:id': {
    path: ({ feedback }) => `/feedback/hide/${feedback}`,
    body: () => ({ reason: 'Not about the class' }),
    admits: ADMIN,
  },
  'PATCH /feedback/show/:id': { path: ({ feedback }) => `/feedback/show/${feedback}`, admits: ADMIN },
  'GET /config': { path: () => '/config', admits: ALL },
  'GET /metrics': { path: () => '/metrics', admits: ALL },
  'GET /healthz': { path: () => '/healthz', admits: ALL },
  'GET /readyz': { path: () => '/readyz', admits: ALL },
  'GET /openapi.json': { path: () => '/openapi.json', admits: ALL },
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
