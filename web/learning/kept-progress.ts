import type { LessonProgress, LessonProgressInput } from '#contract/lessons.ts';
import { ApiError } from '#web/calls/api-error.ts';
import { saveLessonProgress } from '#web/calls/learning.ts';
import { STORAGE_KEYS } from '#web/storage-keys.ts';
import { createSlot } from '#web/ui/slot.ts';

/** The progress in lessons, by their ids, that the server does not have yet. */
type Kept = Record<string, LessonProgressInput>;
/** By the email of the user. */
type Store = Record<string, Kept>;

const NOTHING: Kept = {};

/** The same text is the same object, so that what is kept only changes where it does. */
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

/** The tabs of a browser share what is stored, so that it is read again before each change. */
const change = (
  email: string,
  lessonId: string,
  next: (kept: LessonProgressInput | undefined) => LessonProgressInput | undefined,
): void => {
  const { [email]: { [lessonId]: kept, ...lessons } = {}, ...users } = read();
  const changed = next(kept);
  const own = { ...lessons, ...(changed && { [lessonId]: changed }) };
  const store = { ...users, ...(Object.keys(own).length > 0 && { [email]: own }) };
  localStorage.setItem(STORAGE_KEYS.progress, JSON.stringify(store));
  publish();
};

/** Keeps progress in this browser until it is sent. */
export const keepProgress = (email: string, lessonId: string, input: LessonProgressInput): void =>
  change(email, lessonId, (kept) => ({ ...kept, ...input }));

/** Whether the server may accept the same later. */
const isWorthKeeping = (error: unknown): boolean =>
  error instanceof ApiError && (error.isTemporary || error.status === 429 || error.status === 401);

let isSending = false;

/** Sends what is kept of a user, lesson by lesson, until nothing is left or the connection fails. */
export const sendKept = async (email: string, onSent: (progress: LessonProgress) => void): Promise<void> => {
  if (isSending) return;
  isSending = true;
  try {
    for (
      let [next] = Object.entries(read()[email] ?? {});
      next;
      [next] = Object.entries(read()[email] ?? {})
    ) {
      const [lessonId, input] = next;
      try {
        onSent(await saveLessonProgress(lessonId, input));
      } catch (error) {
        if (isWorthKeeping(error)) throw error;
      }
      const sent = JSON.stringify(input);
      change(email, lessonId, (kept) => (JSON.stringify(kept) === sent ? undefined : kept));
    }
    publish(false);
  } catch {
    publish(true);
  } finally {
    isSending = false;
  }
};

/** Calls back when another tab has changed what is kept. @returns what ends it */
export const followOtherTabs = (): (() => void) => {
  const follow = () => publish();
  follow();
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
};

/** What is kept of a user, and whether it is waiting for a connection. */
export const useKept = (email: string | undefined): { kept: Kept; isWaiting: boolean } => {
  const { store, isWaiting = false } = slot.use() ?? {};
  return { kept: (email !== undefined && store?.[email]) || NOTHING, isWaiting };
};
