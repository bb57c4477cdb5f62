import { Ban, Eye } from 'lucide-react';
import type { Class } from '#contract/classes.ts';
import { ClassCover } from '#web/classes/class-cover.tsx';
import type { Columns } from '#web/lists/data-table.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { StatusBadge } from '#web/review/status-badge.tsx';
import { DecisionButtons } from '#web/review/decision-buttons.tsx';
import type { ReviewActions } from '#web/review/use-review.tsx';

/** The columns of All Classes Requests. */
export const classColumns = ({
  busy,
  onLook,
  onApprove,
  onReject,
  onWithdraw,
}: ReviewActions<Class>): Columns<Class> => [
  {
    id: 'name',
    header: 'Name',
    cell: (submission) => (
      <span className="flex min-w-0 items-center gap-3">
        <ClassCover image={submission.image} className="w-14! shrink-0 rounded-field" />
        <span className="min-w-0 in-rows:min-w-28">
          <span dir="auto" className="block">
            {submission.name}
          </span>
          <span className="muted block text-xs font-normal">
            <EmailText email={submission.email ?? ''} />
          </span>
        </span>
      </span>
    ),
  },
  {
    id: 'title',
    header: 'Title',
    cell: (submission) => (
      <span dir="auto" className="min-w-0 in-rows:block in-rows:min-w-32">
        {submission.title}
      </span>
    ),
  },
  { id: 'experience', header: 'Experience', cell: (submission) => submission.experience },
  {
    id: 'status',
    header: 'Status',
    cell: (submission) => <StatusBadge status={submission.status} />,
  },
  {
    id: 'decision',
    header: 'Decision',
    cell: (submission) => (
      <span className="flex flex-wrap justify-end gap-1 sm:gap-2 in-rows:flex-nowrap in-rows:justify-start">
        {/* As wide as two buttons, so that the decisions of all rows are below each other. */}
        <span className="flex gap-1 in-rows:min-w-17">
          <button
            type="button"
            className="btn btn-ghost btn-square btn-sm"
            onClick={() => onLook(submission)}
            title="View the class"
            aria-label={`View ${submission.title}`}
          >
            <Eye className="size-4" aria-hidden="true" />
          </button>
          {submission.status === 'approve' && (
            <button
              type="button"
              className="btn btn-ghost btn-square btn-sm text-error"
              disabled={busy}
              onClick={() => onWithdraw(submission)}
              title="Withdraw the class"
              aria-label={`Withdraw ${submission.title}`}
            >
              <Ban className="size-4" aria-hidden="true" />
            </button>
          )}
        </span>
        <span className="flex gap-1 sm:gap-2">
          <DecisionButtons
            about={submission.title}
            disabled={busy || submission.status !== 'Pending'}
            onApprove={() => onApprove(submission)}
            onReject={() => onReject(submission)}
          />
        </span>
      </span>
    ),
  },
];
