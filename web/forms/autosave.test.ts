import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AUTHOR,
  createAutosave,
  openAutosave,
  pass,
  server,
  startAutosaves,
} from '#tests/support/autosaves.ts';

vi.mock('#web/calls/session/access-token.ts', () => ({
  isCaller: (email: string) => email === server.caller,
}));

beforeEach(startAutosaves);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('sends changes made during a request once it has been answered', async () => {
  const autosave = openAutosave();
  autosave.change('first');
  await pass();
  autosave.change('second');
  await pass();
  expect(server.responses.map(({ content }) => content)).toEqual(['first']);
  server.responses[0]!.accept();
  await pass();
  server.responses[1]!.accept();
  await pass();
  expect(server.responses.map(({ content }) => content)).toEqual(['first', 'second']);
  expect(autosave.getState()).toEqual({ content: 'second', status: 'saved' });
});

it('sends a correction made while the server was refusing the previous content', async () => {
  const autosave = openAutosave();
  autosave.change('');
  await pass();
  autosave.change('A title');
  await pass();
  server.responses[0]!.refuse();
  await pass();
  expect(server.responses.map(({ content }) => content)).toEqual(['', 'A title']);
  server.responses[1]!.accept();
  await pass();
  expect(autosave.getState()).toEqual({ content: 'A title', status: 'saved' });
});

it('shows why the server refuses the current content', async () => {
  const autosave = openAutosave();
  autosave.change('');
  await pass();
  server.responses[0]!.refuse();
  await pass();
  expect(autosave.getState()).toMatchObject({ status: 'refused', message: 'Title is required' });
  expect(server.responses).toHaveLength(1);
});

describe('a page that is being left', () => {
  const hide = () => {
    vi.stubGlobal('document', Object.assign(document, { visibilityState: 'hidden' }));
    document.dispatchEvent(new Event('visibilitychange'));
  };

  it.each([
    ['hidden', hide],
    ['closed', () => window.dispatchEvent(new Event('pagehide'))],
  ])('saves at once when it is %s', (_how, leave) => {
    openAutosave().change('mine');
    expect(server.responses).toHaveLength(0);
    leave();
    expect(server.responses.map(({ content }) => content)).toEqual(['mine']);
  });

  it('saves what was typed during a request once that was answered', async () => {
    const autosave = openAutosave();
    autosave.change('first');
    await pass();
    autosave.change('second');
    hide();
    server.responses.shift()!.accept();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.responses.map(({ content }) => content)).toEqual(['second']);
  });
});

describe('content that could not be saved', () => {
  const change = async () => {
    const autosave = openAutosave();
    autosave.change('mine');
    await pass();
    return autosave;
  };

  it.each([500, 503, 429])(
    'is sent again after the status %i, which is not said to be offline',
    async (status) => {
      const autosave = await change();
      server.responses[0]!.fail(status);
      await pass();
      expect(autosave.getState()).toEqual({ content: 'mine', status: 'failed' });
      await vi.advanceTimersByTimeAsync(5_000);
      server.responses[1]!.accept();
      await pass();
      expect(autosave.getState()).toEqual({ content: 'mine', status: 'saved' });
    },
  );

  it('is sent again after an unexpected error, which is reported', async () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const autosave = await change();
    const error = new TypeError('Not a response');
    server.responses[0]!.breakDown(error);
    await pass();
    expect(autosave.getState()).toEqual({ content: 'mine', status: 'failed' });
    expect(reported).toHaveBeenCalledWith(error);
    await vi.advanceTimersByTimeAsync(5_000);
    server.responses[1]!.accept();
    await pass();
    expect(autosave.getState()).toEqual({ content: 'mine', status: 'saved' });
  });

  it('is said to be offline only if the browser has no connection', async () => {
    const autosave = await change();
    server.responses[0]!.lose();
    await pass();
    expect(autosave.getState().status).toBe('failed');
    vi.stubGlobal('navigator', { onLine: false });
    await vi.advanceTimersByTimeAsync(5_000);
    server.responses[1]!.lose();
    await pass();
    expect(autosave.getState().status).toBe('offline');
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(server.responses).toHaveLength(3);
  });
});

describe('a session that has ended', () => {
  it.each([401, 403])('is not used again after the status %i, and the content is kept', async (status) => {
    const autosave = createAutosave();
    const close = autosave.subscribe(() => undefined);
    autosave.change('mine');
    await pass();
    server.responses[0]!.refuseCaller(status);
    await pass();
    expect(autosave.getState()).toEqual({ content: 'mine', status: 'kept' });
    server.caller = null;
    close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.responses).toHaveLength(1);

    server.caller = AUTHOR;
    openAutosave();
    await pass();
    expect(server.responses.map(({ content }) => content)).toEqual(['mine', 'mine']);
  });

  it('is not repeated by an editor that was closed during the request', async () => {
    const autosave = createAutosave();
    const close = autosave.subscribe(() => undefined);
    autosave.change('mine');
    await pass();
    close();
    server.responses[0]!.refuseCaller(401);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.responses).toHaveLength(1);
  });
});

describe('another user in the same tab', () => {
  it('does not send what the previous one wrote', async () => {
    const autosave = openAutosave();
    autosave.change('mine');
    await pass();
    server.responses[0]!.lose();
    await pass();
    server.caller = 'other@example.test';
    await vi.advanceTimersByTimeAsync(60_000);
    autosave.change('still mine');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.responses).toHaveLength(1);
  });

  it('is not shown what the previous one wrote, who still finds it', async () => {
    openAutosave().change('mine');
    server.caller = 'other@example.test';
    await pass();
    expect(openAutosave(server.caller).getState()).toEqual({ content: 'stored', status: 'saved' });
    expect(openAutosave().getState()).toMatchObject({ content: 'mine', status: 'unsaved' });
  });
});

describe('two tabs without a connection', () => {
  /** Edits the content differently in two tabs. */
  const write = async () => {
    const [first, second] = [openAutosave(), openAutosave()];
    first.change('of the first');
    await pass();
    server.responses.shift()!.lose();
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
    expect(openAutosave().getState()).toMatchObject({
      content: 'of the second',
      status: 'conflict',
      other: { content: 'of the first' },
    });
  });

  it('keep what one has while the other is saved', async () => {
    const { first } = await write();
    await vi.advanceTimersByTimeAsync(5_000);
    server.responses.shift()!.accept();
    await pass();
    expect(first.getState().status).toBe('saved');
    expect(openAutosave().getState()).toMatchObject({
      content: 'of the second',
      status: 'conflict',
      other: { content: 'of the first', version: 2 },
    });
  });

  it.each(['own', 'other'] as const)('send the one that the user chooses: %s', async (by) => {
    const { second } = await write();
    server.responses.length = 0;
    second.resolve(by);
    await vi.advanceTimersByTimeAsync(0);
    const chosen = by === 'own' ? 'of the second' : 'of the first';
    expect(server.responses.map(({ content }) => content)).toEqual([chosen]);
    server.responses[0]!.accept();
    await pass();
    expect(second.getState()).toEqual({ content: chosen, status: 'saved' });
  });
});

it('keeps a local change that conflicts with the stored version, until the user decides', async () => {
  const autosave = openAutosave();
  autosave.change('mine');
  await pass();
  server.stored = { content: 'of somebody else', version: 5 };
  server.responses.shift()!.conflict();
  await pass();
  expect(openAutosave().getState()).toMatchObject({
    content: 'mine',
    status: 'conflict',
    other: server.stored,
  });
  autosave.resolve('other');
  await pass();
  expect(autosave.getState().content).toBe('of somebody else');
});
