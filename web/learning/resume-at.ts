import type { LessonEntry } from '#contract/lessons.ts';

/**
 * The lesson to go on with: the one that the server names or, if it has been done in the meantime, the next that is not done.
 * The first lesson once all are done.
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
