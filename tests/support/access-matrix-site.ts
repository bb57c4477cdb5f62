import { DEFAULT_BRAND } from '#contract/brand.ts';
import { ADMIN, ALL, each, type Row } from './access-rows.ts';

/** The calls about the site as a whole: settings, set-up, health, documents. */
export const SITE_MATRIX: Record<string, Row> = {
  'GET /config': { path: () => '/config', allows: each(ALL) },
  'GET /metrics': { path: () => '/metrics', allows: each(ALL) },
  'GET /setup': { path: () => '/setup?token=guessed', allows: each(ALL) },
  'POST /setup': {
    path: () => '/setup',
    body: () => ({ token: 'guessed', email: 'eve@example.test', name: 'Eve' }),
    allows: each(ALL, 410),
  },
  'GET /site-settings': { path: () => '/site-settings', allows: each(ADMIN) },
  // Somebody else has changed them since this version.
  'PUT /site-settings': {
    path: () => '/site-settings',
    body: () => ({ brand: DEFAULT_BRAND, version: 99 }),
    allows: each(ADMIN, 409),
  },
  'GET /site-health': { path: () => '/site-health', allows: each(ADMIN) },
  'GET /healthz': { path: () => '/healthz', allows: each(ALL) },
  'GET /readyz': { path: () => '/readyz', allows: each(ALL) },
  'GET /openapi.json': { path: () => '/openapi.json', allows: each(ALL) },
};
