import { Suspense } from 'react';
import { ClassFeedback, feedbackPageQuery } from '#web/feedback/class-feedback.tsx';
import { FeedbackEntry } from '#web/feedback/feedback-entry.tsx';
import { readPage } from '#web/lists/read-page.ts';
import { later } from '#web/rendering/later.tsx';
import { useSearchParams } from '#web/routing/router-context.ts';
import { useSession } from '#web/session/session-context.ts';
import { useClassRelation } from '#web/classes/use-class-relation.ts';

/** Loaded only for signed-in users. */
const ReportFeedback = later(async () => (await import('./report-feedback.tsx')).ReportFeedback);

/** The query parameter with the current page of the feedback. */
const PARAMETER = 'feedback';
const HEADING = 'class-feedback';

const readFeedbackPage = (search: URLSearchParams): number => readPage(search.get(PARAMETER));
const searchOf = (page: number): string => (page > 1 ? `?${PARAMETER}=${page}` : '');

/** The query string of a class page in canonical form. */
export const offerSearch = (search: URLSearchParams): string => searchOf(readFeedbackPage(search));

/** The feedback that a class page shows, for prefetching. */
export const offerFeedbackQuery = (classId: string, search: URLSearchParams) =>
  feedbackPageQuery(classId, readFeedbackPage(search));

export const OfferFeedback = ({ classId }: { classId: string }) => {
  const [search] = useSearchParams();
  const { user } = useSession();
  const { as } = useClassRelation(classId);
  return (
    <section className="panel grid gap-5 p-6" aria-labelledby={HEADING}>
      <h2 id={HEADING}>What students say</h2>
      <ClassFeedback
        classId={classId}
        page={readFeedbackPage(search)}
        searchOf={searchOf}
        hash={HEADING}
        empty="No student has left feedback yet."
      >
        {(entry) => (
          <FeedbackEntry
            entry={entry}
            action={
              user &&
              as !== 'pending' &&
              as !== 'failed' && (
                <Suspense>
                  <ReportFeedback classId={classId} entry={entry} isStudent={as === 'student'} />
                </Suspense>
              )
            }
          />
        )}
      </ClassFeedback>
    </section>
  );
};
