import { ADMIN, ALL, each, type Row, SIGNED_IN, UNKNOWN_ID } from './access-rows.ts';

/** The calls about notifications and emails. */
export const NOTIFICATION_MATRIX: Record<string, Row> = {
  'GET /account/email-preferences': { path: () => '/account/email-preferences', allows: each(SIGNED_IN) },
  'PUT /account/email-preferences': {
    path: () => '/account/email-preferences',
    body: () => ({ muted: [] }),
    allows: each(SIGNED_IN),
  },
  // A token opens these calls, and this one does not exist.
  'GET /email-preferences': { path: () => '/email-preferences?token=none', allows: each(ALL, 410) },
  'PUT /email-preferences': {
    path: () => '/email-preferences?token=none',
    body: () => ({ muted: [] }),
    allows: each(ALL, 410),
  },
  'POST /email-preferences/unsubscribe': {
    path: () => '/email-preferences/unsubscribe?token=none&topic=sales',
    allows: each(ALL, 410),
  },
  // It leads to the screen of the preferences, whatever the token.
  'GET /email-preferences/unsubscribe': {
    path: () => '/email-preferences/unsubscribe?token=none&topic=sales',
    allows: each(ALL, 303),
  },
  // The site does not accept messages here.
  'POST /contact': {
    path: () => '/contact',
    body: () => ({ email: 'visitor@example.test', message: 'Hello' }),
    allows: each(ALL, 409),
  },
  'GET /undelivered-emails': { path: () => '/undelivered-emails', allows: each(ADMIN) },
  'POST /undelivered-emails/:id/retry': {
    path: () => `/undelivered-emails/${UNKNOWN_ID}/retry`,
    allows: each(ADMIN, 404),
  },
  'POST /undelivered-emails/:id/dismiss': {
    path: () => `/undelivered-emails/${UNKNOWN_ID}/dismiss`,
    allows: each(ADMIN, 404),
  },
  'POST /undelivered-emails/retry': {
    path: () => '/undelivered-emails/retry',
    body: () => ({ ids: [UNKNOWN_ID] }),
    allows: each(ADMIN),
  },
  'POST /undelivered-emails/dismiss': {
    path: () => '/undelivered-emails/dismiss',
    body: () => ({ ids: [UNKNOWN_ID] }),
    allows: each(ADMIN),
  },
  'GET /notifications': { path: () => '/notifications', allows: each(SIGNED_IN) },
  'GET /notifications/unread': { path: () => '/notifications/unread', allows: each(SIGNED_IN) },
  'GET /notifications/stream': { path: () => '/notifications/stream?seconds=0', allows: each(SIGNED_IN) },
  'PATCH /notifications/read': {
    path: () => '/notifications/read',
    body: () => ({ ids: null }),
    allows: each(SIGNED_IN),
  },
};
