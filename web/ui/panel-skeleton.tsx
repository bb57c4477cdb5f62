import { Offline } from './offline.tsx';
import { useOffline } from './use-offline.ts';

/** Placeholder for a panel while its data loads. */
export const PanelSkeleton = () =>
  useOffline() ? (
    <Offline />
  ) : (
    <div className="skeleton h-80 w-full rounded-box" role="status" aria-label="Loading" />
  );
