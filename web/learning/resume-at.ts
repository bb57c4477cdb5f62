import type { LessonEntry } from '#contract/lessons.ts';

/**
 * The lesson to resume at: the one that the server names or, if it has been completed in the meantime, the next one
 * that is not. Once all lessons are completed, the first one.
 */
export const resumeAt = (
  lessons: readonly LessonEntry[],
  from: string,
  isDone: (id: string) => boolean,
): LessonEntry | undefined => {
  const start = Math.max(
    lessons.findIndex(({ _id }) => _id === from),
    0,
  );
  const inTurn = [...lessons.slice(start), ...lessons.slice(0, start)];
  return inTurn.find(({ _id }) => !isDone(_id)) ?? lessons[0];
};
