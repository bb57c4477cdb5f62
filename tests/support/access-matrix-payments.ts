import { ADMIN, each, PERSON, type Row, SIGNED_IN, STUDENTS, TEACHERS } from './access-rows.ts';

/** Calls about a payment that only an admin may make. */
const onPayment = (action: string, body?: object, status?: number): Row => ({
  path: ({ payment }) => `/payments/${payment}/${action}`,
  ...(body && { body: () => body }),
  allows: each(ADMIN, status),
});

/** Who may make which call about payments and earnings. */
export const PAYMENT_MATRIX: Record<string, Row> = {
  'POST /payments': {
    path: () => '/payments',
    body: ({ transactionId }) => ({ transactionId }),
    allows: each(STUDENTS),
  },
  'GET /payments/own': { path: () => '/payments/own', allows: each(SIGNED_IN) },
  'GET /payments/totals': { path: () => '/payments/totals', allows: each(ADMIN) },
  'GET /payments/:id': { path: ({ payment }) => `/payments/${payment}`, allows: each(PERSON) },
  'GET /payments/attention': { path: () => '/payments/attention', allows: each(ADMIN) },
  'POST /payments/:id/refund': onPayment('refund', { reason: 'Asked for' }),
  'POST /payments/:id/sync': onPayment('sync'),
  'POST /payments/:id/refund-settlement': onPayment('refund-settlement', { reason: 'Sent by bank' }, 409),
  'POST /payments/:id/dispute-decision': onPayment(
    'dispute-decision',
    { decision: 'gift', reason: 'Kept' },
    409,
  ),
  'POST /payments/events/:id/retry': {
    path: ({ event }) => `/payments/events/${event}/retry`,
    allows: each(ADMIN),
  },
  'POST /payments/findings/:id/retry': {
    path: ({ finding }) => `/payments/findings/${finding}/retry`,
    allows: each(ADMIN),
  },
  'GET /earnings': { path: () => '/earnings', allows: each(TEACHERS) },
  'GET /earnings/totals': { path: () => '/earnings/totals', allows: each(TEACHERS) },
  'GET /exports/earnings.csv': { path: () => '/exports/earnings.csv', allows: each(TEACHERS) },
};
