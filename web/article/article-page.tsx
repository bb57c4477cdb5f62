import type { ReactNode } from 'react';
import { PageMeta } from '#web/meta/page-meta.tsx';

interface ArticlePageProps {
  title: string;
  lead: string;
  /** See `PageMeta`. */
  canonical?: string;
  children: ReactNode;
}

/** The layout of static text pages. */
export const ArticlePage = ({ title, lead, canonical, children }: ArticlePageProps) => (
  <div className="page grid max-w-4xl gap-10">
    <PageMeta title={title} description={lead || undefined} canonical={canonical} />
    <header className="grid gap-4">
      <h1 dir="auto" className="wrap-anywhere">
        {title}
      </h1>
      {lead && (
        <p dir="auto" className="muted max-w-2xl text-lg leading-relaxed wrap-anywhere">
          {lead}
        </p>
      )}
    </header>
    {children}
  </div>
);

/** A section of a static text page. */
export const ArticleSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid max-w-2xl gap-3 leading-relaxed">
    <h2>{title}</h2>
    {children}
  </section>
);
