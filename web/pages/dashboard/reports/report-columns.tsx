import { Eye } from 'lucide-react';
import type { Reported } from '#contract/reports.ts';
import { FEEDBACK_PREVIEW } from '#web/feedback/feedback-preview.ts';
import type { Columns } from '#web/lists/data-table.tsx';
import { UserCell } from '#web/lists/user-cell.tsx';
import { PATHS } from '#web/paths.ts';
import { formatDay } from '#web/ui/format-date.ts';
import { truncate } from '#web/ui/truncate.ts';
import { Stars } from '#web/ui/stars.tsx';

/** In characters. */
const TEXT_PREVIEW = 200;

const KINDS = {
  question: 'Question',
  answer: 'Answer',
  feedback: 'Feedback',
  announcement: 'Announcement',
  bio: 'Bio',
} as const;

/** A reported text in a sentence. */
export const nameOf = ({ kind, user }: Reported): string => `the ${kind} by ${user.name}`;

export interface ReportActions {
  busy: boolean;
  onRead: (item: Reported) => void;
  onHide: (item: Reported) => void;
  onShow: (item: Reported) => void;
  onDismiss: (item: Reported) => void;
}

const Text = ({
  item: { kind, text, rating, reply, reports, reasons, hiddenReason },
}: {
  item: Reported;
}) => (
  <span className="grid min-w-0 gap-1 in-rows:min-w-56">
    {rating !== undefined && <Stars rating={rating} />}
    <span dir="auto" className="wrap-anywhere">
      {truncate(text, TEXT_PREVIEW)}
    </span>
    {reply !== undefined && (
      <span className="muted text-sm wrap-anywhere">
        Reply of the teacher: <bdi>{truncate(reply, FEEDBACK_PREVIEW)}</bdi>
      </span>
    )}
    <span className="muted text-xs">
      {KINDS[kind]} · {reports} {reports === 1 ? 'report' : 'reports'}
    </span>
    {reasons.map((reason, index) => (
      <span key={index} dir="auto" className="text-xs wrap-anywhere">
        “{reason}”
      </span>
    ))}
    {hiddenReason !== undefined && (
      <span className="text-xs font-semibold text-error">
        Hidden: <bdi>{hiddenReason}</bdi>
      </span>
    )}
  </span>
);

/** Where a text is shown: in a lesson, on the page of a class, or on the page of a teacher. */
const placeOf = ({ _id, classId, title, lesson, user }: Reported): { to: string; name?: string } => {
  if (lesson) return { to: PATHS.question(lesson._id, lesson.questionId), name: lesson.title };
  if (classId !== undefined) return { to: PATHS.classDetail(classId), name: title };
  return { to: PATHS.teacher(_id), name: user.name };
};

const Place = ({ item }: { item: Reported }) => {
  const { title, lesson, date } = item;
  const { to, name } = placeOf(item);
  return (
    <span className="min-w-0 in-rows:block in-rows:min-w-28">
      <a href={to} dir="auto" className="link block wrap-anywhere">
        {name}
      </a>
      {lesson && (
        <span dir="auto" className="muted block text-xs">
          {title}
        </span>
      )}
      <span className="muted block text-xs">{formatDay(date)}</span>
    </span>
  );
};

interface ReportButtonsProps extends Omit<ReportActions, 'onRead'> {
  item: Reported;
}

/** The decisions about a reported text. */
export const ReportButtons = ({ item, busy, onHide, onShow, onDismiss }: ReportButtonsProps) => {
  const isShown = item.hiddenReason === undefined;
  const label = isShown ? 'Hide' : 'Show again';
  return (
    <>
      <button
        type="button"
        className={`btn btn-outline btn-sm whitespace-nowrap ${isShown ? 'btn-error' : ''}`}
        disabled={busy}
        aria-label={`${label}: ${nameOf(item)}`}
        onClick={() => (isShown ? onHide : onShow)(item)}
      >
        {label}
      </button>
      {isShown && item.reports > 0 && (
        <button
          type="button"
          className="btn btn-ghost btn-sm whitespace-nowrap"
          disabled={busy}
          aria-label={`Dismiss: the reports on ${nameOf(item)}`}
          onClick={() => onDismiss(item)}
        >
          Dismiss
        </button>
      )}
    </>
  );
};

/** The columns of the list of reports. */
export const reportColumns = ({ onRead, ...actions }: ReportActions): Columns<Reported> => [
  {
    id: 'name',
    header: 'User',
    cell: ({ user }) => <UserCell name={user.name} image={user.image} email={user.email} />,
  },
  { id: 'text', header: 'Text', isText: true, cell: (item) => <Text item={item} /> },
  { id: 'place', header: 'Shown in', cell: (item) => <Place item={item} /> },
  {
    id: 'actions',
    header: 'Actions',
    cell: (item) => (
      <span className="flex flex-wrap gap-2">
        <button
          type="button"
          className="btn btn-ghost btn-square btn-sm"
          onClick={() => onRead(item)}
          title="Read full text"
          aria-label={`Read ${nameOf(item)}`}
        >
          <Eye className="size-4" aria-hidden="true" />
        </button>
        <ReportButtons item={item} {...actions} />
      </span>
    ),
  },
];
