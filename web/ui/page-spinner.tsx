import { PageMeta } from '#web/meta/page-meta.tsx';
import { Offline } from './offline.tsx';
import { useOffline } from './use-offline.ts';

/** Fills a page, or a part of the given height, while its content loads. */
export const PageSpinner = ({ height = 'min-h-[60vh]' }: { height?: string }) => (
  <div className={`grid ${height} place-items-center`}>
    {useOffline() ? (
      <Offline />
    ) : (
      <p role="status" className="flex items-center gap-3 font-semibold">
        <span className="spinner text-primary" aria-hidden="true" />
        Loading...
      </p>
    )}
  </div>
);

interface PendingPageProps {
  /** The heading until the data determines another one. */
  heading: string;
  /** `page` for a screen that nothing else frames. */
  className?: string;
}

/** A page whose data is loading. */
export const PendingPage = ({ heading, className = '' }: PendingPageProps) => (
  <div className={`${className} grid grid-cols-1 gap-6`} aria-busy="true">
    <PageMeta title={heading} hidden />
    <h1 dir="auto" className="wrap-anywhere">
      {heading}
    </h1>
    <PageSpinner />
  </div>
);
