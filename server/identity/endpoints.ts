import { z } from 'zod';
import { identityBodies } from '#contract/auth.ts';
import type { RateLimitName } from '#contract/call.ts';
import { TEXT_LIMITS } from '#contract/text-limits.ts';

interface IdentityEndpoint {
  /** The path in the library's router, relative to /api/auth. */
  path: string;
  params?: z.ZodType;
  /** The query parameters that are forwarded. Absent: none are. */
  query?: z.ZodType;
  /** `required`: the endpoint needs a session. `optional`: if there is one, its user counts for the rate limit. */
  session?: 'required' | 'optional';
}

interface ReadingEndpoint extends IdentityEndpoint {
  method: 'GET';
  limits: readonly RateLimitName[];
}

/** Every writing endpoint has a rate limit and a body schema. */
interface WritingEndpoint extends IdentityEndpoint {
  method: 'POST';
  body: z.ZodType;
  limits: readonly [RateLimitName, ...RateLimitName[]];
  /** The response, if it is sent before the library does its work, whose time would tell which addresses have an account. */
  immediateResponse?: object;
}

export type Endpoint = ReadingEndpoint | WritingEndpoint;

const nothing = z.object({}).optional();
/** A query parameter that the database can store. */
const queryText = z
  .string()
  .max(TEXT_LIMITS.url)
  .refine((text) => !text.includes('\u0000'));
const provider = z.enum(['google', 'sandbox']);

/** The identity provider's endpoints that the product uses. All others of the library are not served (404). */
export const ENDPOINTS: readonly Endpoint[] = [
  { method: 'GET', path: '/get-session', limits: [] },
  { method: 'GET', path: '/list-sessions', limits: [] },
  { method: 'POST', path: '/sign-up/email', body: identityBodies.signUp, limits: ['registration'] },
  {
    method: 'POST',
    path: '/sign-in/email',
    body: identityBodies.signIn,
    limits: ['signIn', 'authentication'],
  },
  { method: 'POST', path: '/sign-out', body: nothing, limits: ['token'] },
  {
    method: 'GET',
    path: '/oauth-popup/start',
    query: z.object({
      provider,
      popupOrigin: queryText,
      popupNonce: queryText.max(TEXT_LIMITS.token).optional(),
    }),
    limits: ['authentication'],
  },
  {
    method: 'GET',
    path: '/callback/:id',
    params: z.object({ id: provider }),
    query: z
      .object({
        code: queryText,
        state: queryText,
        error: queryText,
        error_description: queryText,
        iss: queryText,
      })
      .partial(),
    limits: ['authentication'],
  },
  {
    method: 'POST',
    path: '/request-password-reset',
    body: identityBodies.requestPasswordReset,
    limits: ['email'],
    immediateResponse: {
      status: true,
      message: 'If this email exists in our system, check your email for the reset link',
    },
  },
  {
    method: 'POST',
    path: '/reset-password',
    body: identityBodies.resetPassword,
    limits: ['password', 'authentication'],
  },
  {
    method: 'POST',
    path: '/change-password',
    body: identityBodies.changePassword.transform((body) => ({ ...body, revokeOtherSessions: true })),
    limits: ['password', 'authentication'],
    session: 'required',
  },
  {
    method: 'POST',
    path: '/update-user',
    // The provider would take the address for a new one.
    body: identityBodies.updateUser.transform(({ name, image }) => ({ name, image })),
    limits: ['writing'],
    session: 'required',
  },
  {
    method: 'POST',
    path: '/revoke-session',
    body: identityBodies.revokeSession,
    limits: ['writing'],
    session: 'required',
  },
  {
    method: 'POST',
    path: '/two-factor/enable',
    body: identityBodies.password,
    limits: ['password', 'authentication'],
    session: 'required',
  },
  {
    method: 'POST',
    path: '/two-factor/disable',
    body: identityBodies.password,
    limits: ['password', 'authentication'],
    session: 'required',
  },
  {
    method: 'POST',
    path: '/two-factor/verify-totp',
    body: identityBodies.code,
    limits: ['password', 'authentication'],
    session: 'optional',
  },
  {
    method: 'POST',
    path: '/two-factor/verify-backup-code',
    body: identityBodies.code,
    limits: ['password', 'authentication'],
    session: 'optional',
  },
];

/** The library's endpoints that are not served. A test fails until each new one is listed here or above. */
export const REFUSED_ENDPOINTS: readonly string[] = [
  'GET /account-info',
  'GET /delete-user/callback',
  'GET /error',
  'GET /list-accounts',
  'GET /ok',
  'GET /reset-password/:token',
  'GET /verify-email',
  'POST /callback/:id',
  'POST /change-email',
  'POST /delete-user',
  'POST /get-access-token',
  'POST /get-session',
  'POST /link-social',
  'POST /refresh-token',
  'POST /revoke-other-sessions',
  'POST /revoke-sessions',
  'POST /send-verification-email',
  'POST /sign-in/social',
  'POST /two-factor/generate-backup-codes',
  'POST /two-factor/get-totp-uri',
  'POST /two-factor/send-otp',
  'POST /two-factor/verify-otp',
  'POST /unlink-account',
  'POST /update-session',
  'POST /verify-password',
];
