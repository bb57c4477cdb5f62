export interface SitemapEntry {
  /** The path of the page. */
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

/** A sitemap (https://www.sitemaps.org/protocol.html), which may have at most 50,000 entries. */
export const writeSitemap = (baseUrl: string, entries: SitemapEntry[]): string =>
  START + entries.map((entry) => writeEntry(baseUrl, entry)).join('') + END;

/** The same as a stream, for more entries than should be held in memory. */
export async function* streamSitemap(
  baseUrl: string,
  batches: AsyncIterable<SitemapEntry[]>,
): AsyncGenerator<string, void> {
  yield START;
  for await (const entries of batches) yield entries.map((entry) => writeEntry(baseUrl, entry)).join('');
  yield END;
}

/** A sitemap index, which lists sitemaps. */
export const writeSitemapIndex = (baseUrl: string, paths: string[]): string => {
  const files = paths.map((path) => `<sitemap>${location(baseUrl, path)}</sitemap>`);
  return `${XML}<sitemapindex ${NAMESPACE}>${files.join('')}</sitemapindex>\n`;
};
