import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ungradedClassesQuery } from '#web/calls/assignments.ts';
import { ownClassesQuery } from '#web/calls/classes.ts';
import { openQuestionsQuery } from '#web/calls/questions.ts';
import { PATHS } from '#web/paths.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { counted, OpenTasks } from './open-tasks.tsx';

/** The work awaiting a teacher: submissions to grade, questions, and rejected classes, followed by the children. */
export const TeacherWork = ({ children }: { children: ReactNode }) => {
  const { email } = useSignedInUser();
  const ungraded = useQuery(ungradedClassesQuery);
  const questions = useQuery(openQuestionsQuery(1));
  const rejected = useQuery(ownClassesQuery(email, { page: 1, limit: 1, status: 'rejected' }));
  const all = [ungraded, questions, rejected];
  const items = ungraded.data &&
    questions.data &&
    rejected.data && [
      ...ungraded.data.flatMap(({ _id, title, count }) =>
        counted(`${PATHS.classTask(_id)}?marked=no`, count, [
          `submission to grade in “${title}”`,
          `submissions to grade in “${title}”`,
        ]),
      ),
      ...counted(PATHS.myAddedClass, questions.data.total, ['unanswered question', 'unanswered questions']),
      ...counted(`${PATHS.myAddedClass}?status=rejected`, rejected.data.total, [
        'class that was not approved',
        'classes that were not approved',
      ]),
    ];
  return (
    <OpenTasks
      isPending={all.some(({ isPending }) => isPending)}
      items={items}
      nothing="Nothing. Everything is graded and answered."
      onRetry={() => all.forEach((query) => void query.refetch())}
    >
      {children}
    </OpenTasks>
  );
};
