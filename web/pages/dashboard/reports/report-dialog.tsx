import type { Reported } from '#contract/reports.ts';
import { capitalize } from '#web/ui/capitalize.ts';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { Stars } from '#web/ui/stars.tsx';
import { nameOf, type ReportActions, ReportButtons } from './report-columns.tsx';

interface ReportDialogProps extends Omit<ReportActions, 'onRead'> {
  item: Reported;
  onClose: () => void;
}

/** Shows a reported text and the teacher's reply in full, with the reasons, and lets the admin decide. */
export const ReportDialog = ({ item, onClose, ...actions }: ReportDialogProps) => {
  const name = nameOf(item);
  return (
    <Dialog title={capitalize(name)} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <div className="grid grid-cols-1 gap-2">
          {item.rating !== undefined && <Stars rating={item.rating} />}
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {item.text}
          </p>
        </div>
        {item.reply !== undefined && (
          <div className="grid grid-cols-1 gap-1 border-s-2 border-base-300 ps-4 text-sm">
            <p className="font-semibold">Reply of the teacher</p>
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {item.reply}
            </p>
          </div>
        )}
        {item.reasons.length > 0 && (
          <ul aria-label="Reasons" className="grid gap-1 text-sm">
            {item.reasons.map((reason, index) => (
              <li key={index} dir="auto" className="wrap-anywhere">
                “{reason}”
              </li>
            ))}
          </ul>
        )}
        {item.hiddenReason !== undefined && (
          <p className="text-sm wrap-anywhere text-error">
            Hidden: <bdi>{item.hiddenReason}</bdi>
          </p>
        )}
        <DialogActions>
          <ReportButtons item={item} {...actions} />
          <button type="button" className="btn btn-sm" onClick={onClose}>
            Close
          </button>
        </DialogActions>
      </div>
    </Dialog>
  );
};
