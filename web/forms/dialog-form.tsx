import type { ReactNode, SyntheticEvent } from 'react';
import { DialogActions } from '#web/ui/dialog.tsx';
import { FormError } from '#web/ui/form-error.tsx';

interface DialogFormProps {
  children: ReactNode;
  /** What the button that sends says. */
  action: string;
  /** What the button that leaves says. */
  leave?: string;
  /** Whether what is sent cannot be taken back. */
  destroys?: boolean;
  busy: boolean;
  failure?: string;
  onSubmit: (event: SyntheticEvent) => void;
  onClose: () => void;
}

/** The form of a dialog: its fields, what went wrong, and the buttons that leave and that send. */
export const DialogForm = ({
  children,
  action,
  leave = 'Cancel',
  destroys = false,
  busy,
  failure,
  onSubmit,
  onClose,
}: DialogFormProps) => (
  <form className="grid gap-4" onSubmit={onSubmit} noValidate>
    {children}
    {failure && <FormError>{failure}</FormError>}
    <DialogActions>
      <button type="button" className="btn" onClick={onClose}>
        {leave}
      </button>
      <button
        type="submit"
        className={`btn ${destroys ? 'btn-error' : 'btn-primary'}`}
        disabled={busy}
        aria-busy={busy}
      >
        {action}
      </button>
    </DialogActions>
  </form>
);
