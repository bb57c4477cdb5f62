import {
  ChartNoAxesColumn,
  CirclePause,
  CircleX,
  Clock,
  Hourglass,
  ListTree,
  MessageSquareText,
  Pencil,
  Trash2,
  Users,
} from 'lucide-react';
import { useId, useRef } from 'react';
import type { Class } from '#contract/classes.ts';
import { ClassCover } from '#web/classes/class-cover.tsx';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { truncate } from '#web/ui/truncate.ts';
import { StatusBadge } from '#web/review/status-badge.tsx';
import { Price } from '#web/ui/price.tsx';
import { DraftStep } from './draft-step.tsx';

/** In characters. */
const DESCRIPTION_PREVIEW = 85;

/** The link to the class's submissions, or why it is not available yet. */
const Details = ({ own: { _id, title, status, reason, enroll } }: { own: Class }) => {
  const reasonId = useId();
  if (status === 'approve') {
    return (
      <Link to={PATHS.classTask(_id)} className="btn btn-primary" aria-label={`See Details: ${title}`}>
        See Details
      </Link>
    );
  }
  return (
    <div className="grid gap-1.5">
      <button type="button" className="btn" disabled aria-describedby={reasonId}>
        See Progress
      </button>
      <p id={reasonId} className="muted text-sm wrap-anywhere">
        {status === 'Pending' ? (
          'Pending review'
        ) : reason ? (
          <>
            Rejected: <bdi>{reason}</bdi>
          </>
        ) : (
          'Rejected'
        )}
      </p>
      {status !== 'Pending' && <p className="muted text-sm">Update it to have it reviewed again.</p>}
      {/* The students of a withdrawn class can still submit work. */}
      {enroll > 0 && (
        <Link
          to={PATHS.classTask(_id)}
          className="link min-h-6 text-sm"
          aria-label={`View submissions: ${title}`}
        >
          View submissions
        </Link>
      )}
    </div>
  );
};

interface AddedClassCardProps {
  own: Class;
  busy: boolean;
  onDelete: () => void;
  onFeedback: () => void;
  /** Submits the class if it is a draft. @returns whether it was submitted */
  onSubmit: () => Promise<boolean>;
}

/** A teacher's own class, with actions to manage it. */
export const AddedClassCard = ({ own, busy, onDelete, onFeedback, onSubmit }: AddedClassCardProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  // Nobody can have enrolled in a draft, so it has nothing to show about students.
  const isDraft = own.status === 'Draft';
  const submit = async () => {
    // The button, which has the focus, is gone afterwards.
    if (await onSubmit()) heading.current?.focus();
  };
  return (
    <article className="panel flex min-w-0 flex-col overflow-hidden">
      <ClassCover image={own.image} />
      <div className="flex flex-1 flex-col gap-3 p-5">
        <div className="grid grid-cols-1 justify-items-start gap-2">
          <StatusBadge status={own.status} />
          <h2 ref={heading} tabIndex={-1} dir="auto" className="max-w-full text-lg leading-snug">
            {own.title}
          </h2>
        </div>
        {own.description && (
          <p dir="auto" className="muted text-sm">
            {truncate(own.description, DESCRIPTION_PREVIEW)}
          </p>
        )}
        <p dir="auto" className="text-sm">
          {own.name}
        </p>
        {own.changeWaits && (
          <p className="flex items-center gap-1.5 text-sm font-semibold">
            <Clock className="size-4 shrink-0" aria-hidden="true" />
            Your change is awaiting review
          </p>
        )}
        {own.changeRejected && (
          <p className="flex items-start gap-1.5 text-sm">
            <CircleX className="size-4 shrink-0 translate-y-0.5 text-error" aria-hidden="true" />
            <span className="min-w-0 wrap-anywhere">
              <Link
                to={PATHS.updateClass(own._id)}
                className="link inline-block min-h-6 font-semibold"
                aria-label={`Your change was not approved: ${own.title}`}
              >
                Your change was not approved
              </Link>
              {own.changeRejected.reason && (
                <>
                  : <bdi>{own.changeRejected.reason}</bdi>
                </>
              )}
            </span>
          </p>
        )}
        {own.paused && (
          <p className="flex items-center gap-1.5 text-sm font-semibold">
            <CirclePause className="size-4 shrink-0" aria-hidden="true" />
            Enrollment is paused
          </p>
        )}
        {Boolean(own.waiting) && (
          <p className="flex items-center gap-1.5 text-sm font-semibold">
            <Hourglass className="size-4 shrink-0" aria-hidden="true" />
            {own.waiting} on the waiting list
          </p>
        )}
        <p className="mt-auto flex items-center justify-between gap-3">
          <span className="text-xl font-extrabold">
            <Price of={own.price} />
          </span>
          {!isDraft && (
            <span className="muted flex items-center gap-1.5 text-sm">
              <Users className="size-4" aria-hidden="true" />
              {own.enroll} {own.enroll === 1 ? 'student' : 'students'}
            </span>
          )}
        </p>
        <div className="grid gap-3 border-t border-base-300 pt-4">
          {isDraft ? (
            <DraftStep own={own} busy={busy} onSubmit={() => void submit()} />
          ) : (
            <Details own={own} />
          )}
          <div className="flex flex-wrap gap-2">
            <Link
              to={PATHS.updateClass(own._id)}
              className="btn btn-outline btn-sm"
              aria-label={`Update ${own.title}`}
            >
              <Pencil className="size-4" aria-hidden="true" />
              Update
            </Link>
            <Link
              to={PATHS.curriculum(own._id)}
              className="btn btn-outline btn-sm"
              aria-label={`Lessons of ${own.title}`}
            >
              <ListTree className="size-4" aria-hidden="true" />
              Lessons
            </Link>
            {!isDraft && (
              <Link
                to={PATHS.classStudents(own._id)}
                className="btn btn-outline btn-sm"
                aria-label={`Progress in ${own.title}`}
              >
                <ChartNoAxesColumn className="size-4" aria-hidden="true" />
                Progress
              </Link>
            )}
            <button
              type="button"
              className="btn btn-outline btn-error btn-sm"
              disabled={busy}
              // Otherwise the focus would leave it for the card meanwhile.
              aria-busy={busy}
              onClick={onDelete}
              aria-label={`Delete ${own.title}`}
            >
              <Trash2 className="size-4" aria-hidden="true" />
              Delete
            </button>
            {!isDraft && (
              <button
                type="button"
                className="btn btn-outline btn-sm"
                onClick={onFeedback}
                aria-label={`Feed Back+ of ${own.title}`}
              >
                <MessageSquareText className="size-4" aria-hidden="true" />
                Feed Back+
              </button>
            )}
          </div>
        </div>
      </div>
    </article>
  );
};
