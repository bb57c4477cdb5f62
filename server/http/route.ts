import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Call, RateLimitName } from '#contract/call.ts';
import { errorResponseSchema } from '#contract/errors.ts';
import type { AccessRule, CallerLookup } from './access.ts';
import type { RateLimits } from './rate-limit.ts';
import type { SignedLinks } from './signed-links.ts';

/** One limit or several, or the reason why there is none. */
type Limit = RateLimitName | readonly RateLimitName[] | { unlimited: string };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the route's access rule. Every route has one, or the server does not start. */
    access?: string;
    /** The route's rate limit. Every writing route declares one, or the server does not start. */
    limit?: Limit;
  }
  interface FastifyInstance {
    callers: CallerLookup;
    rateLimits: RateLimits;
    links: SignedLinks;
    /** All registered routes with their access rules and rate limits. */
    routeTable: readonly GuardedRoute[];
  }
}

export interface GuardedRoute {
  method: string;
  url: string;
  access: string | undefined;
  limit: Limit | undefined;
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

interface Handled<Caller, Params, Query, Body> {
  caller: Caller;
  params: Output<Params>;
  query: Output<Query>;
  body: Output<Body>;
  request: FastifyRequest;
  reply: FastifyReply;
}

const MEDIA_TYPES = { csv: 'text/csv', file: 'application/octet-stream' };

const responseSchema = ({ format, response }: Call) =>
  format ? { content: { [MEDIA_TYPES[format]]: { schema: response } } } : response;

/** The names of the parameters that a query may have. */
const namesOf = (query: z.ZodType | undefined): string[] =>
  query instanceof z.ZodObject ? Object.keys(query.shape) : [];

/**
 * Registers the route of a call. Its path and schemas are those of the contract, `access` decides who may call it, and
 * `handler` receives the caller and the validated input. It returns the response, or the reply if it has sent one.
 */
export const route = <
  Caller,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
>(
  app: FastifyInstance,
  call: Call<Params, Query, Body, Response>,
  access: AccessRule<Caller>,
  handler: (input: Handled<Caller, Params, Query, Body>) => Promise<z.input<Response> | FastifyReply>,
): void => {
  const callers = new WeakMap<FastifyRequest, Caller>();
  app.route({
    method: call.method,
    url: call.path,
    // Files support Range requests, whose offsets refer to the stored bytes.
    ...(call.format === 'file' && { compress: false }),
    ...(call.bodyLimit && { bodyLimit: call.bodyLimit }),
    config: {
      access: access.name,
      limit: call.limit,
      query: namesOf(call.query),
      mayBeAnonymous: call.authorization === 'optional',
    },
    schema: {
      summary: call.summary,
      description: `Access: ${access.name}.`,
      tags: [call.tag],
      security: {
        none: [],
        optional: [{}, { accessToken: [] }],
        cookie: [{ session: [] }],
        required: [{ accessToken: [] }],
      }[call.authorization],
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      ...(call.body && { body: call.body }),
      response: { 200: responseSchema(call), '4xx': errorResponseSchema, '5xx': errorResponseSchema },
    },
    onRequest: async (request, reply) => {
      const caller = await access.authenticate(request, app.callers);
      callers.set(request, caller);
      if (call.limit)
        await app.rateLimits.count(call.limit, request, reply, (caller as { id?: string } | undefined)?.id);
    },
    // A body can arrive half a minute after its headers. By then, the caller may have been signed out or lost their role.
    preValidation: async (request) => {
      if (request.body !== undefined) callers.set(request, await access.authenticate(request, app.callers));
    },
    preHandler: async (request) => {
      access.authorize?.(callers.get(request) as Caller, request);
    },
    handler: (request, reply) =>
      handler({
        caller: callers.get(request) as Caller,
        params: request.params as Output<Params>,
        query: request.query as Output<Query>,
        body: request.body as Output<Body>,
        request,
        reply,
      }),
  });
};

/** Declares an access rule for all routes that a plugin registers in its own scope, such as files or docs. */
export const declareAccess = (scope: FastifyInstance, access: string): void => {
  scope.addHook('onRoute', (options) => {
    options.config = { access, ...options.config };
  });
};

/** Methods that change nothing. */
export const READING_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Records all routes, and prevents the server from starting if one has no access rule, or writes without a rate limit.
 * @throws Error at start that names the routes
 */
export const requireDeclarations = (app: FastifyInstance): void => {
  const routes: GuardedRoute[] = [];
  app.decorate('routeTable', routes);
  app.addHook('onRoute', (options) => {
    for (const method of [options.method].flat()) {
      routes.push({
        method,
        url: options.url,
        // Scopes may declare it after this hook has run.
        get access() {
          return options.config?.access;
        },
        get limit() {
          return options.config?.limit;
        },
      });
    }
  });
  app.addHook('onReady', async () => {
    const refuse = (lack: string, lacking: GuardedRoute[]) => {
      const names = lacking.map(({ method, url }) => `${method} ${url}`);
      if (names.length > 0) throw new Error(`Routes without ${lack}: ${names.join(', ')}`);
    };
    refuse(
      'access rule',
      routes.filter(({ access }) => !access),
    );
    refuse(
      'rate limit',
      routes.filter(
        ({ method, limit = [] }) => !READING_METHODS.includes(method) && [limit].flat().length === 0,
      ),
    );
  });
};
