import type { ClassChange } from '#contract/class-changes.ts';
import { PATHS } from '#web/paths.ts';
import { ComparedTexts } from '#web/review/compared-texts.tsx';
import { DecisionButtons } from '#web/review/decision-buttons.tsx';
import type { ReviewActions } from '#web/review/use-review.tsx';
import { Link } from '#web/routing/link.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';

interface ChangeDialogProps extends Pick<ReviewActions<ClassChange>, 'busy' | 'onApprove' | 'onReject'> {
  change: ClassChange;
  onClose: () => void;
}

/** Compares a teacher's proposed change with the published version. */
export const ChangeDialog = ({ change, busy, onApprove, onReject, onClose }: ChangeDialogProps) => {
  const { current, proposed, name, classId } = change;
  return (
    <Dialog title={`Change to ${current.title}`} size="wide" onClose={onClose}>
      <div className="flex flex-col gap-5">
        <p className="muted text-sm">
          Proposed by <bdi>{name}</bdi> ·{' '}
          <Link to={PATHS.classVersions(classId)} className="link">
            History of this class
          </Link>
        </p>
        <ComparedTexts
          before={current}
          after={proposed}
          labels={{ before: 'Published now', after: 'Proposed' }}
        />
        <DialogActions>
          <DecisionButtons
            about={`the change to ${current.title}`}
            disabled={busy}
            onApprove={() => onApprove(change)}
            onReject={() => onReject(change)}
          />
          <button type="button" className="btn btn-sm" onClick={onClose}>
            Close
          </button>
        </DialogActions>
      </div>
    </Dialog>
  );
};
