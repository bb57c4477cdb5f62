import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { API_BASE } from '#contract/call.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { answerNotFound } from './error-handler.ts';
import { keepUntilChanged } from './kept/serve-kept.ts';
import { createDocuments } from './page-renderer.ts';
import { pageHeaders } from './security.ts';
import { declareAccess } from './route.ts';

/** Milliseconds: pictures and icons keep their names. */
const ONE_HOUR = 60 * 60 * 1_000;
/** Milliseconds: built files carry their content's hash in the name. */
const ONE_YEAR = 365 * 24 * 60 * 60 * 1_000;
/** Whatever is neither a file nor the API's. */
export const PAGE_ROUTE = '/*';
const FOLDER = join(PROJECT_ROOT, 'dist/web');

/** Seconds after which a page that could not be rendered may be asked for again. */
const RETRY_AFTER = 2;

interface PagesOptions {
  /** Where the site is on the web, without a slash at its end. */
  baseUrl: string;
  /** Whether the card form is the provider's own. */
  usesStripe: boolean;
  metrics: Registry;
}

/** Whether a session stands behind the request's cookie. While that cannot be found out, nobody is refused for it. */
const isSignedIn = async (request: FastifyRequest): Promise<boolean> => {
  if (!request.headers.cookie?.includes('session_token=')) return false;
  return Boolean(await request.server.callers.bySession(request).catch(() => undefined));
};

/**
 * Serves the built front end: its files, and a page for every address that is not the API's.
 */
export const registerPages = async (
  app: FastifyInstance,
  { baseUrl, usesStripe, metrics }: PagesOptions,
): Promise<void> => {
  if (!existsSync(FOLDER)) {
    app.setNotFoundHandler(answerNotFound);
    return;
  }
  await app.register(async (scope) => {
    declareAccess(scope, 'anyone');
    await scope.register(fastifyStatic, {
      root: FOLDER,
      wildcard: false,
      index: false,
      preCompressed: true,
      maxAge: ONE_HOUR,
    });
    await scope.register(fastifyStatic, {
      root: join(FOLDER, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      wildcard: true,
      preCompressed: true,
      immutable: true,
      maxAge: ONE_YEAR,
    });
  });
  const template = await readFile(join(FOLDER, 'index.html'), 'utf8');
  const headers = pageHeaders({ template, usesStripe });
  const outcomes = new Counter({
    name: 'pages_total',
    help: 'Pages that were not cached: rendered, or shed because too many waited',
    labelNames: ['outcome'],
    registers: [metrics],
  });
  const documents = await createDocuments(app, {
    baseUrl,
    template,
    onOutcome: (outcome) => outcomes.inc({ outcome }),
  });
  app.setNotFoundHandler(answerNotFound);
  await app.register(async (scope) => {
    declareAccess(scope, 'anyone');
    scope.get(
      PAGE_ROUTE,
      { config: { cacheKey: ({ url }) => documents.find(url).key } },
      async (request, reply) => {
        if (request.url.startsWith(`${API_BASE}/`)) return answerNotFound(request, reply);
        const page = documents.find(request.url);
        const isFirst = documents.isBusy() && (await isSignedIn(request));
        const { status, html, topics } = await documents.documentOf(page, isFirst);
        void reply.headers({ ...headers, 'cache-control': 'no-cache' });
        if (status === 503) reply.header('retry-after', RETRY_AFTER);
        if (status === 200 && topics) keepUntilChanged(reply, topics);
        return reply.code(status).type('text/html; charset=utf-8').send(html);
      },
    );
  });
};
