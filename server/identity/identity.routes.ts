import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createToken } from '#contract/auth.ts';
import { emailSchema } from '#contract/common.ts';
import { fillPath } from '#contract/fill-path.ts';
import { SQL_STATES, sqlStateOf } from '../database/sql-state.ts';
import { identitySession } from '../http/access.ts';
import { ApiError } from '../http/api-error.ts';
import { respondNotFound } from '../http/error-handler.ts';
import { claimedAccount } from '../http/rate-limit.ts';
import { route } from '../http/route.ts';
import type { AccessTokens } from './access-token.ts';
import { IDENTITY_PATH, type IdentityProvider } from './better-auth.ts';
import { registerDeferredWork } from './deferred-work.ts';
import { type Endpoint, ENDPOINTS } from './endpoints.ts';
import { identityRequest } from './identity-request.ts';

declare module 'fastify' {
  interface FastifyInstance {
    identityProvider: IdentityProvider;
  }
}

/** The canonical form of paths under /api/auth. Encoded or otherwise unusual spellings are rejected. */
const CANONICAL_PATH = new RegExp(`^${IDENTITY_PATH}(/[\\w-]+)*/?$`);

const requireCanonicalPath = async (request: FastifyRequest): Promise<void> => {
  const [path = ''] = (request.raw.url ?? '').split('?');
  if (!CANONICAL_PATH.test(path)) throw new ApiError('invalid_input', 'The path is not in canonical form');
};

const forward = async (response: Response, reply: FastifyReply) => {
  reply.code(response.status);
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie' && name !== 'cache-control') reply.header(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  return reply.send(response.body ? await response.text() : null);
};

/** What concurrent requests can cause. */
const CONFLICTS: readonly string[] = [
  SQL_STATES.uniqueViolation,
  SQL_STATES.foreignKeyViolation,
  SQL_STATES.protectedSecondFactor,
  SQL_STATES.deadlock,
];

/** Calls the identity provider. @throws ApiError `conflict` if a concurrent request interfered */
const callProvider = async (provider: IdentityProvider, request: Request): Promise<Response> => {
  try {
    return await provider.handler(request);
  } catch (error) {
    if (CONFLICTS.includes(sqlStateOf(error) ?? ''))
      throw new ApiError('conflict', 'A conflicting change was made at the same time. Please try again.');
    throw error;
  }
};

/** @throws Error if the provider failed, which nobody else will learn */
const callInBackground = async (provider: IdentityProvider, request: Request): Promise<void> => {
  const { status } = await callProvider(provider, request);
  if (status >= 500) throw new Error(`The identity provider responded with ${status}`);
};

/**
 * The account that a request counts for in rate limits: the session's user, or the one with the email address in the body.
 * @throws ApiError `unauthenticated` if the endpoint requires a session and there is none, `conflict` if the client takes
 *   the session for that of a user with another email address
 */
const accountOf = async (
  app: FastifyInstance,
  { session }: Endpoint,
  request: FastifyRequest,
): Promise<string | undefined> => {
  const identity = session && (await app.callers.bySession(request));
  if (session === 'required' && !identity) throw new ApiError('unauthenticated', 'Please log in');
  const { email } = (request.body ?? {}) as { email?: unknown };
  const supposed = emailSchema.safeParse(email).data;
  if (session === 'required' && supposed !== undefined && supposed !== identity!.email)
    throw new ApiError('conflict', 'Another user is logged in');
  return identity?.id ?? (typeof email === 'string' ? claimedAccount(request, email) : undefined);
};

const registerEndpoint = (app: FastifyInstance, provider: IdentityProvider, endpoint: Endpoint): void => {
  const { method, path, limits, params, query } = endpoint;
  app.route({
    method,
    url: path,
    exposeHeadRoute: false,
    config: { access: 'identity provider', limit: limits },
    schema: {
      hide: true,
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(method === 'POST' && { body: endpoint.body }),
    },
    preValidation: async (request, reply) => {
      const account = await accountOf(app, endpoint, request);
      for (const limit of limits) await app.rateLimits.count(limit, request, reply, account);
    },
    handler: async (request, reply) => {
      const call = identityRequest(request, {
        baseUrl: provider.options.baseURL,
        path: IDENTITY_PATH + fillPath(path, request.params as object),
        method,
        query: query ? (request.query as Record<string, string | undefined>) : {},
        body: method === 'POST' ? (request.body ?? {}) : undefined,
      });
      if (method === 'POST' && endpoint.immediateResponse && provider.sendsEmail) {
        await provider.requireDatabase();
        app.deferredWork.add(reply, () => callInBackground(provider, call));
        return reply.send(endpoint.immediateResponse);
      }
      return forward(await callProvider(provider, call), reply);
    },
  });
};

/** The endpoints of the library's router, as `METHOD /path`. */
export const libraryEndpoints = ({ api }: IdentityProvider): string[] =>
  Object.values(api as unknown as Record<string, { path?: string; options: { method: string | string[] } }>)
    .filter(({ path }) => path !== undefined)
    .flatMap(({ path, options }) => [options.method].flat().map((method) => `${method} ${path}`));

/**
 * Registers the endpoints of the identity provider that the product uses under /api/auth, each with its rate limits and
 * the schemas of the contract. The provider receives only the declared path and validated input.
 * @throws Error if `ENDPOINTS` has an endpoint that the library does not have
 */
export const registerIdentityProvider = (app: FastifyInstance, provider: IdentityProvider): void => {
  const known = libraryEndpoints(provider);
  const unknown = ENDPOINTS.map(({ method, path }) => `${method} ${path}`).filter(
    (one) => !known.includes(one),
  );
  if (unknown.length > 0) throw new Error(`The identity provider has no endpoint ${unknown.join(', ')}`);
  app.decorate('identityProvider', provider);
  registerDeferredWork(app);
  void app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        await requireCanonicalPath(request);
      });
      for (const endpoint of ENDPOINTS) registerEndpoint(scope, provider, endpoint);
      const limit = { unlimited: 'Always responds with 404' };
      scope.all(
        '/*',
        { schema: { hide: true }, config: { access: 'identity provider', limit } },
        respondNotFound,
      );
    },
    { prefix: IDENTITY_PATH },
  );
};

/** POST /jwt: issues a token for the user of the session, never for an email address alone. */
export const registerTokenRoute = (app: FastifyInstance, tokens: AccessTokens): void => {
  route(app, createToken, identitySession, async ({ caller, body }) => {
    if (caller.email !== body.email)
      throw new ApiError('forbidden', 'You can only request a token for your own account');
    return { token: await tokens.issue({ identityId: caller.id, sessionId: caller.sessionId }) };
  });
};
