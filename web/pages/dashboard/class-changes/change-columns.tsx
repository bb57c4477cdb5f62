import type { ClassChange } from '#contract/class-changes.ts';
import type { Columns } from '#web/lists/data-table.tsx';
import { changedLabels } from '#web/review/changed-fields.ts';
import { EmailText } from '#web/ui/email-text.tsx';
import { formatMoment } from '#web/ui/format-date.ts';

/** The columns of Class Changes. */
export const changeColumns = (onLook: (change: ClassChange) => void): Columns<ClassChange> => [
  {
    id: 'title',
    header: 'Class',
    cell: ({ current }) => (
      <span dir="auto" className="block min-w-0 wrap-anywhere in-rows:min-w-40">
        {current.title}
      </span>
    ),
  },
  {
    id: 'name',
    header: 'Teacher',
    cell: ({ name, email }) => (
      <span className="min-w-0">
        <span dir="auto" className="block">
          {name}
        </span>
        <span className="muted block text-xs">
          <EmailText email={email} />
        </span>
      </span>
    ),
  },
  {
    id: 'changes',
    header: 'Changes',
    cell: ({ current, proposed }) => changedLabels(current, proposed).join(', '),
  },
  { id: 'date', header: 'Waiting since', cell: ({ date }) => formatMoment(date) },
  {
    id: 'decision',
    header: 'Decision',
    cell: (change) => (
      <button
        type="button"
        className="btn btn-primary btn-sm"
        onClick={() => onLook(change)}
        aria-label={`Review the change to ${change.current.title}`}
      >
        Review
      </button>
    ),
  },
];
