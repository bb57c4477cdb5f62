import { useQuery } from '@tanstack/react-query';
import type { Lesson, LessonEntry } from '#contract/lessons.ts';
import { curriculumQuery } from '#web/calls/curriculum.ts';
import { lessonProgressQuery } from '#web/calls/learning.ts';
import { storeProgress, sendUnsaved } from './unsaved-progress.ts';
import { resumeAt } from './resume-at.ts';
import { useUnsavedProgress } from './use-unsaved-progress.ts';

/** The student's progress, including what the server does not have yet. It is recorded even if it could not be loaded. */
export interface Learning {
  /** Undefined while it is unknown. */
  isDone: (id: string) => boolean | undefined;
  /** Undefined while the progress or the lessons are unknown. */
  done: number | undefined;
  /** Undefined if the class no longer has any lessons, and while the progress is unknown. */
  resume: LessonEntry | undefined;
  /** Whether some progress is waiting for a connection. */
  isUnsent: boolean;
  record: (lessonId: string, isDone?: boolean) => void;
  /** Saves the position in a video, in seconds. At the end, the lesson is completed and starts over the next time. */
  recordPosition: (lessonId: string, position: number, isAtEnd?: boolean) => void;
  /** Sends the position at once, because the student is leaving. */
  leave: () => void;
  /** The position to resume a video at, in seconds. Undefined while another device may have a later one. */
  positionIn: (lessonId: string) => number | undefined;
}

/** The student's progress as the server knows it. */
const useSavedProgress = (classId: string, student: string | undefined, lesson: Lesson | undefined) => {
  const query = useQuery({ ...lessonProgressQuery(classId), enabled: student !== undefined });
  const { data, isFetched, failureCount, isPaused } = query;
  const done = data && new Set(data.done);
  // Without the list, the open lesson's own progress is the best that is known.
  const own = !data && (isFetched || failureCount > 0 || isPaused) ? lesson : undefined;
  const isDone = (id: string): boolean | undefined =>
    done?.has(id) ?? (own?._id === id ? (own.progress?.isDone ?? false) : undefined);
  const positionIn = (id: string): number | undefined => {
    if (data) return data.started.find(({ lessonId }) => lessonId === id)?.position ?? 0;
    return own?._id === id ? (own.progress?.position ?? 0) : undefined;
  };
  return { query, isDone, positionIn };
};

/**
 * The lessons of a class in order, and the student's progress.
 * @param student email of the enrolled student; undefined for other viewers, who have no progress
 * @param lesson the open lesson
 */
export const useLearning = (classId: string, student: string | undefined, lesson?: Lesson) => {
  const curriculum = useQuery(curriculumQuery(classId));
  const { query: progress, ...saved } = useSavedProgress(classId, student, lesson);
  const { kept, isWaiting } = useUnsavedProgress(student);
  const sections = curriculum.data?.sections ?? [];
  const lessons = sections.flatMap((section) => section.lessons);
  const isDone = (id: string) => kept[id]?.isDone ?? saved.isDone(id);
  const isDoneForSure = (id: string) => isDone(id) ?? false;
  const learning: Learning | undefined =
    student === undefined
      ? undefined
      : {
          isDone,
          done:
            progress.data && curriculum.data
              ? lessons.filter(({ _id }) => isDoneForSure(_id)).length
              : undefined,
          resume: progress.data && resumeAt(lessons, progress.data.learning?.resume._id ?? '', isDoneForSure),
          isUnsent: isWaiting && Object.values(kept).some((input) => input.isDone !== undefined),
          record: (lessonId, done) =>
            storeProgress(student, lessonId, {
              at: Date.now(),
              ...(done !== undefined && { isDone: done }),
            }),
          recordPosition: (lessonId, position, isAtEnd = false) =>
            storeProgress(student, lessonId, {
              position: isAtEnd ? 0 : Math.floor(position),
              at: Date.now(),
              ...(isAtEnd && { isDone: true }),
            }),
          leave: () => void sendUnsaved(student, { onSent: () => undefined, isLeaving: true }),
          positionIn: (lessonId) => {
            if (kept[lessonId] && !isWaiting) return undefined;
            return kept[lessonId]?.position ?? saved.positionIn(lessonId);
          },
        };
  return {
    sections,
    lessons,
    minutes: curriculum.data?.minutes ?? 0,
    learning,
    isPending: curriculum.isPending || (student !== undefined && progress.isPending),
    /** Which parts could not be loaded. */
    failed: {
      lessons: !curriculum.data && curriculum.isError,
      progress: !progress.data && progress.isError,
    },
    retry: () =>
      void Promise.all([
        !curriculum.data && curriculum.refetch(),
        student !== undefined && !progress.data && progress.refetch(),
      ]),
  };
};
