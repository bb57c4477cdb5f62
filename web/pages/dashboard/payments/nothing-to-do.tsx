import type { ReactNode } from 'react';
import { DialogActions } from '#web/ui/dialog.tsx';
import { FormError } from '#web/ui/form-error.tsx';

interface NothingToDoProps {
  /** Why the last attempt failed. */
  failure?: string;
  onClose: () => void;
  children: ReactNode;
}

/** Replaces the form in a dialog whose cause has ended since the admin opened the list. */
export const NothingToDo = ({ failure, onClose, children }: NothingToDoProps) => (
  <div className="flex flex-col gap-4">
    <p role="alert">{children}</p>
    {failure && <FormError>{failure}</FormError>}
    <DialogActions>
      <button type="button" className="btn" autoFocus onClick={onClose}>
        Close
      </button>
    </DialogActions>
  </div>
);

/** For a failed refund that has been retried or settled since. If that failed too, it has an entry of its own. */
export const NoLongerOwed = ({ onClose }: Pick<NothingToDoProps, 'onClose'>) => (
  <NothingToDo onClose={onClose}>
    Nothing is owed for this refund: it has been retried or settled since the list was loaded.
  </NothingToDo>
);
