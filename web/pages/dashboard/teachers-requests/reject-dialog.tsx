import { type SyntheticEvent, useState } from 'react';
import { TEXT_LIMITS } from '#contract/constants.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface RejectDialogProps {
  name: string;
  busy: boolean;
  onReject: (reason: string) => void;
  onClose: () => void;
}

/** Asks why, if one would like to say. */
export const RejectDialog = ({ name, busy, onReject, onClose }: RejectDialogProps) => {
  const [reason, setReason] = useState('');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onReject(reason.trim());
  };
  return (
    <Dialog title={`Reject the request of ${name}?`} onClose={onClose}>
      <form className="grid gap-5" onSubmit={submit}>
        <TextArea
          label="Reason (optional)"
          hint="They will read it, and may ask again."
          rows={4}
          maxLength={TEXT_LIMITS.reason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn btn-error" disabled={busy} aria-busy={busy}>
            Reject
          </button>
        </div>
      </form>
    </Dialog>
  );
};
