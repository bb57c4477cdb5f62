import { type ReactNode, useEffect, useId, useRef } from 'react';

interface DialogProps {
  title: string;
  /** `wide` for content beyond a few fields. */
  size?: 'normal' | 'wide';
  onClose: () => void;
  children: ReactNode;
}

const WIDTHS = { normal: 'w-[min(92vw,32rem)]', wide: 'w-[min(92vw,48rem)]' };

/** A modal dialog. It traps the focus, closes on Escape and then restores the focus. */
export const Dialog = ({ title, size = 'normal', onClose, children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Focusing a button at the end would scroll a long dialog down.
    const field = element?.querySelector<HTMLElement>('input:not([readonly]), textarea, select');
    (field ?? element?.querySelector('h2'))?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={onClose}
      className={`m-auto max-h-[90vh] overflow-y-auto rounded-box bg-base-100 p-6 text-base-content shadow-2xl backdrop:bg-neutral/60 ${WIDTHS[size]}`}
    >
      <h2 id={titleId} tabIndex={-1} className="mb-4 text-xl break-words outline-none">
        {title}
      </h2>
      {children}
    </dialog>
  );
};

/** The buttons at the end of a dialog. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-end gap-3">{children}</div>
);
