import { AsyncLocalStorage } from 'node:async_hooks';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type * as pages from '#web/entry-server.tsx';
import { PROJECT_ROOT } from '../project-root.ts';

const WEB_FOLDER = join(PROJECT_ROOT, 'dist/web');
const RENDERER = join(PROJECT_ROOT, 'dist/pages/entry-server.js');

/** What Vite says of a built file (https://vite.dev/guide/backend-integration). */
export type Manifest = Record<
  string,
  { file: string; imports?: string[]; css?: string[]; assets?: string[] } | undefined
>;

/** Whether a built file is the part of the font that nearly every page needs (scripts/fonts.mjs). */
export const isFirstFont = (file: string): boolean => file.includes('plus-jakarta-sans-western');

/** A whole document, ready to be sent. */
export interface Document {
  status: number;
  html: string;
  /** What the answers that it was made from depend on; undefined where one of them changes as it likes. */
  topics: string[] | undefined;
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

const ENTRY = 'index.html';

/**
 * What a page asks for with itself: the styles of its screens, and the first part of the font. The scripts of its
 * screens are only named, for when the application starts.
 */
const createLinks = (manifest: Manifest) => {
  const collect = (name: string, files: Set<string>, styles: Set<string>): void => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const imported of chunk.imports ?? []) collect(imported, files, styles);
  };
  const fonts = (manifest[ENTRY]?.assets ?? []).filter(isFirstFont);
  const preloads = fonts.map(
    (file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`,
  );
  return (routeIds: string[]): string => {
    const files = new Set<string>();
    const styles = new Set<string>();
    for (const id of routeIds) collect(`pages/${id}.tsx`, files, styles);
    return [
      ...preloads,
      ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
      `<meta name="screens" content="${[...files].map((file) => `/${file}`).join(' ')}">`,
    ].join('');
  };
};

/** Whose page is being rendered, and the topics of the answers that it has asked for; undefined for one that was not kept. */
const rendering = new AsyncLocalStorage<{ app: FastifyInstance; used: (readonly string[] | undefined)[] }>();

/** Carries a page's calls into the API of the server that renders it, as an anonymous visitor's. */
const send = async (url: string, init: RequestInit): Promise<Response> => {
  const { app, used } = rendering.getStore()!;
  const { statusCode, headers, rawPayload } = await app.inject({ method: init.method as 'GET', url });
  used.push(app.keptAnswers.get(url)?.topics);
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
  const render = await createPageRenderer({ baseUrl, send });
  const fill = readTemplate(template);
  const links = createLinks(
    JSON.parse(await readFile(join(WEB_FOLDER, '.vite/manifest.json'), 'utf8')) as Manifest,
  );
  const renderDocument = async (address: string): Promise<Document> => {
    const used: (readonly string[] | undefined)[] = [];
    const page = await rendering.run({ app, used }, () => render(address));
    const topics = used.every((list) => list !== undefined) ? [...new Set(used.flat())] : undefined;
    return { status: page.status, html: fill(page, links(page.routeIds)), topics };
  };

  /** What is being rendered, with how many changes were heard of before: whoever comes meanwhile waits with it. */
  const underway = new Map<string, { changes: number; document: Promise<Document> }>();
  return (address: string): Promise<Document> => {
    const { changes } = app.keptAnswers;
    const running = underway.get(address);
    if (running?.changes === changes) return running.document;
    const entry = {
      changes,
      document: renderDocument(address).finally(() => {
        if (underway.get(address) === entry) underway.delete(address);
      }),
    };
    underway.set(address, entry);
    return entry.document;
  };
};
