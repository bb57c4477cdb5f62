import { questionSlot } from './confirm.ts';
import { Dialog, DialogActions } from './dialog.tsx';

/** Shows confirmation questions, above any open dialog. */
export const Questions = () => {
  const question = questionSlot.use();
  if (!question) return null;
  const { title, subject, text, confirm, buttonClass, cancel = 'Cancel', onAnswer } = question;
  return (
    <Dialog title={title} onClose={() => onAnswer(undefined)}>
      <div className="flex flex-col gap-6">
        <div className="grid gap-2 wrap-anywhere">
          {subject && (
            <p dir="auto" className="font-semibold">
              {subject}
            </p>
          )}
          <p>{text}</p>
        </div>
        <DialogActions>
          <button type="button" className="btn" data-initial-focus onClick={() => onAnswer(false)}>
            {cancel}
          </button>
          <button type="button" className={`btn ${buttonClass}`} onClick={() => onAnswer(true)}>
            {confirm}
          </button>
        </DialogActions>
      </div>
    </Dialog>
  );
};
