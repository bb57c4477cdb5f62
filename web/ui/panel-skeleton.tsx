/** Placeholder for a panel while its data loads. */
export const PanelSkeleton = () => (
  <div className="skeleton h-80 w-full rounded-box" role="status" aria-label="Loading" />
);
