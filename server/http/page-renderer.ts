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
import { createLinks, type Manifest } from './page-links.ts';
import { QueueFull, RenderQueue } from './response-cache/render-queue.ts';
import { SharedRenderings } from './response-cache/shared-renderings.ts';
import { withDependencies } from './response-cache/serve-cached.ts';

/** The built files that browsers load. */
export const WEB_FOLDER = join(PROJECT_ROOT, 'dist/web');
const RENDERER = join(PROJECT_ROOT, 'dist/pages/entry-server.js');

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
  const responseHeaders = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new Response(new Uint8Array(rawPayload), { status: statusCode, headers: responseHeaders });
};

/** The number of addresses whose page is cached, and the maximum length of such an address. */
const MAX_FOUND_PAGES = 1_000;
const MAX_FOUND_ADDRESS = 200;

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

  const renderings = new SharedRenderings<Document>(new RenderQueue(), app.responseCache);
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
    isBusy: () => renderings.isBusy,
    /**
     * The document of a page, rendered once for all requests that wait for it.
     * @returns a document for the browser to render, with the status 503, if too many requests are already waiting
     */
    documentOf: async (page: FoundPage, hasPriority: boolean): Promise<Document> => {
      try {
        return await renderings.render(page.key, hasPriority, () => renderDocument(page));
      } catch (error) {
        if (!(error instanceof QueueFull)) throw error;
        onOutcome('shed');
        return toDocument(renderer.renderShell(page, 503, siteInfo.lastKnown), undefined);
      }
    },
  };
};
