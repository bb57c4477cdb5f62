import type { Class } from '#contract/classes.ts';
import { ratingSummaryQuery } from '#web/calls/feedback.ts';
import { feedbackPageQuery } from '#web/feedback/class-feedback.tsx';
import type { PageRequest } from '#web/rendering/page-handle.ts';
import { readFeedbackPage } from './feedback-search.ts';
import { OfferFeedback } from './offer-feedback.tsx';
import { OtherClasses, relatedClassesQuery, teachersClassesQuery } from './other-classes.tsx';

/** Loads the data of this part. */
export const prefetchBelowCourse = (
  { _id, category }: Class,
  { search, load }: Pick<PageRequest, 'search' | 'load'>,
): Promise<unknown> =>
  Promise.all([
    load(ratingSummaryQuery(_id)),
    load(feedbackPageQuery(_id, readFeedbackPage(search))),
    load(teachersClassesQuery(_id)),
    category && load(relatedClassesQuery(category)),
  ]);

/** What follows the curriculum: the feedback, and other classes. */
export const BelowCourse = ({ offer }: { offer: Class }) => (
  <>
    <OfferFeedback classId={offer._id} />
    <OtherClasses offer={offer} />
  </>
);
