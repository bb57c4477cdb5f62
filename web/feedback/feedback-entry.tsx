import type { Feedback } from '#contract/feedback.ts';
import { AVATAR_FALLBACK, Picture } from '#web/ui/picture.tsx';
import { Stars } from '#web/ui/stars.tsx';

/** One student's feedback on a class. */
export const FeedbackEntry = ({
  entry: { user, rating, feedback },
}: {
  entry: Pick<Feedback, 'user' | 'rating' | 'feedback'>;
}) => (
  <div className="flex gap-3">
    <Picture
      src={user.image}
      fallback={AVATAR_FALLBACK}
      alt=""
      width={40}
      height={40}
      loading="lazy"
      className="size-10 shrink-0 rounded-full bg-base-300 object-cover"
    />
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
