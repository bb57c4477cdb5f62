import { type SyntheticEvent, useRef, useState } from 'react';
import { requiredReasonSchema } from '#contract/review.ts';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface ReasonDialogProps {
  title: string;
  /** Label of the submit button. */
  action: string;
  /** Whether the reason may be left empty. */
  optional?: boolean;
  /** Explains who sees the reason, and what they can do next. */
  hint: string;
  /** Sends the reason. If it throws, the dialog stays open with the reason and shows the message. */
  onDecide: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a reason, for example for a rejection or a withdrawal. */
export const ReasonDialog = ({
  title,
  action,
  optional = false,
  hint,
  onDecide,
  onClose,
}: ReasonDialogProps) => {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const findError = (text: string): string | undefined =>
    optional && text.trim() === ''
      ? undefined
      : requiredReasonSchema.safeParse(text).error?.issues[0]!.message;
  const change = (text: string) => {
    setReason(text);
    if (error) setError(findError(text));
  };
  const decide = async () => {
    setFailure(undefined);
    setBusy(true);
    try {
      await onDecide(reason.trim());
    } catch (thrown) {
      setFailure((thrown as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const found = findError(reason);
    setError(found);
    if (found) field.current?.focus();
    else void decide();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm
        action={action}
        destructive
        busy={busy}
        isDirty={reason !== ''}
        failure={failure}
        onSubmit={submit}
      >
        <TextArea
          ref={field}
          label={optional ? 'Reason (optional)' : 'Reason'}
          hint={hint}
          rows={4}
          maxLength={TEXT_LIMITS.reason}
          error={error}
          required={!optional}
          value={reason}
          onChange={({ target }) => change(target.value)}
        />
      </DialogForm>
    </Dialog>
  );
};
