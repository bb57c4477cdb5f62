import { type LessonProgress, type LessonProgressInput, MAX_PROGRESS_AGE } from '#contract/lessons.ts';
import { ApiError } from '#web/calls/client/api-error.ts';
import { saveLessonProgress } from '#web/calls/learning.ts';
import { STORAGE_KEYS } from '#web/storage-keys.ts';
import { createSlot } from '#web/ui/slot.ts';

/**
 * The progress in a lesson that the server does not have yet. `at` is when the last change was made, in milliseconds.
 */
type KeptLesson = Omit<LessonProgressInput, 'age'> & { at?: number };
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
export const storeProgress = (email: string, lessonId: string, input: KeptLesson): void =>
  change(email, lessonId, (kept) => ({ ...kept, ...input }));

/** Whether the same request may succeed later. */
const isWorthKeeping = (error: unknown): boolean =>
  error instanceof ApiError && (error.isTemporary || error.status === 429 || error.status === 401);

/** Minimum milliseconds between two positions that are sent while a video plays. */
const POSITION_INTERVAL = 15_000;

/** Entries that are being sent, serialized. */
const underWay = new Set<string>();
let positionSentAt = -Infinity;

const isPosition = ({ isDone, position }: KeptLesson): boolean =>
  isDone === undefined && position !== undefined;

/** The next entry to send. A position is held back until enough time has passed since the last one. */
const findNext = (email: string, isLeaving: boolean): [string, KeptLesson] | undefined => {
  const isEarly = !isLeaving && Date.now() - positionSentAt < POSITION_INTERVAL;
  return Object.entries(read()[email] ?? {}).find(([, kept]) => !isEarly || !isPosition(kept));
};

const inputOf = ({ at, ...input }: KeptLesson): LessonProgressInput => {
  if (at === undefined) return input;
  const age = (Date.now() - at) / 1_000;
  // The clock may have been set meanwhile.
  return { ...input, age: Math.min(Math.max(0, age), MAX_PROGRESS_AGE) };
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
      const [lessonId, input] = next;
      const text = JSON.stringify(next);
      if (underWay.has(text)) return;
      underWay.add(text);
      if (input.position !== undefined) positionSentAt = Date.now();
      try {
        onSent(await saveLessonProgress(lessonId, inputOf(input)), isPosition(input));
      } catch (error) {
        if (isWorthKeeping(error)) throw error;
        onRefused?.();
      } finally {
        underWay.delete(text);
      }
      const sent = JSON.stringify(input);
      change(email, lessonId, (kept) => (JSON.stringify(kept) === sent ? undefined : kept));
    }
    publish(false);
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
