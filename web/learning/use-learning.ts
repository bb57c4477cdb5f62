import { useQuery } from '@tanstack/react-query';
import type { LessonEntry } from '#contract/lessons.ts';
import { curriculumQuery } from '#web/calls/curriculum.ts';
import { lessonProgressQuery } from '#web/calls/learning.ts';
import { storeProgress, sendUnsaved } from './unsaved-progress.ts';
import { resumeAt } from './resume-at.ts';
import { useUnsavedProgress } from './use-unsaved-progress.ts';

/** The student's progress, including what the server does not have yet. */
export interface Learning {
  isDone: (id: string) => boolean;
  done: number;
  /** Undefined if the class no longer has any lessons. */
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

/**
 * The lessons of a class in order, and the student's progress.
 * @param student email of the enrolled student; undefined for other viewers, who have no progress
 */
export const useLearning = (classId: string, student: string | undefined) => {
  const curriculum = useQuery(curriculumQuery(classId));
  const progress = useQuery({ ...lessonProgressQuery(classId), enabled: student !== undefined });
  const { kept, isWaiting } = useUnsavedProgress(student);
  const sections = curriculum.data?.sections ?? [];
  const lessons = sections.flatMap((section) => section.lessons);
  const saved = new Set(progress.data?.done);
  const isDone = (id: string) => kept[id]?.isDone ?? saved.has(id);
  const learning: Learning | undefined =
    student !== undefined && progress.data
      ? {
          isDone,
          done: lessons.filter(({ _id }) => isDone(_id)).length,
          resume: resumeAt(lessons, progress.data.learning?.resume._id ?? '', isDone),
          isUnsent: isWaiting && Object.values(kept).some((input) => input.isDone !== undefined),
          record: (lessonId, done) =>
            storeProgress(student, lessonId, done === undefined ? {} : { isDone: done }),
          recordPosition: (lessonId, position, isAtEnd = false) =>
            storeProgress(student, lessonId, {
              position: isAtEnd ? 0 : Math.floor(position),
              at: Date.now(),
              ...(isAtEnd && { isDone: true }),
            }),
          leave: () => void sendUnsaved(student, { onSent: () => undefined, isLeaving: true }),
          positionIn: (lessonId) => {
            if (kept[lessonId] && !isWaiting) return undefined;
            const known = progress.data.started.find((one) => one.lessonId === lessonId);
            return kept[lessonId]?.position ?? known?.position ?? 0;
          },
        }
      : undefined;
  return {
    sections,
    lessons,
    minutes: curriculum.data?.minutes ?? 0,
    learning,
    isPending: curriculum.isPending || (student !== undefined && progress.isPending),
    hasFailed: !curriculum.data || (student !== undefined && !progress.data),
    retry: () => void Promise.all([curriculum.refetch(), student !== undefined && progress.refetch()]),
  };
};
