import { AsyncLocalStorage } from 'node:async_hooks';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { SiteInfo } from '#contract/site-info.ts';
import type { Config } from '#contract/config.ts';
import type * as pages from '#web/entry-server.tsx';
import { PROJECT_ROOT } from '../project-root.ts';
import { type Job, QueueFull, RenderQueue } from './response-cache/render-queue.ts';
import { withDependencies } from './response-cache/serve-cached.ts';

const WEB_FOLDER = join(PROJECT_ROOT, 'dist/web');
const RENDERER = join(PROJECT_ROOT, 'dist/pages/entry-server.js');

/** Vite's description of built files (https://vite.dev/guide/backend-integration). */
export type Manifest = Record<
  string,
  { file: string; imports?: string[]; css?: string[]; assets?: string[] } | undefined
>;

/** Whether a built file is the part of the font that nearly every page needs (scripts/fonts.mjs). */
export const isFirstFont = (file: string): boolean => file.includes('plus-jakarta-sans-western');

/** A complete HTML document, ready to be sent. */
export interface Document {
  status: number;
  html: string;
  /** The topics of the responses that it was rendered from. Undefined if one of them is not cacheable. */
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
/** In the order in which the first script imports them. */
const APPLICATION = ['rendering/react-dom.ts', 'entry-client.tsx'];
const SESSION = 'calls/start-session.ts';
/** The preload of the session, whose response the session script uses. */
const SESSION_PRELOAD = '<link rel="preload" as="fetch" href="/api/auth/get-session" crossorigin>';

/**
 * The links of a page: the styles of its screens and the first part of the font. A page that needs the application to
 * show anything also preloads its scripts; other pages only list them for when the application starts.
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
  return ({ routeIds, isComplete }: Pick<pages.RenderedPage, 'routeIds' | 'isComplete'>): string => {
    const files = new Set<string>();
    const styles = new Set<string>();
    for (const entry of APPLICATION) collect(entry, files, styles);
    for (const id of routeIds) collect(`${id}.tsx`, files, styles);
    const scripts = [...files].map((file) => `/${file}`);
    const first = new Set<string>();
    collect(SESSION, first, styles);
    return [
      ...preloads,
      ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
      ...(isComplete
        ? [`<meta name="scripts" content="${scripts.join(' ')}">`]
        : [
            SESSION_PRELOAD,
            ...[...first].map((file) => `<link rel="modulepreload" href="/${file}">`),
            ...scripts.map((file) => `<link rel="modulepreload" fetchpriority="low" href="${file}">`),
          ]),
    ].join('');
  };
};

/**
 * The app whose page is being rendered, and the topics of the responses that it has requested; undefined for a response
 * that was not cached.
 */
const rendering = new AsyncLocalStorage<{ app: FastifyInstance; used: (readonly string[] | undefined)[] }>();

/** Sends a page's calls to the API of the server that renders it, as an anonymous visitor. */
const send = async (url: string, init: RequestInit): Promise<Response> => {
  const { app, used } = rendering.getStore()!;
  const [response, topics] = await withDependencies(async () =>
    app.inject({ method: init.method as 'GET', url }),
  );
  used.push(topics);
  const { statusCode, headers, rawPayload } = response;
  const answerHeaders = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new Response(new Uint8Array(rawPayload), { status: statusCode, headers: answerHeaders });
};

/** The number of addresses whose page is cached, and the maximum length of such an address. */
const MAX_FOUND_PAGES = 1_000;
const MAX_FOUND_ADDRESS = 200;

/**
 * The time within which a document is compressed and cached, in milliseconds. Until then, further requests share it.
 */
const HANDOVER = 500;

/** The source of the parts of the site that every page shows, so that this folder does not import the module. */
export interface SiteInfoSource {
  /** The last read value. */
  lastKnown: SiteInfo;
  read: () => Promise<SiteInfo>;
}

export type FoundPage = ReturnType<Awaited<ReturnType<typeof pages.createPageRenderer>>['find']>;

interface DocumentsOptions {
  /** The public URL of the site, without a trailing slash. */
  baseUrl: string;
  /** Who sees class pages. */
  classPages: Config['classPages'];
  siteInfo: SiteInfoSource;
  /** The built index.html. */
  template: string;
  onOutcome: (outcome: 'rendered' | 'shed') => void;
}

/** Creates the documents of pages. Public pages are rendered on the server, all others in the browser. */
export const createDocuments = async (
  app: FastifyInstance,
  { baseUrl, classPages, siteInfo, template, onOutcome }: DocumentsOptions,
) => {
  const { createPageRenderer } = (await import(pathToFileURL(RENDERER).href)) as typeof pages;
  const renderer = await createPageRenderer({
    baseUrl,
    classPages,
    send,
    onRender: () => onOutcome('rendered'),
  });
  const fill = readTemplate(template);
  const links = createLinks(
    JSON.parse(await readFile(join(WEB_FOLDER, '.vite/manifest.json'), 'utf8')) as Manifest,
  );
  const toDocument = (page: pages.RenderedPage, topics: string[] | undefined): Document => ({
    status: page.status,
    html: fill(page, links(page)),
    topics,
  });
  const renderDocument = async (page: FoundPage): Promise<Document> => {
    const used: (readonly string[] | undefined)[] = [];
    const current = await siteInfo.read();
    const rendered = await rendering.run({ app, used }, () => renderer.render(page, current));
    return toDocument(
      rendered,
      used.every((list) => list !== undefined) ? [...new Set(used.flat())] : undefined,
    );
  };

  const queue = new RenderQueue();
  /** Pages being rendered, with the number of changes received before. Requests for the same page wait for it. */
  const underway = new Map<string, Job<Document> & { changes: number }>();

  const begin = (page: FoundPage, isSignedIn: boolean): Job<Document> => {
    const { key } = page;
    const { changes } = app.responseCache;
    const running = key === undefined ? undefined : underway.get(key);
    if (running?.changes === changes) {
      if (isSignedIn) running.promote();
      return running;
    }
    const job = queue.add(isSignedIn, () => renderDocument(page));
    if (key === undefined) return job;
    const entry = { ...job, changes };
    underway.set(key, entry);
    const end = () => {
      if (underway.get(key) === entry) underway.delete(key);
    };
    job.result.then(() => setTimeout(end, HANDOVER).unref(), end);
    return job;
  };

  /** It takes longer to find a page than to send it from the cache. */
  const found = new LRUCache<string, FoundPage>({ max: MAX_FOUND_PAGES });
  const find = (target: string): FoundPage => {
    const known = found.get(target);
    if (known) return known;
    const page = renderer.find(target);
    if (target.length <= MAX_FOUND_ADDRESS) found.set(target, page);
    return page;
  };

  return {
    /** Finds the page of a request's target: path and query, or a whole address. */
    find,
    isForMembers: renderer.isForMembers,
    /** The document of a page that the browser renders. */
    shellOf: (page: FoundPage): Document =>
      toDocument(renderer.renderShell(page, 200, siteInfo.lastKnown), undefined),
    /** Whether rendering has a queue, so that it matters whether the caller is signed in. */
    isBusy: () => queue.isBusy,
    /**
     * The document of a page, rendered once for all requests that wait for it.
     * @returns a document for the browser to render, with the status 503, if too many requests are already waiting
     */
    documentOf: async (page: FoundPage, isSignedIn: boolean): Promise<Document> => {
      try {
        return await begin(page, isSignedIn).result;
      } catch (error) {
        if (!(error instanceof QueueFull)) throw error;
        onOutcome('shed');
        return toDocument(renderer.renderShell(page, 503, siteInfo.lastKnown), undefined);
      }
    },
  };
};
