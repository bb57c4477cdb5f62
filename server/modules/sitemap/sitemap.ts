export interface SitemapEntry {
  /** The path of a page. */
  path: string;
  changedAt?: Date | null;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const location = (baseUrl: string, path: string): string => `<loc>${escape(baseUrl + path)}</loc>`;

const writeEntry = (baseUrl: string, { path, changedAt }: SitemapEntry): string => {
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
  return `<url>${location(baseUrl, path)}${changed}</url>`;
};

const START = `${XML}<urlset ${NAMESPACE}>`;
const END = '</urlset>\n';

/** A file with the addresses of pages (https://www.sitemaps.org/protocol.html), which may have 50,000. */
export const writeSitemap = (baseUrl: string, entries: SitemapEntry[]): string =>
  START + entries.map((entry) => writeEntry(baseUrl, entry)).join('') + END;

/** The same of entries that are too many to be held. */
export async function* streamSitemap(
  baseUrl: string,
  batches: AsyncIterable<SitemapEntry[]>,
): AsyncGenerator<string> {
  yield START;
  for await (const entries of batches) yield entries.map((entry) => writeEntry(baseUrl, entry)).join('');
  yield END;
}

/** A file with the addresses of such files. */
export const writeSitemapIndex = (baseUrl: string, paths: string[]): string => {
  const files = paths.map((path) => `<sitemap>${location(baseUrl, path)}</sitemap>`);
  return `${XML}<sitemapindex ${NAMESPACE}>${files.join('')}</sitemapindex>\n`;
};
