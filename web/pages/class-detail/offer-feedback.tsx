import { Suspense } from 'react';
import { ClassFeedback } from '#web/feedback/class-feedback.tsx';
import { FeedbackEntry } from '#web/feedback/feedback-entry.tsx';
import { later } from '#web/rendering/later.tsx';
import { useSearchParams } from '#web/routing/router-context.ts';
import { useSession } from '#web/session/session-context.ts';
import { useClassRelation } from '#web/classes/use-class-relation.ts';
import { feedbackSearch, readFeedbackPage } from './feedback-search.ts';

/** Loaded only for signed-in users. */
const ReportFeedback = later(async () => (await import('./report-feedback.tsx')).ReportFeedback);

const HEADING = 'class-feedback';

/** The ratings of a class and what students say. */
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
        searchOf={feedbackSearch}
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
