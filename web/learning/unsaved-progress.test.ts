import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LessonProgress, LessonProgressInput } from '#contract/lessons.ts';
import { storeProgress, sendUnsaved } from './unsaved-progress.ts';

const EMAIL = 'student@example.test';
const LESSON = 'lesson';

/** Pending requests to the server, with their bodies. */
let requests: { sent: LessonProgressInput; respond: () => void }[];
/** Whether the browser's storage has room. */
let hasRoom: boolean;

vi.mock('#web/calls/learning.ts', () => ({
  saveLessonProgress: (_id: string, sent: LessonProgressInput) =>
    new Promise<LessonProgress>((resolve) => {
      const { isDone = false, position = 0 } = sent;
      const respond = () =>
        resolve({ lessonId: LESSON, isDone, position, seenAt: '2026-01-01T00:00:00.000Z' });
      requests.push({ sent, respond });
    }),
}));

const send = (isLeaving = false) => sendUnsaved(EMAIL, { onSent: () => undefined, isLeaving });
const positions = () => requests.map(({ sent }) => sent.position);

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (!hasRoom) throw new DOMException('Full', 'QuotaExceededError');
      kept.set(key, value);
    },
  });
  requests = [];
  hasRoom = true;
});

afterEach(() => void vi.unstubAllGlobals());

it('sends a student’s position although an earlier request is unanswered', async () => {
  storeProgress(EMAIL, LESSON, { position: 10, at: Date.now() });
  const sending = send(true);
  storeProgress(EMAIL, LESSON, { position: 12, at: Date.now() });
  const leaving = send(true);
  // Browsers report in two ways that the user leaves a tab.
  await send(true);
  expect(positions()).toEqual([10, 12]);
  for (const { respond } of requests) respond();
  await Promise.all([sending, leaving]);
  await send(true);
  expect(positions()).toEqual([10, 12]);
});

it('sends with the progress how long ago it was made', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  storeProgress(EMAIL, LESSON, { isDone: true, at: Date.now() });
  vi.setSystemTime(Date.now() + 172_800_000);
  const sending = send();
  expect(requests.map(({ sent }) => sent)).toEqual([{ isDone: true, age: 172_800 }]);
  requests[0]!.respond();
  await sending;
  vi.useRealTimers();
});

it('sends one request at a time while the page is open', async () => {
  storeProgress(EMAIL, LESSON, { isDone: true });
  const sending = send();
  storeProgress(EMAIL, LESSON, { isDone: false });
  await send();
  expect(requests.map(({ sent }) => sent.isDone)).toEqual([true]);
  requests[0]!.respond();
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[1]!.sent.isDone).toBe(false);
  requests[1]!.respond();
  await sending;
});

it('sends progress that the browser has no room to store', async () => {
  hasRoom = false;
  storeProgress(EMAIL, LESSON, { isDone: true });
  const sending = send();
  expect(requests.map(({ sent }) => sent)).toEqual([{ isDone: true }]);
  requests[0]!.respond();
  await sending;
  await send();
  expect(requests).toHaveLength(1);
});
