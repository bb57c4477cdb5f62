import type { Feedback } from '#contract/feedback.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Stars } from '#web/ui/stars.tsx';

/** One student's feedback on a class. */
export const FeedbackEntry = ({
  entry: { user, rating, feedback },
}: {
  entry: Pick<Feedback, 'user' | 'rating' | 'feedback'>;
}) => (
  <div className="flex gap-3">
    <Avatar image={user.image} />
    <div className="grid min-w-0 gap-1">
      <p dir="auto" className="font-semibold">
        {user.name}
      </p>
      <Stars rating={rating} />
      <p dir="auto" className="whitespace-pre-line">
        {feedback}
      </p>
    </div>
  </div>
);
