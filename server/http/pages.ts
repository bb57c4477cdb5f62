import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { API_BASE } from '#contract/call.ts';
import type { Config } from '#contract/config.ts';
import { ACCESS_PAGES } from '#contract/pages.ts';
import { respondNotFound } from './error-handler.ts';
import { respondFromCache, cacheUntilChanged } from './response-cache/serve-cached.ts';
import {
  type SiteInfoSource,
  createDocuments,
  type Document,
  type FoundPage,
  WEB_FOLDER,
} from './page-renderer.ts';
import { findVisitor } from './page-visitor.ts';
import { declareAccess } from './route.ts';
import { pageHeaders } from './security.ts';
import { registerWebFiles } from './web-files.ts';

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

type Documents = Awaited<ReturnType<typeof createDocuments>>;
type SendDocument = ReturnType<typeof createSender>;

/** Redirects a visitor to the login, which returns to the page. The page itself is a path of the site. */
const sendToLogin = (reply: FastifyReply, { address }: FoundPage): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .redirect(`${ACCESS_PAGES.login}?from=${encodeURIComponent(address)}`, 302);

/** Creates the function that sends a document with the headers of its page. */
const createSender = (options: { template: string; usesStripe: boolean }) => {
  const headers = pageHeaders({ ...options, embedsVideos: false });
  const headersWithPlayers = pageHeaders({ ...options, embedsVideos: true });
  return (
    reply: FastifyReply,
    { handle }: FoundPage,
    { status, html, topics }: Document,
    cacheControl: string,
  ): FastifyReply => {
    if (status === 503) reply.header('retry-after', RETRY_AFTER);
    if (status === 200 && topics) cacheUntilChanged(reply, topics);
    void reply.headers({
      ...(handle?.embedsVideos ? headersWithPlayers : headers),
      'cache-control': cacheControl,
    });
    return reply.code(status).type('text/html; charset=utf-8').send(html);
  };
};

/** Registers the route of all pages. */
const registerDocuments = (scope: FastifyInstance, documents: Documents, send: SendDocument): void => {
  declareAccess(scope, 'anyone');
  const cacheKey = ({ url }: FastifyRequest) => {
    const page = documents.find(url);
    return documents.isForMembers(page) ? undefined : page.key;
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
};

/** Serves the built front end: its files, and a page for every address outside the API. */
export const registerPages = async (
  app: FastifyInstance,
  { baseUrl, usesStripe, classPages, siteInfo, metrics }: PagesOptions,
): Promise<void> => {
  app.setNotFoundHandler(respondNotFound);
  if (!existsSync(WEB_FOLDER)) return;
  await registerWebFiles(app);
  const template = await readFile(join(WEB_FOLDER, 'index.html'), 'utf8');
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
  const send = createSender({ template, usesStripe });
  await app.register(async (scope) => registerDocuments(scope, documents, send));
};
