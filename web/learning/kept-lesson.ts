import { type LessonProgressInput, MAX_PROGRESS_AGE } from '#contract/lessons.ts';

/** What a student did in a lesson at one time, `at`, in milliseconds. The least is that they had it open. */
export type Change = Omit<LessonProgressInput, 'age'> & { at?: number | undefined };

/**
 * The progress in a lesson that the server does not have yet. `at` is the time of the last change. Entries of earlier
 * versions have no other time.
 */
export type KeptLesson = Change & { doneAt?: number | undefined; positionAt?: number | undefined };

/** Adds a change. What it leaves as it was keeps its time, so that it does not replace what another device did since. */
export const addChange = (kept: KeptLesson | undefined, change: Change): KeptLesson => ({
  doneAt: kept?.at,
  positionAt: kept?.at,
  ...kept,
  ...change,
  ...(change.isDone !== undefined && { doneAt: change.at }),
  ...(change.position !== undefined && { positionAt: change.at }),
});

/** The changes that a lesson's progress consists of, one for each time. */
export const changesIn = ({
  at,
  isDone,
  doneAt = at,
  position,
  positionAt = at,
}: KeptLesson): [Change, ...Change[]] => {
  const last: Change = { at };
  const changes: [Change, ...Change[]] = [last];
  const changeAt = (time: number | undefined): Change => {
    const known = changes.find((change) => change.at === time);
    if (known) return known;
    const change = { at: time };
    changes.push(change);
    return change;
  };
  if (isDone !== undefined) changeAt(doneAt).isDone = isDone;
  if (position !== undefined) changeAt(positionAt).position = position;
  return changes;
};

/** Removes a change that was sent, unless the student has changed the same since. @returns undefined if nothing is left */
export const removeChange = (kept: KeptLesson, sent: Change): KeptLesson | undefined =>
  changesIn(kept)
    .filter((change) => JSON.stringify(change) !== JSON.stringify(sent))
    .reduce<KeptLesson | undefined>(addChange, undefined);

/** Whether a change is a new position in a video and nothing else. */
export const isPosition = ({ isDone, position }: Change): boolean =>
  isDone === undefined && position !== undefined;

export const inputOf = ({ at, ...input }: Change): LessonProgressInput => {
  if (at === undefined) return input;
  const age = (Date.now() - at) / 1_000;
  // The clock may have been set meanwhile.
  return { ...input, age: Math.min(Math.max(0, age), MAX_PROGRESS_AGE) };
};
