import type { ReactNode } from 'react';
import type { Feedback } from '#contract/feedback.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { truncate } from '#web/ui/truncate.ts';
import { Stars } from '#web/ui/stars.tsx';

type Entry = Pick<Feedback, 'user' | 'rating' | 'feedback' | 'reply'>;

interface FeedbackReplyProps {
  reply: NonNullable<Entry['reply']>;
  /** In characters. */
  limit?: number;
}

/** The teacher's reply to feedback. */
export const FeedbackReply = ({
  reply: { name, text, isOutdated },
  limit = Infinity,
}: FeedbackReplyProps) => (
  <div className="mt-2 grid gap-1 border-s-2 border-base-300 ps-4 text-sm">
    <p className="font-semibold">
      Reply from <bdi>{name}</bdi>
    </p>
    <p dir="auto" className="whitespace-pre-line wrap-anywhere">
      {truncate(text, limit)}
    </p>
    {isOutdated && <p className="muted">The student edited the feedback after this reply.</p>}
  </div>
);

interface FeedbackEntryProps {
  entry: Entry;
  /** An action of the user, beside the name. */
  action?: ReactNode;
  /** The maximum number of characters that are shown of each text. */
  limit?: number;
}

/** One student's feedback on a class, with the teacher's reply. */
export const FeedbackEntry = ({
  entry: { user, rating, feedback, reply },
  action,
  limit = Infinity,
}: FeedbackEntryProps) => (
  <div className="flex gap-3">
    <Avatar image={user.image} />
    <div className="grid min-w-0 flex-1 gap-1">
      <div className="flex items-start justify-between gap-3">
        <p dir="auto" className="min-w-0 font-semibold">
          {user.name}
        </p>
        {action}
      </div>
      <Stars rating={rating} />
      <p dir="auto" className="whitespace-pre-line">
        {truncate(feedback, limit)}
      </p>
      {reply && <FeedbackReply reply={reply} limit={limit} />}
    </div>
  </div>
);
