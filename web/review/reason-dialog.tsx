import { type SyntheticEvent, useRef, useState } from 'react';
import { requiredReasonSchema } from '#contract/review.ts';
import { TEXT_LIMITS } from '#contract/common.ts';
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
  busy: boolean;
  onDecide: (reason: string) => void;
  onClose: () => void;
}

/** Asks for a reason, for example for a rejection or a withdrawal. */
export const ReasonDialog = ({
  title,
  action,
  optional = false,
  hint,
  busy,
  onDecide,
  onClose,
}: ReasonDialogProps) => {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const read = requiredReasonSchema.safeParse(reason);
    if (read.success || (optional && reason.trim() === '')) onDecide(reason.trim());
    else {
      setError(read.error.issues[0]!.message);
      field.current?.focus();
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm action={action} destructive busy={busy} isDirty={reason !== ''} onSubmit={submit}>
        <TextArea
          ref={field}
          label={optional ? 'Reason (optional)' : 'Reason'}
          hint={hint}
          rows={4}
          maxLength={TEXT_LIMITS.reason}
          error={error}
          required={!optional}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  );
};
