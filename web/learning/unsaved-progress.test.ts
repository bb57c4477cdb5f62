import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LessonProgress, LessonProgressInput } from '#contract/lessons.ts';
import { storeProgress, sendUnsaved } from './unsaved-progress.ts';

const EMAIL = 'student@example.test';
const LESSON = 'lesson';

/** Pending requests to the server, with their bodies. */
let requests: { sent: LessonProgressInput; respond: () => void }[];
/** Whether the browser's storage has room. */
let hasRoom: boolean;
/** Whether the server responds at once. */
let isAnswering: boolean;

vi.mock('#web/calls/learning.ts', () => ({
  saveLessonProgress: (_id: string, sent: LessonProgressInput) =>
    new Promise<LessonProgress>((resolve) => {
      const { isDone = false, position = 0 } = sent;
      const respond = () =>
        resolve({ lessonId: LESSON, isDone, position, seenAt: '2026-01-01T00:00:00.000Z' });
      requests.push({ sent, respond });
      if (isAnswering) respond();
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
  isAnswering = false;
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

describe('an opened lesson with progress that is not sent yet', () => {
  const DAY = 86_400_000;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  /** Sends everything. @returns what was sent */
  const sendAll = async () => {
    isAnswering = true;
    await send(true);
    return requests.map(({ sent }) => sent);
  };

  it('does not make a position look new', async () => {
    storeProgress(EMAIL, LESSON, { position: 100, at: Date.now() });
    vi.setSystemTime(Date.now() + 2 * DAY);
    storeProgress(EMAIL, LESSON, { at: Date.now() });
    const sent = await sendAll();
    expect(sent).toHaveLength(2);
    expect(sent).toEqual(expect.arrayContaining([{ age: 0 }, { position: 100, age: 172_800 }]));
    await send(true);
    expect(requests, 'nothing is left').toHaveLength(2);
  });

  it('sends each change with its own age', async () => {
    storeProgress(EMAIL, LESSON, { isDone: false, at: Date.now() });
    vi.setSystemTime(Date.now() + DAY);
    storeProgress(EMAIL, LESSON, { position: 100, at: Date.now() });
    vi.setSystemTime(Date.now() + DAY);
    storeProgress(EMAIL, LESSON, { position: 200, at: Date.now() });
    const sent = await sendAll();
    expect(sent).toHaveLength(2);
    expect(sent).toEqual(
      expect.arrayContaining([
        { isDone: false, age: 172_800 },
        { position: 200, age: 0 },
      ]),
    );
  });

  it('keeps the time of what an earlier version has stored', async () => {
    const stored = { isDone: false, position: 100, at: Date.now() };
    localStorage.setItem('lesson-progress', JSON.stringify({ [EMAIL]: { [LESSON]: stored } }));
    vi.setSystemTime(Date.now() + DAY);
    storeProgress(EMAIL, LESSON, { at: Date.now() });
    const sent = await sendAll();
    expect(sent).toHaveLength(2);
    expect(sent).toEqual(expect.arrayContaining([{ age: 0 }, { isDone: false, position: 100, age: 86_400 }]));
  });

  it('keeps what was changed while it was sent', async () => {
    storeProgress(EMAIL, LESSON, { position: 100, at: Date.now() });
    const sending = send(true);
    vi.setSystemTime(Date.now() + DAY);
    storeProgress(EMAIL, LESSON, { isDone: true, at: Date.now() });
    isAnswering = true;
    requests[0]!.respond();
    await sending;
    expect(requests.map(({ sent }) => sent)).toEqual([
      { position: 100, age: 0 },
      { isDone: true, age: 0 },
    ]);
    await send(true);
    expect(requests).toHaveLength(2);
  });
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
