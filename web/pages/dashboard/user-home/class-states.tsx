import { BookOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Class } from '#contract/classes.ts';
import { PATHS } from '#web/paths.ts';
import { StatusBadge } from '#web/review/status-badge.tsx';
import { Link } from '#web/routing/link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { HomePanel } from './home-panel.tsx';

const withReason = (text: string, reason: string | undefined): ReactNode =>
  reason ? (
    <>
      {text}: <bdi>{reason}</bdi>
    </>
  ) : (
    text
  );

/** What the teacher should know besides the status. */
const noteOf = ({ status, withdrawn, reason, changeWaits, changeRejected }: Class): ReactNode => {
  if (status === 'rejected')
    return withReason(withdrawn ? 'Unpublished by an admin' : 'Not approved', reason);
  if (changeWaits) return 'Your change is awaiting review';
  return changeRejected && withReason('Your change was not approved', changeRejected.reason);
};

const ClassState = ({ own }: { own: Class }) => {
  const note = noteOf(own);
  return (
    <li className="grid gap-1">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <Link
          // The update screen shows the reason of a rejection, and what an admin is reviewing.
          to={own.status === 'approve' && !note ? PATHS.classTask(own._id) : PATHS.updateClass(own._id)}
          dir="auto"
          className="link inline-block min-h-6 min-w-0 font-semibold wrap-anywhere"
        >
          {own.title}
        </Link>
        <StatusBadge status={own.status} />
      </div>
      {note && <p className="muted text-sm wrap-anywhere">{note}</p>}
    </li>
  );
};

interface ClassStatesProps {
  /** The newest classes. */
  classes: Class[];
  /** The number of all classes. */
  total: number;
}

/** The review status of each of a teacher's classes, with the reasons of rejections. */
export const ClassStates = ({ classes, total }: ClassStatesProps) =>
  total === 0 ? (
    <Notice icon={<BookOpen />} title="You haven’t added any classes yet">
      <Link to={PATHS.addClass} className="btn btn-primary">
        Add your first class
      </Link>
    </Notice>
  ) : (
    <HomePanel title="Your classes">
      <ul className="grid gap-3">
        {classes.map((own) => (
          <ClassState key={own._id} own={own} />
        ))}
      </ul>
      {total > classes.length && (
        <Link to={PATHS.myAddedClass} className="link inline-block min-h-6 justify-self-start text-sm">
          All {total} classes
        </Link>
      )}
    </HomePanel>
  );
