import type { FastifyInstance, FastifyReply } from 'fastify';
import { API_BASE } from '#contract/call.ts';
import {
  certificatePicture,
  classPage,
  LEGAL_PAGES,
  postPage,
  PRIVATE_PAGES,
  PUBLIC_PAGES,
  teacherPage,
} from '#contract/pages.ts';
import type { Database } from '../../database/client.ts';
import { type List, mapList } from '../../database/list.ts';
import { TOPICS } from '../../database/topics.ts';
import { ApiError } from '../../http/api-error.ts';
import { cacheUntilChanged } from '../../http/response-cache/serve-cached.ts';
import { declareAccess } from '../../http/route.ts';
import { readShortList } from '../../http/send-list.ts';
import { sendStream } from '../../http/streams.ts';
import { findPublished } from '../blog-posts/blog-posts.repository.ts';
import { type PublishedClass, listPublishedClasses } from '../classes/published-classes.ts';
import { findLegalPages } from '../site-pages/site-pages.repository.ts';
import { listTeachers } from '../teachers/teachers.repository.ts';
import { type SitemapEntry, streamSitemap, writeSitemap, writeSitemapIndex } from './sitemap.ts';

/** The pages of the site itself. */
const listPages = async (db: Database): Promise<SitemapEntry[]> => [
  ...Object.values(PUBLIC_PAGES).map((path) => ({ path })),
  ...(await findLegalPages(db)).map(({ name }) => ({ path: LEGAL_PAGES[name] })),
  ...(await findPublished(db)).map(({ slug }) => ({ path: postPage(slug) })),
];

/** The first byte of class ids in hexadecimal, which splits a large catalog into files of similar size. */
const SHARES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** The first digit of teachers' ids, which does the same for them. */
const TEACHER_SHARES = Array.from({ length: 16 }, (_, digit) => digit.toString(16));
const TEACHERS = 'teachers-';
/** How long a search engine may cache a sitemap, in seconds. */
const LIFETIME = 3_600;
const HEADERS = { 'content-type': 'application/xml', 'cache-control': `public, max-age=${LIFETIME}` };

const sendXml = (reply: FastifyReply, xml: string) => {
  cacheUntilChanged(reply, [TOPICS.classes, TOPICS.blog]);
  return reply.headers(HEADERS).send(xml);
};

const toClassEntry = ({ id, decidedAt }: PublishedClass): SitemapEntry => ({
  path: classPage(id),
  changedAt: decidedAt,
});
const toTeacherEntry = ({ id }: { id: string }): SitemapEntry => ({ path: teacherPage(id) });

interface SitemapOptions {
  db: Database;
  /** The public URL of the site, without a trailing slash. */
  baseUrl: string;
  /** Whether class pages are public. */
  listsClasses: boolean;
}

/**
 * Serves `/sitemap.xml`, which lists the pages of the site itself, the teachers and, if class pages are public, the published
 * classes, or the files that list them if there are many, and `/robots.txt`, which points search engines to the sitemap and excludes private
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

    const sendEntries = async <Row>(
      reply: FastifyReply,
      list: List<Row>,
      toEntry: (row: Row) => SitemapEntry,
    ) => {
      const rows = await readShortList(list);
      if (rows) return sendXml(reply, writeSitemap(baseUrl, rows.map(toEntry)));
      const entries = mapList(list, async (batch) => batch.map(toEntry));
      return sendStream(reply, HEADERS, streamSitemap(baseUrl, entries.batches()));
    };

    scope.get('/sitemap.xml', async (_request, reply) => {
      const teachers = await readShortList(listTeachers(db));
      const classes = listsClasses ? await readShortList(listPublishedClasses(db)) : [];
      if (teachers && classes) {
        const entries = [...teachers.map(toTeacherEntry), ...classes.map(toClassEntry)];
        return sendXml(reply, writeSitemap(baseUrl, [...(await listPages(db)), ...entries]));
      }
      const names = [
        'pages',
        ...TEACHER_SHARES.map((share) => TEACHERS + share),
        ...(listsClasses ? SHARES : []),
      ];
      return sendXml(
        reply,
        writeSitemapIndex(
          baseUrl,
          names.map((name) => `/sitemaps/${name}.xml`),
        ),
      );
    });

    scope.get<{ Params: { name: string } }>('/sitemaps/:name.xml', async (request, reply) => {
      const { name } = request.params;
      if (name === 'pages') return sendXml(reply, writeSitemap(baseUrl, await listPages(db)));
      const teachers = TEACHER_SHARES.find((share) => name === TEACHERS + share);
      if (teachers) return sendEntries(reply, listTeachers(db, teachers), toTeacherEntry);
      if (!listsClasses || !SHARES.includes(name))
        throw new ApiError('not_found', 'There is no such sitemap');
      return sendEntries(reply, listPublishedClasses(db, name), toClassEntry);
    });
  });
};
