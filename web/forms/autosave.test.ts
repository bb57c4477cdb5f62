import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#web/calls/api-error.ts';
import { Autosave } from './autosave.ts';

/** Answers of the server that have not come yet, in the order of the requests. */
let answers: { content: string; accept: () => void; refuse: () => void }[];

const open = () => {
  const autosave = new Autosave<string>({
    key: 'lesson',
    stored: { content: 'stored', version: 1 },
    save: (content, version) =>
      new Promise((resolve, reject) => {
        const refusal = new ApiError(400, { code: 'invalid_input', message: 'Title is required' });
        answers.push({
          content,
          accept: () => resolve({ version: version + 1 }),
          refuse: () => reject(refusal),
        });
      }),
    readConflict: () => ({ content: '', version: 1 }),
  });
  autosave.subscribe(() => undefined);
  return autosave;
};

const pass = () => vi.advanceTimersByTimeAsync(1_000);

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('window', new EventTarget());
  answers = [];
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('sends what was written while a request was under way once that is answered', async () => {
  const autosave = open();
  autosave.change('first');
  await pass();
  autosave.change('second');
  await pass();
  expect(answers.map(({ content }) => content)).toEqual(['first']);
  answers[0]!.accept();
  await pass();
  answers[1]!.accept();
  await pass();
  expect(answers.map(({ content }) => content)).toEqual(['first', 'second']);
  expect(autosave.getState()).toEqual({ content: 'second', status: 'saved' });
});

it('sends what was corrected while the server still refused what was before', async () => {
  const autosave = open();
  autosave.change('');
  await pass();
  autosave.change('A title');
  await pass();
  answers[0]!.refuse();
  await pass();
  expect(answers.map(({ content }) => content)).toEqual(['', 'A title']);
  answers[1]!.accept();
  await pass();
  expect(autosave.getState()).toEqual({ content: 'A title', status: 'saved' });
});

it('says why the server refuses what is there now', async () => {
  const autosave = open();
  autosave.change('');
  await pass();
  answers[0]!.refuse();
  await pass();
  expect(autosave.getState()).toMatchObject({ status: 'refused', message: 'Title is required' });
  expect(answers).toHaveLength(1);
});
