import { type ReactNode, type SyntheticEvent, useEffect } from 'react';
import { DialogActions, useDialog } from '#web/ui/dialog.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { SendingContext } from '#web/ui/sending.ts';
import { SECOND_ACTION } from './second-action.ts';
import { confirmLeaving, SENDING, UNSAVED, useLeaveWarning } from './use-leave-warning.ts';

interface DialogFormProps {
  children: ReactNode;
  /** Label of the submit button. */
  action: string;
  /** Label of the cancel button. */
  leave?: string;
  /** Label of a second submit button, which `onSubmit` recognizes by `isSecondAction`. */
  secondAction?: string;
  /** Whether submitting is irreversible. */
  destructive?: boolean;
  busy: boolean;
  /** Whether closing the dialog would lose input. */
  isDirty: boolean;
  failure?: string;
  onSubmit: (event: SyntheticEvent) => void;
}

/**
 * A form in a dialog: its fields, an error, and the cancel and submit buttons. Asks for confirmation before input is lost
 * that is unsaved or being sent, whether by the button, by Escape or by navigation. While it is sent, it cannot be changed.
 */
export const DialogForm = ({
  children,
  action,
  leave = 'Cancel',
  secondAction,
  destructive = false,
  busy,
  isDirty,
  failure,
  onSubmit,
}: DialogFormProps) => {
  const dialog = useDialog();
  const loss = busy ? SENDING : UNSAVED;
  const isGuarded = busy || isDirty;
  useLeaveWarning(isGuarded, { loss });
  useEffect(() => {
    dialog.setGuard(isGuarded ? () => confirmLeaving(loss) : undefined);
    return () => dialog.setGuard(undefined);
  }, [dialog, isGuarded, loss]);
  return (
    <form method="post" className="flex flex-col gap-4" onSubmit={onSubmit} noValidate>
      <SendingContext value={busy}>{children}</SendingContext>
      {failure && <FormError>{failure}</FormError>}
      <DialogActions>
        <button type="button" className="btn" onClick={dialog.leave}>
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
        {secondAction && (
          <button type="submit" value={SECOND_ACTION} className="btn btn-outline" disabled={busy}>
            {secondAction}
          </button>
        )}
      </DialogActions>
    </form>
  );
};
