import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PageContent, SitePageName } from '#contract/site-pages.ts';
import { ApiError } from '#web/calls/client/api-error.ts';
import { pageQuery } from '#web/calls/site-pages.ts';
import { DeferredMarkdown, loadMarkdown } from '#web/markdown/deferred-markdown.tsx';
import { useSite } from '#web/meta/site-context.ts';
import type { PageHandle } from '#web/rendering/page-handle.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { MissingPage } from '#web/ui/missing-page.tsx';
import { PendingPage } from '#web/ui/page-spinner.tsx';
import { ArticlePage } from './article-page.tsx';
import { fillIn, fillInMarkdown } from './fill-in.ts';
import { PAGE_LABELS } from './page-labels.ts';

/** The handle of a page whose texts admins write. @param names every text that the page shows */
export const sitePageHandle = (...names: SitePageName[]): PageHandle => ({
  prefetch: ({ load }) => Promise.all([loadMarkdown(), ...names.map((name) => load(pageQuery(name)))]),
});

/** A text written by the owner of the site. */
export const OwnText = ({ text }: { text: string }) => (
  <DeferredMarkdown text={fillInMarkdown(text, useSite().brand.company)} author="owner" />
);

const Article = ({ title, lead, text, children }: PageContent & { children: ReactNode }) => {
  const { company } = useSite().brand;
  return (
    <ArticlePage title={fillIn(title, company)} lead={fillIn(lead, company)}>
      <div className="max-w-2xl">
        <OwnText text={text} />
      </div>
      {children}
    </ArticlePage>
  );
};

/** A page whose texts admins write. Visitors get a 404 until the texts are published. */
export const SitePage = ({ name, children }: { name: SitePageName; children?: ReactNode }) => {
  const { data, error, isPending, refetch } = useQuery({ ...pageQuery(name), retryOnMount: false });
  if (data) return <Article {...data}>{children}</Article>;
  if (isPending) return <PendingPage className="page" heading={PAGE_LABELS[name]} />;
  if (error instanceof ApiError && error.status === 404) return <MissingPage />;
  return (
    <div className="page">
      <LoadError heading="h1" title="The page could not be loaded" onRetry={() => void refetch()} />
    </div>
  );
};
