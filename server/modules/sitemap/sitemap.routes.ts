import type { FastifyInstance, FastifyReply } from 'fastify';
import { API_BASE } from '#contract/call.ts';
import {
  certificatePicture,
  classPage,
  LEGAL_PAGES,
  postPage,
  PRIVATE_PAGES,
  PUBLIC_PAGES,
} from '#contract/pages.ts';
import type { Database } from '../../database/client.ts';
import { mapList } from '../../database/list.ts';
import { TOPICS } from '../../database/topics.ts';
import { ApiError } from '../../http/api-error.ts';
import { cacheUntilChanged } from '../../http/response-cache/serve-cached.ts';
import { declareAccess } from '../../http/route.ts';
import { readShortList } from '../../http/send-list.ts';
import { sendStream } from '../../http/streams.ts';
import { findPublished } from '../blog-posts/blog-posts.repository.ts';
import { type PublishedClass, listPublishedClasses } from '../classes/published-classes.ts';
import { findLegalPages } from '../site-pages/site-pages.repository.ts';
import { type SitemapEntry, streamSitemap, writeSitemap, writeSitemapIndex } from './sitemap.ts';

/** The pages of the site itself. */
const listPages = async (db: Database): Promise<SitemapEntry[]> => [
  ...Object.values(PUBLIC_PAGES).map((path) => ({ path })),
  ...(await findLegalPages(db)).map(({ name }) => ({ path: LEGAL_PAGES[name] })),
  ...(await findPublished(db)).map(({ slug }) => ({ path: postPage(slug) })),
];

/** The first byte of class ids in hexadecimal, which splits a large catalog into files of similar size. */
const SHARES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** How long a search engine may cache a sitemap, in seconds. */
const LIFETIME = 3_600;
const HEADERS = { 'content-type': 'application/xml', 'cache-control': `public, max-age=${LIFETIME}` };

const sendXml = (reply: FastifyReply, xml: string) => {
  cacheUntilChanged(reply, [TOPICS.classes, TOPICS.blog]);
  return reply.headers(HEADERS).send(xml);
};

const toEntry = ({ id, decidedAt }: PublishedClass): SitemapEntry => ({
  path: classPage(id),
  changedAt: decidedAt,
});

interface SitemapOptions {
  db: Database;
  /** The public URL of the site, without a trailing slash. */
  baseUrl: string;
  /** Whether class pages are public. */
  listsClasses: boolean;
}

/**
 * Serves `/sitemap.xml`, which lists the pages of the site itself and, if class pages are public, the published classes, or the files
 * that list them if there are many, and `/robots.txt`, which points search engines to the sitemap and excludes private
 * pages. The login and registration pages are not excluded: search engines must read that they are `noindex`.
 */
export const registerSitemap = async (
  app: FastifyInstance,
  { db, baseUrl, listsClasses }: SitemapOptions,
): Promise<void> => {
  await app.register(async (scope) => {
    declareAccess(scope, 'anyone');

    scope.get('/robots.txt', (_request, reply) => {
      const closed = [
        ...Object.values(PRIVATE_PAGES),
        `${API_BASE}/`,
        ...(listsClasses ? [] : [classPage('')]),
      ];
      const lines = [
        'User-agent: *',
        // Link preview bots obey this file, too. The longest matching rule applies (RFC 9309, section 2.2.2).
        `Allow: ${certificatePicture('*')}`,
        ...closed.map((path) => `Disallow: ${path}`),
        `Sitemap: ${baseUrl}/sitemap.xml`,
      ];
      return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
    });

    scope.get('/sitemap.xml', async (_request, reply) => {
      if (!listsClasses) return sendXml(reply, writeSitemap(baseUrl, await listPages(db)));
      const classes = await readShortList(listPublishedClasses(db));
      if (classes)
        return sendXml(reply, writeSitemap(baseUrl, [...(await listPages(db)), ...classes.map(toEntry)]));
      const files = ['pages', ...SHARES].map((name) => `/sitemaps/${name}.xml`);
      return sendXml(reply, writeSitemapIndex(baseUrl, files));
    });

    scope.get<{ Params: { share: string } }>('/sitemaps/:share.xml', async (request, reply) => {
      const { share } = request.params;
      if (share === 'pages') return sendXml(reply, writeSitemap(baseUrl, await listPages(db)));
      if (!listsClasses || !SHARES.includes(share))
        throw new ApiError('not_found', 'There is no such sitemap');
      const list = listPublishedClasses(db, share);
      const classes = await readShortList(list);
      if (classes) return sendXml(reply, writeSitemap(baseUrl, classes.map(toEntry)));
      const entries = mapList(list, async (rows) => rows.map(toEntry));
      return sendStream(reply, HEADERS, streamSitemap(baseUrl, entries.batches()));
    });
  });
};
