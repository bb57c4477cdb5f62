import type { FastifyInstance, FastifyReply } from 'fastify';
import { API_BASE } from '#contract/call.ts';
import type { Database } from '../../database/client.ts';
import { TOPICS } from '../../database/topics.ts';
import { ApiError } from '../../http/api-error.ts';
import { keepUntilChanged } from '../../http/kept/serve-kept.ts';
import { declareAccess } from '../../http/route.ts';
import { listClassesOnSale } from '../classes/classes-on-sale.ts';
import { type SitemapEntry, SITEMAP_LIMIT, writeSitemap, writeSitemapIndex } from './sitemap.ts';

/** The pages that are the same for every site. */
const PAGES: SitemapEntry[] = [
  '/',
  '/allClasses',
  '/about',
  '/blogs',
  '/branding',
  '/marketing',
  '/contacts',
].map((path) => ({ path }));

/** First bytes of the ids of classes, by which many classes are spread over files: about the same number each. */
const SHARES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** Seconds that a search engine may keep a sitemap. */
const LIFETIME = 3_600;

const sendXml = (reply: FastifyReply, xml: string) => {
  keepUntilChanged(reply, [TOPICS.classes]);
  return reply.type('application/xml').header('cache-control', `public, max-age=${LIFETIME}`).send(xml);
};

const toEntry = ({ id, decidedAt }: { id: string; decidedAt: Date | null }): SitemapEntry => ({
  path: `/classDetail/${id}`,
  changedAt: decidedAt,
});

/**
 * `/sitemap.xml` lists the public pages and the classes on sale; where these are more than a file may hold, it
 * lists files that do. `/robots.txt` leads search engines there and keeps them out of what is personal.
 * @param baseUrl where the site is on the web, without a slash at its end
 */
export const registerSitemap = async (
  app: FastifyInstance,
  { db, baseUrl }: { db: Database; baseUrl: string },
): Promise<void> => {
  await app.register(async (scope) => {
    declareAccess(scope, 'anyone');

    scope.get('/robots.txt', (_request, reply) => {
      const closed = ['/dashboard', '/payment', '/login', '/registration', `${API_BASE}/`];
      const lines = [
        'User-agent: *',
        ...closed.map((path) => `Disallow: ${path}`),
        `Sitemap: ${baseUrl}/sitemap.xml`,
      ];
      return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
    });

    scope.get('/sitemap.xml', async (_request, reply) => {
      const room = SITEMAP_LIMIT - PAGES.length;
      const classes = await listClassesOnSale(db, { limit: room + 1 });
      if (classes.length <= room) {
        return sendXml(reply, writeSitemap(baseUrl, [...PAGES, ...classes.map(toEntry)]));
      }
      const files = ['pages', ...SHARES].map((name) => `/sitemaps/${name}.xml`);
      return sendXml(reply, writeSitemapIndex(baseUrl, files));
    });

    scope.get<{ Params: { share: string } }>('/sitemaps/:share.xml', async (request, reply) => {
      const { share } = request.params;
      if (share === 'pages') return sendXml(reply, writeSitemap(baseUrl, PAGES));
      if (!SHARES.includes(share)) throw new ApiError('not_found', 'There is no such sitemap');
      const classes = await listClassesOnSale(db, { share, limit: SITEMAP_LIMIT });
      return sendXml(reply, writeSitemap(baseUrl, classes.map(toEntry)));
    });
  });
};
