import { useEffect, useState } from 'react';
import { missingParts } from './missing-parts.ts';

/** Milliseconds after which users are told that a dialog has not been loaded yet. */
const PATIENCE = 1_000;

/**
 * Takes the place of a dialog whose script is still loading. A script that could not be loaded is requested again. It may be
 * shown in a modal dialog, which makes the notice of the page unreachable, so it then offers the same.
 */
export const LoadingDialog = ({ onClose }: { onClose: () => void }) => {
  const isMissing = missingParts.use() !== undefined;
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div
      role="status"
      // Covers the notice of the page, which offers the same.
      className={
        isLate
          ? `panel fixed inset-x-4 bottom-4 z-50 mx-auto flex flex-wrap items-center gap-3 p-4 shadow-xl ${isMissing ? '' : 'w-fit'}`
          : undefined
      }
    >
      {isLate && (
        <>
          {isMissing
            ? 'A part of this page could not be loaded.'
            : 'Loading... This continues once you’re connected.'}
          {isMissing && (
            <button type="button" className="btn btn-primary btn-sm" onClick={() => location.reload()}>
              Reload the page
            </button>
          )}
          <button type="button" className="btn btn-sm" onClick={onClose}>
            Cancel
          </button>
        </>
      )}
    </div>
  );
};
