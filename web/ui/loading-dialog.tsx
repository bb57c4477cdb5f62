import { useEffect, useState } from 'react';

/** Milliseconds after which users are told that a dialog has not been loaded yet. */
const PATIENCE = 1_000;

/** Takes the place of a dialog whose script is still loading. A script that could not be loaded is requested again. */
export const LoadingDialog = ({ onClose }: { onClose: () => void }) => {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div
      role="status"
      className={
        isLate
          ? 'panel fixed inset-x-4 bottom-4 z-30 mx-auto flex w-fit flex-wrap items-center gap-3 p-4 shadow-xl'
          : undefined
      }
    >
      {isLate && (
        <>
          Loading... This continues once you’re connected.
          <button type="button" className="btn btn-sm" onClick={onClose}>
            Cancel
          </button>
        </>
      )}
    </div>
  );
};
