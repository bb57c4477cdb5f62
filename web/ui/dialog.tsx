import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';

/** Asks whether the dialog may close. */
type Guard = () => Promise<boolean>;

interface DialogControl {
  /** Closes the dialog, unless its guard refuses. */
  leave: () => void;
  /** Sets the guard that Escape and {@link leave} ask before they close the dialog. */
  setGuard: (guard: Guard | undefined) => void;
}

const DialogContext = createContext<DialogControl | null>(null);

/** The control of the surrounding dialog, for its content. */
export const useDialog = (): DialogControl => {
  const control = useContext(DialogContext);
  if (!control) throw new Error('useDialog needs a Dialog above it');
  return control;
};

interface DialogProps {
  title: string;
  /** `wide` for more than a few fields. */
  size?: 'normal' | 'wide';
  onClose: () => void;
  children: ReactNode;
}

const WIDTHS = { normal: 'w-[min(92vw,32rem)]', wide: 'w-[min(92vw,48rem)]' };

/**
 * A modal dialog. It traps the focus, closes on Escape, and then returns the focus to where it was. The initial focus
 * is on a control with `data-initial-focus`, otherwise on the first field, otherwise on the title.
 */
export const Dialog = ({ title, size = 'normal', onClose, children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const guard = useRef<Guard>(undefined);
  const close = useRef(onClose);
  const titleId = useId();
  useLayoutEffect(() => {
    close.current = onClose;
  });
  // A layout effect is cleaned up while the dialog is still in the document. Only then does closing it return the
  // focus.
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    const first =
      element.querySelector<HTMLElement>('[data-initial-focus]') ??
      element.querySelector<HTMLElement>('input:not([readonly]), textarea, select') ??
      element.querySelector('h2');
    // A long dialog, such as a submission above the fields for its marks, is read from its beginning.
    first?.focus({ preventScroll: true });
    element.scrollTop = 0;
    return () => element.close();
  }, []);
  const control = useMemo<DialogControl>(() => {
    const leave = async () => {
      if (!guard.current || (await guard.current())) close.current();
    };
    return {
      leave: () => void leave(),
      setGuard: (asked) => {
        guard.current = asked;
      },
    };
  }, []);
  const leaveOnEscape = (event: KeyboardEvent) => {
    // Chromium closes a dialog on the second Escape in a row, even if its `cancel` event is prevented.
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    control.leave();
  };
  // Handles other close requests, such as the back gesture on phones. Those of a dialog within this one, and of a file
  // field whose file picker was canceled, arrive here too.
  const leaveOnCancel = (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    control.leave();
  };
  return (
    <DialogContext value={control}>
      <dialog
        ref={dialog}
        aria-labelledby={titleId}
        onKeyDown={leaveOnEscape}
        onCancel={leaveOnCancel}
        className={`m-auto max-h-[90vh] overflow-y-auto rounded-box border border-base-300 bg-base-100 p-6 text-base-content shadow-2xl backdrop:bg-neutral/60 ${WIDTHS[size]}`}
      >
        <h2 id={titleId} tabIndex={-1} className="mb-4 text-xl wrap-anywhere">
          {title}
        </h2>
        {children}
      </dialog>
    </DialogContext>
  );
};

/**
 * The buttons at the end of a dialog, in a column that begins at its title. They stay in view while a long dialog is
 * scrolled. A grid instead of the column would keep them in its last row.
 */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="dialog-actions flex flex-wrap justify-end gap-3">{children}</div>
);
