import type { LessonProgress } from '#contract/lessons.ts';
import { ApiError } from '#web/calls/client/api-error.ts';
import { saveLessonProgress } from '#web/calls/learning.ts';
import { STORAGE_KEYS } from '#web/storage-keys.ts';
import { createSlot } from '#web/ui/slot.ts';
import {
  addChange,
  type Change,
  changesIn,
  inputOf,
  isPosition,
  type KeptLesson,
  removeChange,
} from './kept-lesson.ts';

/** Unsaved progress by lesson id. */
type Kept = Record<string, KeptLesson>;
/** Unsaved progress by the user's email. */
type Store = Record<string, Kept>;

const NOTHING: Kept = {};

/** The last parsed store. Equal text yields the same object, so that consumers render only after a change. */
let last: { text: string | null; store: Store } = { text: null, store: {} };

const read = (): Store => {
  const text = localStorage.getItem(STORAGE_KEYS.progress);
  if (text === last.text) return last.store;
  try {
    last = { text, store: JSON.parse(text ?? '{}') as Store };
  } catch {
    last = { text, store: {} };
  }
  return last.store;
};

const slot = createSlot<{ store: Store; isWaiting: boolean }>();

const publish = (isWaiting = slot.get()?.isWaiting ?? false): void => slot.set({ store: read(), isWaiting });

/** Applies a change to the store. It is read again first, because all tabs of a browser share it. */
const change = (
  email: string,
  lessonId: string,
  next: (kept: KeptLesson | undefined) => KeptLesson | undefined,
): void => {
  const { [email]: { [lessonId]: kept, ...lessons } = {}, ...users } = read();
  const changed = next(kept);
  const own = { ...lessons, ...(changed && { [lessonId]: changed }) };
  const store = { ...users, ...(Object.keys(own).length > 0 && { [email]: own }) };
  try {
    localStorage.setItem(STORAGE_KEYS.progress, JSON.stringify(store));
  } catch {
    // If the browser's storage is full, the progress exists in this tab only until it is sent.
    last = { text: localStorage.getItem(STORAGE_KEYS.progress), store };
  }
  publish();
};

/** Keeps progress in this browser until it is sent. */
export const storeProgress = (email: string, lessonId: string, made: Change): void =>
  change(email, lessonId, (kept) => addChange(kept, made));

/** Whether the same request may succeed later. */
const isWorthKeeping = (error: unknown): boolean =>
  error instanceof ApiError && (error.isTemporary || error.status === 429 || error.status === 401);

/** Minimum milliseconds between two positions that are sent while a video plays. */
const POSITION_INTERVAL = 15_000;

/** Changes that are being sent, serialized with their lessons. */
const underWay = new Set<string>();
let positionSentAt = -Infinity;

/** The next change to send. A position is held back until enough time has passed since the last one. */
const findNext = (email: string, isLeaving: boolean): [string, Change] | undefined => {
  const isEarly = !isLeaving && Date.now() - positionSentAt < POSITION_INTERVAL;
  return Object.entries(read()[email] ?? {})
    .flatMap(([lessonId, kept]) => changesIn(kept).map((made): [string, Change] => [lessonId, made]))
    .find((next) => !(isEarly && isPosition(next[1])) && !underWay.has(JSON.stringify(next)));
};

interface SendOptions {
  onSent: (progress: LessonProgress, isPositionAlone: boolean) => void;
  /** The server refused progress, for example because the enrollment has ended. It is no longer kept. */
  onRefused?: () => void;
  /** Whether the user is leaving the video, so that the position is sent at once. */
  isLeaving?: boolean;
}

/** Sends a user's unsaved progress, lesson by lesson, until nothing is left or the connection fails. */
export const sendUnsaved = async (
  email: string,
  { onSent, onRefused, isLeaving = false }: SendOptions,
): Promise<void> => {
  // A user who is leaving cannot wait for pending responses.
  if (underWay.size > 0 && !isLeaving) return;
  try {
    for (let next = findNext(email, isLeaving); next; next = findNext(email, isLeaving)) {
      const [lessonId, made] = next;
      const text = JSON.stringify(next);
      underWay.add(text);
      if (made.position !== undefined) positionSentAt = Date.now();
      try {
        onSent(await saveLessonProgress(lessonId, inputOf(made)), isPosition(made));
      } catch (error) {
        if (isWorthKeeping(error)) throw error;
        onRefused?.();
      } finally {
        underWay.delete(text);
      }
      change(email, lessonId, (kept) => kept && removeChange(kept, made));
    }
    if (underWay.size === 0) publish(false);
  } catch {
    publish(true);
  }
};

/** Follows changes that other tabs make to the store. @returns a function that stops it */
export const followOtherTabs = (): (() => void) => {
  const follow = () => publish();
  follow();
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
};

/** A user's unsaved progress, and whether it is waiting for a connection. */
export const useUnsaved = (email: string | undefined): { kept: Kept; isWaiting: boolean } => {
  const { store, isWaiting = false } = slot.use() ?? {};
  return { kept: (email !== undefined && store?.[email]) || NOTHING, isWaiting };
};
