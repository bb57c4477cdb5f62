import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { API_BASE } from '#contract/call.ts';
import type { Config } from '#contract/config.ts';
import { ACCESS_PAGES } from '#contract/pages.ts';
import { isConnectionFailure } from '../database/connection-failure.ts';
import { DatabaseUnavailableError, notFound } from './api-error.ts';
import { respondNotFound } from './error-handler.ts';
import { respondFromCache, cacheUntilChanged } from './response-cache/serve-cached.ts';
import {
  type SiteInfoSource,
  createDocuments,
  type Document,
  type FoundPage,
  WEB_FOLDER,
} from './page-renderer.ts';
import { pageHeaders } from './security.ts';
import { declareAccess } from './route.ts';

/** In milliseconds. For pictures and icons, whose names do not change. */
const ONE_HOUR = 60 * 60 * 1_000;
/** In milliseconds. For built files, whose names contain the hash of their content. */
const ONE_YEAR = 365 * 24 * 60 * 60 * 1_000;
/** The route of everything that is neither a file nor part of the API. */
export const PAGE_ROUTE = '/*';

/** Seconds after which a page that could not be rendered may be requested again. */
const RETRY_AFTER = 2;

interface PagesOptions {
  siteInfo: SiteInfoSource;
  /** The public URL of the site, without a trailing slash. */
  baseUrl: string;
  /** Whether the card form is the provider's own. */
  usesStripe: boolean;
  /** Who sees class pages. */
  classPages: Config['classPages'];
  metrics: Registry;
}

type Visitor = 'anonymous' | 'signed in' | 'unknown';

/**
 * The kind of visitor, by the session cookie. `unknown` if it cannot be determined, so that nobody is mistaken for
 * anonymous.
 */
const findVisitor = async (request: FastifyRequest): Promise<Visitor> => {
  if (!request.headers.cookie?.includes('session_token=')) return 'anonymous';
  try {
    return (await request.server.callers.bySession(request)) ? 'signed in' : 'anonymous';
  } catch (error) {
    if (isConnectionFailure(error)) request.server.refusals.count(new DatabaseUnavailableError(error));
    else request.log.warn({ err: error }, 'The session of a page request could not be checked');
    return 'unknown';
  }
};

/** Redirects a visitor to the login, which returns to the page. The page itself is a path of the site. */
const sendToLogin = (reply: FastifyReply, { address }: FoundPage): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .redirect(`${ACCESS_PAGES.login}?from=${encodeURIComponent(address)}`, 302);

/** Serves the built front end: its files, and a page for every address outside the API. */
export const registerPages = async (
  app: FastifyInstance,
  { baseUrl, usesStripe, classPages, siteInfo, metrics }: PagesOptions,
): Promise<void> => {
  if (!existsSync(WEB_FOLDER)) {
    app.setNotFoundHandler(respondNotFound);
    return;
  }
  await app.register(async (scope) => {
    declareAccess(scope, 'anyone');
    // The library responds with 403 to folders and unusual paths. Like anything that is not a file, they are reported
    // as not found.
    scope.setErrorHandler((error: FastifyError) => {
      throw error.statusCode === 403 ? notFound('The file') : error;
    });
    await scope.register(fastifyStatic, {
      root: WEB_FOLDER,
      wildcard: false,
      index: false,
      // The template of the pages is not a page itself.
      globIgnore: ['index.html*'],
      preCompressed: true,
      maxAge: ONE_HOUR,
    });
    await scope.register(fastifyStatic, {
      root: join(WEB_FOLDER, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      wildcard: true,
      preCompressed: true,
      immutable: true,
      maxAge: ONE_YEAR,
    });
  });
  const template = await readFile(join(WEB_FOLDER, 'index.html'), 'utf8');
  const policy = { template, usesStripe };
  const headers = pageHeaders({ ...policy, embedsVideos: false });
  const headersWithPlayers = pageHeaders({ ...policy, embedsVideos: true });
  const outcomes = new Counter({
    name: 'pages_total',
    help: 'Uncached page requests: rendered, or shed because of overload',
    labelNames: ['outcome'],
    registers: [metrics],
  });
  const documents = await createDocuments(app, {
    baseUrl,
    classPages,
    siteInfo,
    template,
    onOutcome: (outcome) => outcomes.inc({ outcome }),
  });
  app.setNotFoundHandler(respondNotFound);
  await app.register(async (scope) => {
    declareAccess(scope, 'anyone');
    const cacheKey = ({ url }: FastifyRequest) => {
      const page = documents.find(url);
      return documents.isForMembers(page) ? undefined : page.key;
    };
    const send = (
      reply: FastifyReply,
      { handle }: FoundPage,
      { status, html, topics }: Document,
      cacheControl: string,
    ) => {
      if (status === 503) reply.header('retry-after', RETRY_AFTER);
      if (status === 200 && topics) cacheUntilChanged(reply, topics);
      void reply.headers({
        ...(handle?.embedsVideos ? headersWithPlayers : headers),
        'cache-control': cacheControl,
      });
      return reply.code(status).type('text/html; charset=utf-8').send(html);
    };

    const sendToMember = async (request: FastifyRequest, reply: FastifyReply, page: FoundPage) => {
      const visitor = await findVisitor(request);
      if (visitor === 'anonymous') return sendToLogin(reply, page);
      if (visitor === 'unknown') return send(reply, page, documents.shellOf(page), 'no-store');
      request.cacheKey = page.key && `members ${page.key}`;
      if (respondFromCache(request, reply)) return reply;
      return send(reply, page, await documents.documentOf(page, true), 'private, no-cache');
    };

    scope.get(PAGE_ROUTE, { config: { cacheKey } }, async (request, reply) => {
      if (request.url.startsWith(`${API_BASE}/`)) return respondNotFound(request, reply);
      const page = documents.find(request.url);
      if (documents.isForMembers(page)) return sendToMember(request, reply, page);
      if (page.handle?.showsMoreToMembers && (await findVisitor(request)) !== 'anonymous')
        return send(reply, page, documents.shellOf(page), 'no-store');
      const hasPriority = documents.isBusy() && (await findVisitor(request)) === 'signed in';
      return send(reply, page, await documents.documentOf(page, hasPriority), 'no-cache');
    });
  });
};
