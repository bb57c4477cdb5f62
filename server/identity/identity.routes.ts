import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createToken } from '#contract/auth.ts';
import type { RateLimitName } from '#contract/constants.ts';
import { identitySession } from '../http/access.ts';
import { ApiError } from '../http/api-error.ts';
import { claimedAccount } from '../http/rate-limit.ts';
import { route } from '../http/route.ts';
import type { AccessTokens } from './access-token.ts';
import { IDENTITY_PATH, type IdentityProvider } from './better-auth.ts';

/** Fastify's request headers as the web's `Headers`. */
export const toHeaders = (request: FastifyRequest): Headers => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  return headers;
};

const answer = async (response: Response, reply: FastifyReply) => {
  reply.code(response.status);
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') reply.header(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  return reply.send(response.body ? await response.text() : null);
};

/** Which of the provider's endpoints are limited, and as what. */
const LIMITED: Record<string, RateLimitName> = {
  'sign-in/email': 'signIn',
  'sign-in/social': 'signIn',
  'sign-in/popup': 'signIn',
  'sign-up/email': 'registration',
  'request-password-reset': 'mail',
  'send-verification-email': 'mail',
  'change-email': 'mail',
  'reset-password': 'password',
  'change-password': 'password',
  'two-factor/enable': 'password',
  'two-factor/disable': 'password',
  'two-factor/verify-totp': 'password',
  'two-factor/verify-backup-code': 'password',
};

const endpointOf = (request: FastifyRequest): string => (request.params as { '*': string })['*'];

const countAttempt = async (app: FastifyInstance, request: FastifyRequest, reply: FastifyReply) => {
  const limit = LIMITED[endpointOf(request)];
  if (!limit) return;
  const { email } = (request.body ?? {}) as { email?: unknown };
  const account = typeof email === 'string' ? claimedAccount(request, email) : undefined;
  await app.rateLimits.count(limit, request, reply, account);
};

/** Hands everything under /api/auth to the identity provider, which guards its own endpoints. */
export const registerIdentityProvider = (app: FastifyInstance, provider: IdentityProvider): void => {
  app.route({
    method: ['GET', 'POST'],
    url: `${IDENTITY_PATH}/*`,
    schema: { hide: true },
    config: { access: 'identity provider' },
    handler: async (request, reply) => {
      await countAttempt(app, request, reply);
      const url = new URL(request.url, provider.options.baseURL);
      const body = request.body === undefined ? undefined : JSON.stringify(request.body);
      const response = await provider.handler(
        new Request(url, { method: request.method, headers: toHeaders(request), body }),
      );
      return answer(response, reply);
    },
  });
};

/** POST /jwt (design section 4): never for an email alone. */
export const registerTokenRoute = (app: FastifyInstance, tokens: AccessTokens): void => {
  route(app, createToken, identitySession, async ({ caller, body }) => {
    if (caller.email !== body.email)
      throw new ApiError('forbidden', 'The token of another person is not given');
    return { token: await tokens.issue({ identityId: caller.id, sessionId: caller.sessionId }) };
  });
};
