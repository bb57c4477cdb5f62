import type { ReactNode } from 'react';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { FormError } from '#web/ui/form-error.tsx';

interface NothingToDoProps {
  title: string;
  /** Why the last attempt failed. */
  failure?: string;
  onClose: () => void;
  children: ReactNode;
}

/** Replaces the form of a dialog whose cause has ended since the admin opened the list. */
export const NothingToDo = ({ title, failure, onClose, children }: NothingToDoProps) => (
  <Dialog title={title} onClose={onClose}>
    <div className="flex flex-col gap-4">
      <p role="alert">{children}</p>
      {failure && <FormError>{failure}</FormError>}
      <DialogActions>
        <button type="button" className="btn" autoFocus onClick={onClose}>
          Close
        </button>
      </DialogActions>
    </div>
  </Dialog>
);

/** For a failed refund that has been retried or settled since. If that failed too, it has an entry of its own. */
export const NoLongerOwed = (props: Pick<NothingToDoProps, 'title' | 'onClose'>) => (
  <NothingToDo {...props}>
    Nothing is owed for this refund: it has been retried or settled since the list was loaded.
  </NothingToDo>
);
