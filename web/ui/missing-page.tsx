import { PUBLIC_PAGES } from '#contract/pages.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { Link } from '#web/routing/link.tsx';

/** The not-found page. */
export const MissingPage = () => {
  return (
    <div className="page grid min-h-[70vh] place-content-center justify-items-center gap-4 text-center">
      <PageMeta title="Page Not Found" hidden />
      <img src="/pictures/not-found.svg" alt="" width="280" height="180" />
      <h1>Page Not Found 404</h1>
      <p className="muted max-w-md">The page you’re looking for has moved or never existed.</p>
      <Link to={PUBLIC_PAGES.home} className="btn btn-primary btn-lg">
        Back to home
      </Link>
    </div>
  );
};
