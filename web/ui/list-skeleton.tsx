import { Offline } from './offline.tsx';
import { useOffline } from './use-offline.ts';

const ROWS = 5;

/** Placeholder for a list that is loading. */
export const ListSkeleton = () => {
  if (useOffline()) return <Offline what="The list" />;
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading...</span>
      {Array.from({ length: ROWS }, (_, index) => (
        <div key={index} className="panel flex items-center gap-4 p-5" aria-hidden="true">
          <div className="skeleton size-10 shrink-0 rounded-full" />
          <div className="grid flex-1 gap-2">
            <div className="skeleton h-4 w-2/5" />
            <div className="skeleton h-3 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
};
