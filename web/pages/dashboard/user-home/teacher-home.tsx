import { useQuery } from '@tanstack/react-query';
import { ownClassesQuery } from '#web/calls/classes.ts';
import { earningTotalsQuery } from '#web/calls/revenue.ts';
import { teachingSummaryQuery } from '#web/calls/teaching.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { ClassStates } from './class-states.tsx';
import { DAYS_OF_TWO_MONTHS } from './earned-by-month.ts';
import { Loaded } from './home-panel.tsx';
import { NextSteps } from './next-steps.tsx';
import { OpenTasks } from './open-tasks.tsx';
import { PartsInOrder } from './parts-in-order.tsx';
import { EarnedThisMonth, NewStudents, OverallRating } from './teacher-summary.tsx';
import { useTeacherTasks } from './use-teacher-tasks.ts';

/** The maximum number of classes. My Added Class has all of them. */
const SHOWN = 20;

/** The home screen of a teacher. */
export const TeacherHome = () => {
  const { email } = useSignedInUser();
  const tasks = useTeacherTasks();
  const classes = useQuery(ownClassesQuery(email, { page: 1, limit: SHOWN }));
  const summary = useQuery(teachingSummaryQuery(email));
  const earnings = useQuery(earningTotalsQuery(DAYS_OF_TWO_MONTHS));
  const isNew = classes.data?.total === 0;
  return (
    <PartsInOrder
      parts={[
        {
          name: 'tasks',
          queries: tasks.queries,
          content: <OpenTasks {...tasks} nothing="Nothing. Everything is graded and answered." />,
        },
        { name: 'next steps', queries: [], content: <NextSteps role="teacher" /> },
        {
          name: 'summary',
          queries: [classes, summary, earnings],
          content: !isNew && (
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
              <Loaded query={summary} failure="Your students and ratings could not be loaded">
                {({ newStudents, rating }) => (
                  <>
                    <NewStudents of={newStudents} />
                    <OverallRating of={rating} />
                  </>
                )}
              </Loaded>
              <Loaded query={earnings} failure="Your earnings could not be loaded">
                {(totals) => <EarnedThisMonth totals={totals} />}
              </Loaded>
            </div>
          ),
        },
        {
          name: 'classes',
          queries: [classes],
          content: (
            <Loaded query={classes} failure="Your classes could not be loaded">
              {({ rows, total }) => <ClassStates classes={rows} total={total} />}
            </Loaded>
          ),
        },
      ]}
    />
  );
};
