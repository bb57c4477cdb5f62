import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAutosave, openAutosave, pass, server, startAutosaves } from '#tests/support/autosaves.ts';

vi.mock('#web/calls/session/access-token.ts', () => ({
  isCaller: (email: string) => email === server.caller,
}));

beforeEach(startAutosaves);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('content whose response was lost', () => {
  /** Saves content whose response is lost, and continues it. */
  const lose = async () => {
    const autosave = openAutosave();
    autosave.change('Glue');
    await pass();
    server.responses.shift()!.loseResponse();
    await pass();
    autosave.change('Glue first');
    return autosave;
  };

  it('is replaced by what the user has typed since', async () => {
    const autosave = await lose();
    await pass();
    server.responses.shift()!.conflict();
    await pass();
    expect(autosave.getState()).toEqual({ content: 'Glue first', status: 'saving' });
    server.responses.shift()!.accept();
    await pass();
    expect(autosave.getState()).toEqual({ content: 'Glue first', status: 'saved' });
    expect(server.stored).toEqual({ content: 'Glue first', version: 3 });
  });

  it('is recognized after the tab was closed', async () => {
    await lose();
    const reopened = openAutosave();
    expect(reopened.getState()).toEqual({ content: 'Glue first', status: 'unsaved' });
    await vi.advanceTimersByTimeAsync(0);
    server.responses.shift()!.accept();
    await pass();
    expect(reopened.getState().status).toBe('saved');
    expect(server.stored).toEqual({ content: 'Glue first', version: 3 });
  });

  it('is recognized if the tab was closed during the request', async () => {
    const autosave = openAutosave();
    autosave.change('Glue');
    await pass();
    autosave.change('Glue first');
    server.stored = { content: 'Glue', version: 2 };
    expect(openAutosave().getState()).toEqual({ content: 'Glue first', status: 'unsaved' });
  });

  it('is replaced if the user has gone back to what was stored before', async () => {
    const autosave = createAutosave();
    const close = autosave.subscribe(() => undefined);
    autosave.change('Glue');
    await pass();
    autosave.change('stored');
    close();
    const reopened = openAutosave();
    await vi.advanceTimersByTimeAsync(0);
    server.responses.shift()!.accept();
    server.responses.shift()!.conflict();
    await pass();
    server.responses.shift()!.accept();
    await pass();
    expect(reopened.getState()).toEqual({ content: 'stored', status: 'saved' });
    expect(server.stored.content).toBe('stored');
  });

  it('does not hide what somebody else has stored since', async () => {
    const autosave = await lose();
    server.stored = { content: 'of somebody else', version: 3 };
    await pass();
    server.responses.shift()!.conflict();
    await pass();
    expect(autosave.getState()).toMatchObject({ status: 'conflict', other: server.stored });
    expect(openAutosave().getState()).toMatchObject({
      content: 'Glue first',
      status: 'conflict',
      other: server.stored,
    });
  });

  it('is not recognized once something else was saved', async () => {
    const autosave = await lose();
    await pass();
    server.responses.shift()!.conflict();
    await pass();
    server.responses.shift()!.accept();
    await pass();
    server.stored = { content: 'Glue', version: 4 };
    autosave.change('Glue last');
    await pass();
    server.responses.shift()!.conflict();
    await pass();
    expect(autosave.getState()).toMatchObject({
      content: 'Glue last',
      status: 'conflict',
      other: server.stored,
    });
  });
});

describe('a closed editor', () => {
  it('sends its content once more and then leaves it to the one that is opened next', async () => {
    const autosave = createAutosave();
    const close = autosave.subscribe(() => undefined);
    autosave.change('mine');
    await pass();
    server.responses.shift()!.fail(503);
    await pass();
    close();
    server.responses.shift()!.fail(503);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.responses).toEqual([]);
    const reopened = openAutosave();
    await vi.advanceTimersByTimeAsync(0);
    server.responses.shift()!.accept();
    await pass();
    expect(reopened.getState()).toEqual({ content: 'mine', status: 'saved' });
  });

  it('sends what was typed during its last request, unless the next one has continued it', async () => {
    const change = async (...contents: [string, string]) => {
      const autosave = createAutosave();
      const close = autosave.subscribe(() => undefined);
      autosave.change(contents[0]);
      await pass();
      autosave.change(contents[1]);
      close();
    };
    await change('first', 'second');
    server.responses.shift()!.accept();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.responses.map(({ content }) => content)).toEqual(['second']);
    server.responses.shift()!.accept();
    await vi.advanceTimersByTimeAsync(0);

    await change('third', 'fourth');
    const [pending] = server.responses.splice(0);
    const next = openAutosave();
    next.change('fifth');
    pending!.accept();
    await pass();
    expect(server.responses.map(({ content }) => content)).toEqual(['fifth']);
    server.responses.shift()!.conflict();
    await pass();
    server.responses.shift()!.accept();
    await pass();
    expect(next.getState()).toEqual({ content: 'fifth', status: 'saved' });
  });
});
