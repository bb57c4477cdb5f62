/** The sitemaps protocol (https://www.sitemaps.org/protocol.html): addresses a file. */
export const SITEMAP_LIMIT = 50_000;

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

/** A file with the addresses of pages. */
export const writeSitemap = (baseUrl: string, entries: SitemapEntry[]): string => {
  const urls = entries.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
    return `<url>${location(baseUrl, path)}${changed}</url>`;
  });
  return `${XML}<urlset ${NAMESPACE}>${urls.join('')}</urlset>\n`;
};

/** A file with the addresses of such files. */
export const writeSitemapIndex = (baseUrl: string, paths: string[]): string => {
  const files = paths.map((path) => `<sitemap>${location(baseUrl, path)}</sitemap>`);
  return `${XML}<sitemapindex ${NAMESPACE}>${files.join('')}</sitemapindex>\n`;
};
