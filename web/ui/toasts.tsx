import { CircleCheck } from 'lucide-react';
import { toastSlot } from './toast.ts';

/** Shows toasts. The region is in the page before its text, because screen readers announce only changes. */
export const Toasts = () => {
  const toast = toastSlot.use();
  return (
    <div aria-live="polite" className="pointer-events-none fixed end-4 top-4 z-50 max-w-[calc(100vw-2rem)]">
      {toast && (
        <p className="panel flex items-center gap-3 px-5 py-4 text-lg font-semibold shadow-xl wrap-anywhere">
          {toast.kind === 'success' && (
            <CircleCheck className="size-7 shrink-0 text-success" aria-hidden="true" />
          )}
          <span className="min-w-0">{toast.title}</span>
        </p>
      )}
    </div>
  );
};
