import { type SyntheticEvent, useState } from 'react';
import { TEXT_LIMITS } from '#contract/constants.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface RejectDialogProps {
  title: string;
  /** Who sees the reason, and what they can do next. */
  hint: string;
  busy: boolean;
  onReject: (reason: string) => void;
  onClose: () => void;
}

/** Asks for an optional reason for the rejection. */
export const RejectDialog = ({ title, hint, busy, onReject, onClose }: RejectDialogProps) => {
  const [reason, setReason] = useState('');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onReject(reason.trim());
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm action="Reject" destroys busy={busy} onSubmit={submit} onClose={onClose}>
        <TextArea
          label="Reason (optional)"
          hint={hint}
          rows={4}
          maxLength={TEXT_LIMITS.reason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  );
};
