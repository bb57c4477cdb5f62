import { QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { parsePath } from 'react-router';
import { type Brand, siteName } from '#contract/brand.ts';
import type { SiteInfo } from '#contract/site-info.ts';
import { BrandHead } from './meta/brand-head.tsx';
import { ApiError } from './calls/client/api-error.ts';
import { setTransport, type Transport } from './calls/client/transport.ts';
import { MetaTags, type MetaTagsProps } from './meta/meta-tags.tsx';
import type { Site } from './meta/site-context.ts';
import { findPage, type FoundPage } from './rendering/find-page.ts';
import { serializeQueries, PAGE_STATE_ID, type PageState } from './rendering/page-state.ts';
import { SiteRoot } from './rendering/site-root.tsx';
import { routes } from './routes.tsx';
import { loadAllRoutes } from './routing/load-routes.ts';
import { Screens } from './routing/screens.tsx';
import { WithoutScripts } from './session/waiting-page.tsx';

/** A rendered page. `head` and `body` are HTML for the document template. */
export interface RenderedPage {
  /** 404 for unknown URLs and missing data, 503 if the page's data could not be loaded. */
  status: 200 | 404 | 503;
  head: string;
  body: string;
  /** The state for hydration, as an HTML element. */
  state: string;
  /** The ids of the matched routes, whose built files the page needs. */
  routeIds: string[];
  /** Whether the page shows its content without JavaScript. */
  isComplete: boolean;
}

interface RendererOptions {
  /** The site's public URL without a trailing slash. */
  baseUrl: string;
  /** Who may see class pages. */
  classPages: Site['classPages'];
  /** Sends a call to the API as an anonymous visitor. */
  send: Transport['send'];
  /** Called for each rendered page. */
  onRender: () => void;
}

const stateElement = (state: PageState): string =>
  renderToStaticMarkup(
    <script
      id={PAGE_STATE_ID}
      type="application/json"
      // Escaping "<" prevents the state from closing the script element.
      dangerouslySetInnerHTML={{ __html: JSON.stringify(state).replaceAll('<', '\\u003c') }}
    />,
  );

/** Derives the status of a page from the errors of its queries. */
const statusOf = (errors: Error[]): RenderedPage['status'] => {
  if (errors.length === 0) return 200;
  const areFinal = errors.every((error) => error instanceof ApiError && !error.isTemporary);
  return areFinal ? 404 : 503;
};

/** The head of a page that the browser renders. Search engines must not index it, unless it is only delayed. */
const headOf = (status: RenderedPage['status'], brand: Brand): string =>
  renderToStaticMarkup(
    <>
      <title>{siteName(brand)}</title>
      {status !== 503 && <meta name="robots" content="noindex" />}
      <BrandHead brand={brand} />
    </>,
  );

/** Defaults for the missing parts of a location. */
const NOWHERE = { pathname: '/', search: '', hash: '', state: null, key: 'server' };

/** The only content that visitors without JavaScript see on a page without content. */
const NO_SCRIPT = renderToStaticMarkup(<WithoutScripts />);

/** A page without content, which the browser renders. */
const shellOf = (
  { routeIds }: FoundPage,
  status: RenderedPage['status'],
  site: PageState['site'],
): RenderedPage => ({
  status,
  head: headOf(status, site.brand),
  body: '',
  state: NO_SCRIPT + stateElement({ site, queries: null }),
  routeIds,
  isComplete: false,
});

/** Loads the data of a page. The query cache keeps the errors, which determine the status. */
const loadData = async (
  handle: NonNullable<FoundPage['handle']>,
  { params, search }: FoundPage,
  site: SiteInfo,
): Promise<{ queryClient: QueryClient; errors: Error[] }> => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await handle.prefetch({
    params,
    search,
    site,
    load: (query) => queryClient.query(query).catch(() => undefined),
  });
  const errors = queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ state }) => state.error ?? []);
  return { queryClient, errors };
};

type Markup = Pick<RenderedPage, 'head' | 'body'>;

/** The markup of a page with the data that was loaded for it. */
const renderMarkup = (page: FoundPage, site: PageState['site'], queryClient: QueryClient): Markup => {
  let head = '';
  const collect = (tags: MetaTagsProps) => {
    head = renderToStaticMarkup(
      <>
        <MetaTags {...tags} />
        <BrandHead brand={site.brand} />
      </>,
    );
  };
  const body = renderToString(
    <SiteRoot site={{ ...site, collect }} queryClient={queryClient}>
      <Screens location={{ ...NOWHERE, ...parsePath(page.address) }} routes={routes} />
    </SiteRoot>,
  );
  return { head, body };
};

/**
 * Keeps the markup of not-found pages. It depends only on the site's appearance and the variant, so each variant is
 * rendered once.
 */
const createMissingPages = () => {
  const rendered = new Map<string, Markup & { siteInfo: SiteInfo }>();
  return (key: string, siteInfo: SiteInfo, renderPage: () => Markup): Markup => {
    const known = rendered.get(key);
    if (known?.siteInfo === siteInfo) return known;
    const markup = { siteInfo, ...renderPage() };
    rendered.set(key, markup);
    return markup;
  };
};

/**
 * Renders the public pages as an anonymous visitor sees them. The browser adds the user's own data. For pages without
 * a handle, only the layout is rendered, which is the same for every visitor.
 */
export const createPageRenderer = async ({ baseUrl, classPages, send, onRender }: RendererOptions) => {
  setTransport({ send, storedToken: () => null });
  await loadAllRoutes(routes);
  const missingPage = createMissingPages();

  /** @returns whether the page is visible to members only */
  const isForMembers = ({ handle }: FoundPage): boolean =>
    classPages === 'members' && (handle?.isClassPage ?? false);
  const visitorSite = (siteInfo: SiteInfo) => ({ ...siteInfo, baseUrl, classPages, isSignedIn: false });
  const siteOf = (page: FoundPage, siteInfo: SiteInfo) => ({
    ...visitorSite(siteInfo),
    isSignedIn: isForMembers(page),
  });

  const renderPage = (page: FoundPage, siteInfo: SiteInfo, queryClient: QueryClient): Markup => {
    onRender();
    return renderMarkup(page, siteOf(page, siteInfo), queryClient);
  };

  /**
   * The layout of a page without content for anonymous visitors. It uses the route's address, which is also the cache
   * key.
   */
  const renderLayout = (page: FoundPage, siteInfo: SiteInfo): RenderedPage => {
    const status = page.isUnknown ? 404 : 200;
    const { body } = renderPage({ ...page, address: page.key ?? page.address }, siteInfo, new QueryClient());
    const state = stateElement({ site: visitorSite(siteInfo), queries: null });
    return {
      status,
      head: headOf(status, siteInfo.brand),
      body,
      state,
      routeIds: page.routeIds,
      isComplete: false,
    };
  };

  const render = async (page: FoundPage, siteInfo: SiteInfo): Promise<RenderedPage> => {
    const { handle, isUnknown, routeIds } = page;
    if (!handle) return renderLayout(page, siteInfo);
    const { queryClient, errors } = await loadData(handle, page, siteInfo);
    const status = isUnknown ? 404 : statusOf(errors);
    // Without cached errors, the browser requests the data again and handles a failure itself.
    if (status === 503) queryClient.clear();
    const renderNow = () => renderPage(page, siteInfo, queryClient);
    const { head, body } = status === 404 ? missingPage(page.missingKey, siteInfo, renderNow) : renderNow();
    return {
      status,
      head,
      body,
      state: stateElement({ site: siteOf(page, siteInfo), queries: serializeQueries(queryClient) }),
      routeIds,
      isComplete: true,
    };
  };

  return {
    /** @param target request target: path and query, or an absolute URL */
    find: (target: string): FoundPage => findPage(routes, target),
    render,
    isForMembers,
    /** The page without content, for a server that is too busy to render it or cannot look up the session. */
    renderShell: (page: FoundPage, status: RenderedPage['status'], siteInfo: SiteInfo): RenderedPage =>
      shellOf(page, status, visitorSite(siteInfo)),
  };
};
