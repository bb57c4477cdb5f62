import { useQuery } from '@tanstack/react-query';
import type { Lesson, LessonEntry } from '#contract/lessons.ts';
import { enrollmentInQuery } from '#web/calls/enrollments.ts';
import { useLearning } from '#web/learning/use-learning.ts';
import { useSession } from '#web/session/session-context.ts';
import { PendingPage } from '#web/ui/page-spinner.tsx';
import { Contents } from './contents.tsx';
import { LessonArticle } from './lesson-article.tsx';
import { PreviewEnd } from './preview-end.tsx';

/** Whether a lesson shows that its reader is a student: others receive previews only, or the lesson's status. */
const isOfStudent = ({ status, progress, isPreview }: Lesson): boolean =>
  status === undefined && (progress !== undefined || !isPreview);

/** The user's enrollment in the class. Only students have progress. */
const useEnrollment = (classId: string, lesson: Lesson | undefined) => {
  const { user, loading } = useSession();
  const { data, isError, refetch } = useQuery({
    ...enrollmentInQuery(user?.email ?? '', classId),
    enabled: user !== null,
  });
  const isUnknown = user !== null && data === undefined;
  const enrollment = (user && data) ?? undefined;
  return {
    enrollment,
    student: isUnknown && lesson && isOfStudent(lesson) ? user.email : enrollment?.email,
    isOutsider: !loading && (user === null || data === null),
    hasFailed: isUnknown && isError,
    retry: () => void refetch(),
  };
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
  const { enrollment, student, ...own } = useEnrollment(classId, lesson);
  const { sections, lessons, learning, failed, retry } = useLearning(classId, student, lesson);
  const manages = lesson?.status !== undefined;
  const isOutsider = own.isOutsider && !manages;
  const mayOpen = (entry: LessonEntry) => student !== undefined || manages || entry.isPreview;
  const missing = [
    failed.lessons && 'the list of lessons',
    own.hasFailed && !manages && 'your enrollment',
    failed.progress && 'your progress',
  ].filter((part) => typeof part === 'string');
  return (
    <div className="lesson-screen page">
      {lessons.length > 0 && (
        <Contents
          sections={sections}
          learning={learning}
          lessons={lessons}
          mayOpen={mayOpen}
          marksLocked={isOutsider}
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
          missing={missing}
          onRetry={() => {
            retry();
            if (own.hasFailed) own.retry();
          }}
        >
          {isOutsider && lesson.isPreview && <PreviewEnd classId={classId} of={lessons.length} />}
        </LessonArticle>
      ) : (
        <PendingPage heading={lessons.find(({ _id }) => _id === id)?.title ?? 'Lesson'} />
      )}
    </div>
  );
};
