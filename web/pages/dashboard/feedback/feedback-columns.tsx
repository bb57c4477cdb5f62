import { Eye } from 'lucide-react';
import { FEEDBACK_PREVIEW } from '#web/feedback/feedback-preview.ts';
import type { ModeratedFeedback } from '#contract/moderated-feedback.ts';
import type { Columns } from '#web/lists/data-table.tsx';
import { formatDay } from '#web/ui/format-date.ts';
import { truncate } from '#web/ui/truncate.ts';
import { Stars } from '#web/ui/stars.tsx';
import { UserCell } from '#web/lists/user-cell.tsx';
import { ModerationButton } from './moderation-button.tsx';

export interface FeedbackActions {
  busy: boolean;
  onRead: (entry: ModeratedFeedback) => void;
  onHide: (entry: ModeratedFeedback) => void;
  onShow: (entry: ModeratedFeedback) => void;
}

/** The columns of the feedback list for admins. */
export const feedbackColumns = ({ onRead, ...actions }: FeedbackActions): Columns<ModeratedFeedback> => [
  {
    id: 'name',
    header: 'Student',
    cell: ({ user }) => <UserCell name={user.name} image={user.image} email={user.email} />,
  },
  {
    id: 'title',
    header: 'Class',
    cell: ({ title, date }) => (
      <span className="min-w-0 in-rows:block in-rows:min-w-28">
        <span dir="auto" className="block">
          {title}
        </span>
        <span className="muted block text-xs">{formatDay(date)}</span>
      </span>
    ),
  },
  { id: 'rating', header: 'Rating', cell: ({ rating }) => <Stars rating={rating} /> },
  {
    id: 'feedback',
    header: 'Feedback',
    isText: true,
    cell: ({ feedback, hiddenReason }) => (
      <span className="grid min-w-0 gap-1 in-rows:min-w-44">
        <span dir="auto">{truncate(feedback, FEEDBACK_PREVIEW)}</span>
        {hiddenReason !== undefined && (
          <span className="text-xs font-semibold text-error">
            Hidden: <bdi>{hiddenReason}</bdi>
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (entry) => (
      <span className="flex gap-2">
        <button
          type="button"
          className="btn btn-ghost btn-square btn-sm"
          onClick={() => onRead(entry)}
          title="Read full feedback"
          aria-label={`Read the feedback from ${entry.user.name} on ${entry.title}`}
        >
          <Eye className="size-4" aria-hidden="true" />
        </button>
        <ModerationButton entry={entry} {...actions} />
      </span>
    ),
  },
];
