import { type ReactNode, useEffect, useId, useRef } from 'react';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog: focus stays inside, Escape closes it, and focus returns to where it was. */
export const Dialog = ({ title, onClose, children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={onClose}
      className="m-auto w-[min(92vw,30rem)] rounded-box bg-base-100 p-6 text-base-content shadow-2xl backdrop:bg-neutral/60"
    >
      <h2 id={titleId} className="mb-4 text-xl">
        {title}
      </h2>
      {children}
    </dialog>
  );
};
