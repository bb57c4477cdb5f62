import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type * as pages from '#web/entry-server.tsx';
import { PROJECT_ROOT } from '../project-root.ts';

const WEB_FOLDER = join(PROJECT_ROOT, 'dist/web');
const RENDERER = join(PROJECT_ROOT, 'dist/pages/entry-server.js');

/** What Vite says of a built file (https://vite.dev/guide/backend-integration). */
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] } | undefined>;

/** A whole document, ready to be sent. */
export interface Document {
  status: number;
  html: string;
  etag: string;
}

const readTemplate = (html: string) => {
  const [beforeHead = '', beforeLinks = '', beforePage = '', beforeState = '', end = ''] = html.split(
    /<!--(?:head|page|state)-->|(?=<\/head>)/,
  );
  return (
    { head, body, state }: Pick<pages.RenderedPage, 'head' | 'body' | 'state'>,
    links: string,
  ): string => [beforeHead, head, beforeLinks, links, beforePage, body, beforeState, state, end].join('');
};

/** The styles and scripts of the screens of a page, asked for with the page instead of after its first script. */
const createLinks = (manifest: Manifest) => {
  const collect = (name: string, files: Set<string>, styles: Set<string>): void => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const imported of chunk.imports ?? []) collect(imported, files, styles);
  };
  return (routeIds: string[]): string => {
    const files = new Set<string>();
    const styles = new Set<string>();
    for (const id of routeIds) collect(`pages/${id}.tsx`, files, styles);
    return [
      ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
      ...[...files].map((file) => `<link rel="modulepreload" href="/${file}">`),
    ].join('');
  };
};

/** Carries a page's calls into the API of this server, as an anonymous visitor's. */
const createSend =
  (app: FastifyInstance) =>
  async (url: string, init: RequestInit): Promise<Response> => {
    const { statusCode, headers, rawPayload } = await app.inject({ method: init.method as 'GET', url });
    const answerHeaders = Object.entries(headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return new Response(new Uint8Array(rawPayload), { status: statusCode, headers: answerHeaders });
  };

/**
 * Documents by their address (path and query): rendered on the server where the page is public, otherwise for
 * the browser to draw.
 * @param baseUrl where the site is on the web, without a slash at its end
 * @param template the built index.html
 */
export const createDocuments = async (app: FastifyInstance, baseUrl: string, template: string) => {
  const { createPageRenderer } = (await import(pathToFileURL(RENDERER).href)) as typeof pages;
  const render = await createPageRenderer({ baseUrl, send: createSend(app) });
  const fill = readTemplate(template);
  const links = createLinks(
    JSON.parse(await readFile(join(WEB_FOLDER, '.vite/manifest.json'), 'utf8')) as Manifest,
  );
  return async (address: string): Promise<Document> => {
    const page = await render(address);
    const html = fill(page, links(page.routeIds));
    return {
      status: page.status,
      html,
      etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`,
    };
  };
};
