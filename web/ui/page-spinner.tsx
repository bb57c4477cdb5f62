import { PageMeta } from '#web/meta/page-meta.tsx';

/** Fills a page, or a part of the given height, while its content loads. */
export const PageSpinner = ({ height = 'min-h-[60vh]' }: { height?: string }) => (
  <div className={`grid ${height} place-items-center`}>
    <p role="status" className="flex items-center gap-3 font-semibold">
      <span className="spinner text-primary" aria-hidden="true" />
      Loading...
    </p>
  </div>
);

/** A page whose data is loading. @param heading the heading until the data tells a better one */
export const PendingPage = ({ heading }: { heading: string }) => (
  <div className="grid grid-cols-1 gap-6" aria-busy="true">
    <PageMeta title={heading} hidden />
    <h1 dir="auto" className="wrap-anywhere">
      {heading}
    </h1>
    <PageSpinner />
  </div>
);
