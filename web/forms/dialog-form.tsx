import type { ReactNode, SyntheticEvent } from 'react';
import { DialogActions } from '#web/ui/dialog.tsx';
import { FormError } from '#web/ui/form-error.tsx';

interface DialogFormProps {
  children: ReactNode;
  /** Label of the submit button. */
  action: string;
  /** Label of the cancel button. */
  leave?: string;
  /** Whether submitting is irreversible. */
  destructive?: boolean;
  busy: boolean;
  failure?: string;
  onSubmit: (event: SyntheticEvent) => void;
  onClose: () => void;
}

/** A form in a dialog: its fields, an error, and the cancel and submit buttons. */
export const DialogForm = ({
  children,
  action,
  leave = 'Cancel',
  destructive = false,
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
        className={`btn ${destructive ? 'btn-error' : 'btn-primary'}`}
        disabled={busy}
        aria-busy={busy}
      >
        {action}
      </button>
    </DialogActions>
  </form>
);
