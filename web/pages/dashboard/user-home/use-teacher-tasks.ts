import { useQuery } from '@tanstack/react-query';
import { ungradedClassesQuery } from '#web/calls/assignments.ts';
import { ownClassesQuery } from '#web/calls/classes.ts';
import { openQuestionsQuery } from '#web/calls/questions.ts';
import { PATHS } from '#web/paths.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { counted } from './open-tasks.tsx';

/** The work awaiting a teacher: submissions to grade, questions, and rejected classes. */
export const useTeacherTasks = () => {
  const { email } = useSignedInUser();
  const ungraded = useQuery(ungradedClassesQuery);
  const questions = useQuery(openQuestionsQuery(1));
  const rejected = useQuery(ownClassesQuery(email, { page: 1, limit: 1, status: 'rejected' }));
  const queries = [ungraded, questions, rejected];
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
  return { queries, items };
};
