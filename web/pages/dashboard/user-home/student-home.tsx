import { useQuery } from '@tanstack/react-query';
import { enrollmentsQuery, suggestionsQuery } from '#web/calls/enrollments.ts';
import { savedClassPageQuery } from '#web/calls/saved-classes.ts';
import { recentMarksAndAnswersQuery } from '#web/calls/notifications.ts';
import { useUnsavedProgress } from '#web/learning/use-unsaved-progress.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { DueAssignments } from './due-assignments.tsx';
import { Loaded } from './home-panel.tsx';
import { NextSteps } from './next-steps.tsx';
import { OwnCertificates } from './own-certificates.tsx';
import { PartsInOrder } from './parts-in-order.tsx';
import { StudentLearning } from './student-learning.tsx';
import { StudentNews } from './student-news.tsx';
import { SavedClasses } from './saved-classes.tsx';
import { Suggestions } from './suggestions.tsx';

/** How many saved classes are shown: a row. */
const SAVED_SHOWN = 3;

/** The home screen of a student. */
export const StudentHome = () => {
  const { email } = useSignedInUser();
  const enrollments = useQuery(enrollmentsQuery(email));
  const news = useQuery(recentMarksAndAnswersQuery(email));
  const saved = useQuery(savedClassPageQuery({ limit: SAVED_SHOWN }, email));
  const suggestions = useQuery(suggestionsQuery(email));
  useUnsavedProgress(email);
  const isNew = enrollments.data?.length === 0;
  return (
    <PartsInOrder
      parts={[
        {
          name: 'learning',
          queries: [enrollments],
          content: (
            <Loaded query={enrollments} failure="Your classes could not be loaded">
              {(all) => (
                <>
                  <StudentLearning enrollments={all} />
                  <DueAssignments enrollments={all} />
                </>
              )}
            </Loaded>
          ),
        },
        {
          name: 'news',
          queries: [news],
          content: (
            <Loaded query={news} failure="Your new marks and answers could not be loaded">
              {(all) => <StudentNews news={all} />}
            </Loaded>
          ),
        },
        {
          name: 'certificates and next steps',
          queries: [],
          content: (
            <>
              {enrollments.data && <OwnCertificates enrollments={enrollments.data} />}
              {!isNew && <NextSteps role="student" />}
            </>
          ),
        },
        {
          name: 'saved classes',
          queries: [saved],
          content: (
            <Loaded query={saved} failure="Your saved classes could not be loaded">
              {(found) => <SavedClasses saved={found} />}
            </Loaded>
          ),
        },
        {
          name: 'suggestions',
          queries: [suggestions],
          content: (
            <Loaded query={suggestions} failure="Suggestions could not be loaded">
              {(classes) => <Suggestions classes={classes} />}
            </Loaded>
          ),
        },
      ]}
    />
  );
};
