import { useQuery } from '@tanstack/react-query';
import type { Enrollment } from '#contract/enrollments.ts';
import type { Lesson, LessonEntry } from '#contract/lessons.ts';
import { enrollmentInQuery } from '#web/calls/enrollments.ts';
import { useLearning } from '#web/learning/use-learning.ts';
import { useSession } from '#web/session/session-context.ts';
import { PendingPage } from '#web/ui/page-spinner.tsx';
import { Contents } from './contents.tsx';
import { LessonArticle } from './lesson-article.tsx';

/** The user's enrollment in the class. Only students have progress. */
const useEnrollment = (classId: string): Enrollment | undefined => {
  const { user } = useSession();
  const { data } = useQuery({ ...enrollmentInQuery(user?.email ?? '', classId), enabled: user !== null });
  return (user && data) ?? undefined;
};

interface LessonScreenProps {
  classId: string;
  /** The id of the lesson. */
  id: string;
  /** Undefined while it loads. */
  lesson?: Lesson;
}

/** A lesson beside the list of all lessons. */
export const LessonScreen = ({ classId, id, lesson }: LessonScreenProps) => {
  const enrollment = useEnrollment(classId);
  const { sections, lessons, learning } = useLearning(classId, enrollment?.email);
  const opensAll = enrollment !== undefined || lesson?.status !== undefined;
  const mayOpen = (entry: LessonEntry) => opensAll || entry.isPreview;
  return (
    <div className="lesson-screen page">
      {lessons.length > 0 && (
        <Contents
          sections={sections}
          learning={learning}
          lessons={lessons}
          mayOpen={mayOpen}
          current={lesson?._id}
        />
      )}
      {lesson ? (
        <LessonArticle
          key={lesson._id}
          lesson={lesson}
          lessons={lessons.filter(mayOpen)}
          learning={learning}
          enrollment={enrollment}
        />
      ) : (
        <PendingPage heading={lessons.find(({ _id }) => _id === id)?.title ?? 'Lesson'} />
      )}
    </div>
  );
};
