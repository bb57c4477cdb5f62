import { useQuery } from '@tanstack/react-query';
import { FEEDBACK_PREVIEW } from '#web/feedback/feedback-preview.ts';
import { latestFeedbackQuery } from '#web/calls/feedback.ts';
import { FeedbackEntry } from '#web/feedback/feedback-entry.tsx';
import { Carousel } from '#web/ui/carousel.tsx';

/**
 * `items` is how many of the newest feedback entries are shown. `perView` maps minimum window widths (CSS pixels) to
 * slides per view. `autoplay` is in milliseconds.
 */
const FEEDBACK_CAROUSEL = {
  items: 20,
  perView: { 0: 1, 464: 2, 1024: 2, 3000: 5 },
  autoplay: 5_000,
} as const;

export const shownFeedbackQuery = latestFeedbackQuery(FEEDBACK_CAROUSEL.items);

/** A carousel of the newest feedback. */
export const FeedbackCarousel = () => {
  const { data, error, isPending } = useQuery(shownFeedbackQuery);
  if (isPending) return <p role="status">Loading feedback...</p>;
  if (!data) return <p role="alert">Error loading feedback: {error.message}</p>;
  if (data.length === 0) return <p>No feedback available at the moment.</p>;
  return (
    <Carousel
      label="What students say"
      items={data}
      keyOf={({ _id }) => _id}
      perView={FEEDBACK_CAROUSEL.perView}
      spacing={24}
      autoplay={FEEDBACK_CAROUSEL.autoplay}
    >
      {(entry) => (
        <div className="panel h-full p-6">
          <FeedbackEntry entry={entry} limit={FEEDBACK_PREVIEW} />
        </div>
      )}
    </Carousel>
  );
};
