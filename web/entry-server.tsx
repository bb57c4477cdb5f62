import { QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { BRAND } from './brand.ts';
import { ApiError } from './calls/api-error.ts';
import { setTransport, type Transport } from './calls/transport.ts';
import { MetaTags, type MetaTagsProps } from './meta/meta-tags.tsx';
import { findPage, type FoundPage } from './rendering/find-page.ts';
import { loadAllRoutes } from './rendering/load-routes.ts';
import { keepQueries, PAGE_STATE_ID, type PageState } from './rendering/page-state.ts';
import { SiteRoot } from './rendering/site-root.tsx';
import { routes } from './routes.tsx';

/** A page, to be put into the document: `head` and `body` are HTML. */
export interface RenderedPage {
  /** 404 for addresses that lead nowhere, 503 where the page's data could not be loaded. */
  status: 200 | 404 | 503;
  head: string;
  body: string;
  /** What the browser goes on from, as an element. */
  state: string;
  /** The ids of the routes, whose built files the page needs. */
  routeIds: string[];
}

interface RendererOptions {
  /** Where the site is on the web, without a slash at its end. */
  baseUrl: string;
  /** Answers a call as the API answers an anonymous visitor. */
  send: Transport['send'];
  /** Told of each page that is drawn. */
  onRender: () => void;
}

const stateElement = (state: PageState): string =>
  renderToStaticMarkup(
    <script
      id={PAGE_STATE_ID}
      type="application/json"
      // The only sign that could end the element is written so that it cannot.
      dangerouslySetInnerHTML={{ __html: JSON.stringify(state).replaceAll('<', '\\u003c') }}
    />,
  );

/** What a page says that was drawn although its data could not be loaded, or does not exist. */
const statusOf = (errors: Error[]): RenderedPage['status'] => {
  if (errors.length === 0) return 200;
  const areAnswers = errors.every((error) => error instanceof ApiError && !error.isTemporary);
  return areAnswers ? 404 : 503;
};

/** A page without its content, which the browser draws. */
const frameOf = ({ routeIds }: FoundPage, status: RenderedPage['status'], baseUrl: string): RenderedPage => ({
  status,
  head: renderToStaticMarkup(<title>{BRAND.name}</title>),
  body: '',
  state: stateElement({ baseUrl, queries: null }),
  routeIds,
});

/**
 * Renders the public pages as an anonymous visitor sees them; what is a person's own comes in the browser. Pages
 * without a handle get an empty body: the browser draws them.
 */
export const createPageRenderer = async ({ baseUrl, send, onRender }: RendererOptions) => {
  setTransport({ send, storedToken: () => null });
  await loadAllRoutes(routes);
  const handler = createStaticHandler(routes);

  const renderMarkup = async ({ address }: FoundPage, queryClient: QueryClient) => {
    const context = await handler.query(new Request(`${baseUrl}${address}`));
    if (context instanceof Response) throw new Error(`The route of ${address} answered instead of a page`);
    onRender();
    let head = '';
    const collect = (tags: MetaTagsProps) => {
      head = renderToStaticMarkup(<MetaTags {...tags} />);
    };
    const body = renderToString(
      <SiteRoot site={{ baseUrl, collect }} queryClient={queryClient}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </SiteRoot>,
    );
    return { head, body };
  };

  /** What missing pages look like: it does not depend on what is missing, so each form is rendered once. */
  const missing = new Map<string, { head: string; body: string }>();
  const renderMissing = async (page: FoundPage, queryClient: QueryClient) => {
    const markup = missing.get(page.missingKey) ?? (await renderMarkup(page, queryClient));
    missing.set(page.missingKey, markup);
    return markup;
  };

  const render = async (page: FoundPage): Promise<RenderedPage> => {
    const { handle, params, search, isUnknown, routeIds } = page;
    if (!handle) return frameOf(page, isUnknown ? 404 : 200, baseUrl);
    const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    await handle.prefetch({
      params,
      search,
      // What failed stays in the cache as that.
      load: (query) => queryClient.query(query).catch(() => undefined),
    });
    const errors = queryClient
      .getQueryCache()
      .getAll()
      .flatMap(({ state }) => state.error ?? []);
    const status = isUnknown ? 404 : statusOf(errors);
    // The browser asks again itself, and shows what it shows when that fails.
    if (status === 503) queryClient.clear();
    const markup = await (status === 404 ? renderMissing : renderMarkup)(page, queryClient);
    return {
      status,
      ...markup,
      state: stateElement({ baseUrl, queries: keepQueries(queryClient) }),
      routeIds,
    };
  };

  return {
    /** @param target of a request: path and query, or a whole address */
    find: (target: string): FoundPage => findPage(routes, target),
    render,
    /** The page for a browser that has to draw it, since the server is too busy to. */
    frame: (page: FoundPage): RenderedPage => frameOf(page, 503, baseUrl),
  };
};
