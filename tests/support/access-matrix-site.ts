import { DEFAULT_BRAND } from '#contract/brand.ts';
import { ADMIN, ALL, each, PERSON, type Row, SIGNED_IN } from './access-rows.ts';

const POST = { title: 'Post', author: 'Eve', date: '2026-01-31', picture: '', text: 'Text' };

/** The calls about the site as a whole (settings, set-up, health, API document), and about billing details. */
export const SITE_MATRIX: Record<string, Row> = {
  'GET /config': { path: () => '/config', allows: each(ALL) },
  'GET /metrics': { path: () => '/metrics', allows: each(ALL) },
  'GET /setup': { path: () => '/setup?token=guessed', allows: each(ALL) },
  'POST /setup': {
    path: () => '/setup',
    body: () => ({ token: 'guessed', email: 'eve@example.test', name: 'Eve' }),
    allows: each(ALL, 410),
  },
  'POST /setup/test-email': {
    path: () => '/setup/test-email',
    body: () => ({ token: 'guessed', to: 'eve@example.test' }),
    allows: each(ALL, 410),
  },
  'POST /setup/test-card-provider': {
    path: () => '/setup/test-card-provider',
    body: () => ({ token: 'guessed' }),
    allows: each(ALL, 410),
  },
  'GET /site-settings': { path: () => '/site-settings', allows: each(ADMIN) },
  // The version is outdated, and the company is not the stored one: an equal change would succeed.
  'PUT /site-settings': {
    path: () => '/site-settings',
    body: () => ({ brand: { ...DEFAULT_BRAND, company: 'Eve’s Classes Ltd.' }, version: 99 }),
    allows: each(ADMIN, 409),
  },
  'GET /site-activity': { path: () => '/site-activity', allows: each(ADMIN) },
  'GET /skills': { path: () => '/skills', allows: each(ALL) },
  'GET /home-content': { path: () => '/home-content', allows: each(ALL) },
  'GET /registration': { path: () => '/registration', allows: each(ALL) },
  'PUT /registration': {
    path: () => '/registration',
    body: () => ({ mode: 'closed', version: 99 }),
    allows: each(ADMIN, 409),
  },
  'GET /invitations': { path: () => '/invitations', allows: each(ADMIN) },
  'POST /invitations/emails': {
    path: () => '/invitations/emails',
    body: () => ({ emails: ['eve@example.test'], days: 7 }),
    allows: each(ADMIN),
  },
  'POST /invitations/links': {
    path: () => '/invitations/links',
    body: () => ({ maxUses: 3, days: 7 }),
    allows: each(ADMIN),
  },
  'DELETE /invitations/:id': {
    path: () => '/invitations/00000000-0000-4000-8000-000000000000',
    allows: each(ADMIN, 404),
  },
  'POST /invitations/opened': {
    path: () => '/invitations/opened',
    body: () => ({ token: 'made-up' }),
    allows: each(ALL, 410),
  },
  'GET /exports/documents.csv': {
    path: () => '/exports/documents.csv?month=2026-11',
    allows: each(ADMIN),
  },
  'GET /documents/:id': { path: ({ receipt }) => `/documents/${receipt}`, allows: each(PERSON) },
  'GET /account/billing-details': { path: () => '/account/billing-details', allows: each(SIGNED_IN) },
  'PUT /account/billing-details': {
    path: () => '/account/billing-details',
    body: () => ({ name: 'Ada & Co.', address: '', taxNumber: '' }),
    allows: each(SIGNED_IN),
  },
  'GET /pages/:name': { path: () => '/pages/about', allows: each(ALL) },
  'GET /site-pages': { path: () => '/site-pages', allows: each(ADMIN) },
  'PUT /site-pages/:name': {
    path: () => '/site-pages/about',
    body: () => ({ content: { title: 'About', lead: '', text: 'Us' }, publish: false, version: 99 }),
    allows: each(ADMIN, 409),
  },
  'DELETE /site-pages/:name/draft': {
    path: () => '/site-pages/about/draft?version=99',
    allows: each(ADMIN, 409),
  },
  'DELETE /site-pages/:name/published': {
    path: () => '/site-pages/about/published?version=99',
    allows: each(ADMIN, 409),
  },
  'GET /blog-posts': { path: () => '/blog-posts', allows: each(ALL) },
  'GET /blog-posts/:slug': { path: () => '/blog-posts/turn-in-the-ugly-version', allows: each(ALL) },
  'GET /edited-posts': { path: () => '/edited-posts', allows: each(ADMIN) },
  'GET /edited-posts/:slug': { path: () => '/edited-posts/turn-in-the-ugly-version', allows: each(ADMIN) },
  // A post with this address already exists.
  'POST /edited-posts': {
    path: () => '/edited-posts',
    body: () => ({ slug: 'turn-in-the-ugly-version', content: POST, publish: false }),
    allows: each(ADMIN, 409),
  },
  'PUT /edited-posts/:slug': {
    path: () => '/edited-posts/turn-in-the-ugly-version',
    body: () => ({ content: POST, publish: false, version: 99 }),
    allows: each(ADMIN, 409),
  },
  'DELETE /edited-posts/:slug/draft': {
    path: () => '/edited-posts/turn-in-the-ugly-version/draft?version=99',
    allows: each(ADMIN, 409),
  },
  'DELETE /edited-posts/:slug/published': {
    path: () => '/edited-posts/turn-in-the-ugly-version/published?version=99',
    allows: each(ADMIN, 409),
  },
  'DELETE /edited-posts/:slug': {
    path: () => '/edited-posts/turn-in-the-ugly-version?version=99',
    allows: each(ADMIN, 409),
  },
  'GET /site-health': { path: () => '/site-health', allows: each(ADMIN) },
  'POST /site-health/test-email': { path: () => '/site-health/test-email', allows: each(ADMIN) },
  'POST /site-health/test-card-provider': {
    path: () => '/site-health/test-card-provider',
    allows: each(ADMIN),
  },
  'GET /healthz': { path: () => '/healthz', allows: each(ALL) },
  'GET /readyz': { path: () => '/readyz', allows: each(ALL) },
  'GET /openapi.json': { path: () => '/openapi.json', allows: each(ALL) },
};
