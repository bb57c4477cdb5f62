import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLocalStorage } from '#tests/support/local-storage.ts';
import { ApiError } from '#web/calls/client/api-error.ts';
import { Autosave } from './autosave.ts';

const AUTHOR = 'author@example.test';

/** The signed-in user. */
let caller: string | null;
vi.mock('#web/calls/session/access-token.ts', () => ({ isCaller: (email: string) => email === caller }));

/** Pending responses of the server, in the order of the requests. */
let responses: {
  content: string;
  accept: () => void;
  refuse: () => void;
  lose: () => void;
  fail: (status: number) => void;
  refuseCaller: (status: number) => void;
  conflict: () => void;
}[];
/** The content that the server has stored. */
let stored: { content: string; version: number };

const create = (user = AUTHOR) =>
  new Autosave<string>({
    key: 'lesson',
    user,
    stored,
    save: (content, version) =>
      new Promise((resolve, reject) => {
        const refusal = new ApiError(400, { code: 'invalid_input', message: 'Title is required' });
        responses.push({
          content,
          accept: () => {
            stored = { content, version: version + 1 };
            resolve({ version: version + 1 });
          },
          refuse: () => reject(refusal),
          refuseCaller: (status) => reject(new ApiError(status, { message: 'Please log in' })),
          fail: (status) => reject(new ApiError(status, { message: 'Something went wrong' })),
          lose: () => reject(new ApiError(0, { code: 'network', message: 'Offline' })),
          conflict: () =>
            reject(new ApiError(409, { code: 'edit_conflict', message: 'Changed', current: stored })),
        });
      }),
    readConflict: () => stored,
  });

const open = (user?: string) => {
  const autosave = create(user);
  autosave.subscribe(() => undefined);
  return autosave;
};

const pass = () => vi.advanceTimersByTimeAsync(1_000);

beforeEach(() => {
  vi.useFakeTimers();
  stubLocalStorage();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true });
  responses = [];
  caller = AUTHOR;
  stored = { content: 'stored', version: 1 };
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('sends changes made during a request once it has been answered', async () => {
  const autosave = open();
  autosave.change('first');
  await pass();
  autosave.change('second');
  await pass();
  expect(responses.map(({ content }) => content)).toEqual(['first']);
  responses[0]!.accept();
  await pass();
  responses[1]!.accept();
  await pass();
  expect(responses.map(({ content }) => content)).toEqual(['first', 'second']);
  expect(autosave.getState()).toEqual({ content: 'second', status: 'saved' });
});

it('sends a correction made while the server was refusing the previous content', async () => {
  const autosave = open();
  autosave.change('');
  await pass();
  autosave.change('A title');
  await pass();
  responses[0]!.refuse();
  await pass();
  expect(responses.map(({ content }) => content)).toEqual(['', 'A title']);
  responses[1]!.accept();
  await pass();
  expect(autosave.getState()).toEqual({ content: 'A title', status: 'saved' });
});

it('shows why the server refuses the current content', async () => {
  const autosave = open();
  autosave.change('');
  await pass();
  responses[0]!.refuse();
  await pass();
  expect(autosave.getState()).toMatchObject({ status: 'refused', message: 'Title is required' });
  expect(responses).toHaveLength(1);
});

describe('content that could not be saved', () => {
  const change = async () => {
    const autosave = open();
    autosave.change('mine');
    await pass();
    return autosave;
  };

  it.each([500, 503, 429])(
    'is sent again after the status %i, which is not said to be offline',
    async (status) => {
      const autosave = await change();
      responses[0]!.fail(status);
      await pass();
      expect(autosave.getState()).toEqual({ content: 'mine', status: 'failed' });
      await vi.advanceTimersByTimeAsync(5_000);
      responses[1]!.accept();
      await pass();
      expect(autosave.getState()).toEqual({ content: 'mine', status: 'saved' });
    },
  );

  it('is said to be offline only if the browser has no connection', async () => {
    const autosave = await change();
    responses[0]!.lose();
    await pass();
    expect(autosave.getState().status).toBe('failed');
    vi.stubGlobal('navigator', { onLine: false });
    await vi.advanceTimersByTimeAsync(5_000);
    responses[1]!.lose();
    await pass();
    expect(autosave.getState().status).toBe('offline');
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(responses).toHaveLength(3);
  });
});

describe('a session that has ended', () => {
  it.each([401, 403])('is not used again after the status %i, and the content is kept', async (status) => {
    const autosave = create();
    const close = autosave.subscribe(() => undefined);
    autosave.change('mine');
    await pass();
    responses[0]!.refuseCaller(status);
    await pass();
    expect(autosave.getState()).toEqual({ content: 'mine', status: 'kept' });
    caller = null;
    close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(responses).toHaveLength(1);

    caller = AUTHOR;
    open();
    await pass();
    expect(responses.map(({ content }) => content)).toEqual(['mine', 'mine']);
  });

  it('is not repeated by an editor that was closed during the request', async () => {
    const autosave = create();
    const close = autosave.subscribe(() => undefined);
    autosave.change('mine');
    await pass();
    close();
    responses[0]!.refuseCaller(401);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(responses).toHaveLength(1);
  });
});

describe('another user in the same tab', () => {
  it('does not send what the previous one wrote', async () => {
    const autosave = open();
    autosave.change('mine');
    await pass();
    responses[0]!.lose();
    await pass();
    caller = 'other@example.test';
    await vi.advanceTimersByTimeAsync(60_000);
    autosave.change('still mine');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(responses).toHaveLength(1);
  });

  it('is not shown what the previous one wrote, who still finds it', async () => {
    open().change('mine');
    caller = 'other@example.test';
    await pass();
    expect(open(caller).getState()).toEqual({ content: 'stored', status: 'saved' });
    expect(open().getState()).toMatchObject({ content: 'mine', status: 'unsaved' });
  });
});

describe('two tabs without a connection', () => {
  /** Edits the content differently in two tabs. */
  const write = async () => {
    const [first, second] = [open(), open()];
    first.change('of the first');
    await pass();
    responses.shift()!.lose();
    await pass();
    second.change('of the second');
    await pass();
    return { first, second };
  };

  it('do not overwrite each other, even if both are closed', async () => {
    const { second } = await write();
    expect(second.getState()).toMatchObject({
      content: 'of the second',
      status: 'conflict',
      other: { content: 'of the first' },
    });
    expect(open().getState()).toMatchObject({
      content: 'of the second',
      status: 'conflict',
      other: { content: 'of the first' },
    });
  });

  it('keep what one has while the other is saved', async () => {
    const { first } = await write();
    await vi.advanceTimersByTimeAsync(5_000);
    responses.shift()!.accept();
    await pass();
    expect(first.getState().status).toBe('saved');
    expect(open().getState()).toMatchObject({
      content: 'of the second',
      status: 'conflict',
      other: { content: 'of the first', version: 2 },
    });
  });

  it.each(['own', 'other'] as const)('send the one that the user chooses: %s', async (by) => {
    const { second } = await write();
    responses.length = 0;
    second.resolve(by);
    await vi.advanceTimersByTimeAsync(0);
    const chosen = by === 'own' ? 'of the second' : 'of the first';
    expect(responses.map(({ content }) => content)).toEqual([chosen]);
    responses[0]!.accept();
    await pass();
    expect(second.getState()).toEqual({ content: chosen, status: 'saved' });
  });
});

it('keeps a local change that conflicts with the stored version, until the user decides', async () => {
  const autosave = open();
  autosave.change('mine');
  await pass();
  stored = { content: 'of somebody else', version: 5 };
  responses.shift()!.conflict();
  await pass();
  expect(open().getState()).toMatchObject({ content: 'mine', status: 'conflict', other: stored });
  autosave.resolve('other');
  await pass();
  expect(autosave.getState().content).toBe('of somebody else');
});
