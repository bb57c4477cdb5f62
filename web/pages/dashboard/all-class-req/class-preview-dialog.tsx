import type { Class } from '#contract/classes.ts';
import { ClassCover } from '#web/classes/class-cover.tsx';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { formatDate, formatDay } from '#web/ui/format-date.ts';
import { StatusBadge } from '#web/review/status-badge.tsx';
import { DecisionButtons } from '#web/review/decision-buttons.tsx';
import type { ReviewActions } from '#web/review/use-review.tsx';
import { useShowPrice } from '#web/ui/use-format-price.ts';
import { ClassLessons } from './class-lessons.tsx';

interface ClassPreviewDialogProps extends Omit<ReviewActions<Class>, 'onLook'> {
  submission: Class;
  onClose: () => void;
}

/** Shows an admin the class as it would be published, its lessons too, with the decision buttons. */
export const ClassPreviewDialog = ({
  submission,
  busy,
  onApprove,
  onReject,
  onWithdraw,
  onClose,
}: ClassPreviewDialogProps) => {
  const {
    title,
    image,
    name,
    email,
    price,
    experience,
    category,
    description,
    status,
    reason,
    enroll,
    seats,
    startsOn,
    submittedAt,
  } = submission;
  const showPrice = useShowPrice();
  const facts = [
    ['Teacher', `${name}, ${email ?? ''}`],
    ['Price', showPrice(price)],
    ...(submittedAt ? [['First submitted', formatDay(submittedAt)]] : []),
    ['Experience', experience],
    ['Category', category ?? 'None'],
    ['Students', String(enroll)],
    ['Seats', seats === undefined ? 'Unlimited' : String(seats)],
    ...(startsOn ? [['Start date', formatDate(startsOn)]] : []),
    ...(reason ? [['Reason for the rejection', reason]] : []),
  ];
  return (
    <Dialog title={title} size="wide" onClose={onClose}>
      <div className="flex flex-col gap-5">
        <ClassCover image={image} className="rounded-box" />
        <p>
          <StatusBadge status={status} />
        </p>
        <p dir="auto" className="whitespace-pre-line">
          {description}
        </p>
        <dl className="grid gap-2 text-sm sm:grid-cols-2">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt className="muted">{label}</dt>
              <dd dir="auto" className="font-semibold">
                {value}
              </dd>
            </div>
          ))}
        </dl>
        <ClassLessons classId={submission._id} />
        <p>
          <Link to={PATHS.classVersions(submission._id)} className="link inline-block min-h-6 text-sm">
            History of this class
          </Link>
        </p>
        <DialogActions>
          <DecisionButtons
            about={title}
            disabled={busy || status !== 'Pending'}
            onApprove={() => onApprove(submission)}
            onReject={() => onReject(submission)}
          />
          {status === 'approve' && (
            <button
              type="button"
              className="btn btn-outline btn-error btn-sm"
              disabled={busy}
              onClick={() => onWithdraw(submission)}
              aria-label={`Withdraw ${title}`}
            >
              Withdraw
            </button>
          )}
          <button type="button" className="btn btn-sm" onClick={onClose}>
            Close
          </button>
        </DialogActions>
      </div>
    </Dialog>
  );
};
