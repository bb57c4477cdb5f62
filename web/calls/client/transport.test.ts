import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchInTime, TIMEOUT } from './transport.ts';

/** The body of the next response, which ends with the request. */
let body: TransformStream<string, string>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  body = new TransformStream();
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) });
  vi.stubGlobal('fetch', async (_url: unknown, { signal }: RequestInit) => {
    const bytes = body.readable.pipeThrough(new TextEncoderStream());
    return new Response(bytes.pipeThrough(new TransformStream(), { signal: signal! }), { status: 203 });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a call to a server that does not respond', () => {
  /** Behaves like fetch: rejects when its signal aborts. */
  const hang = (_url: unknown, { signal }: RequestInit): Promise<Response> =>
    new Promise((_resolve, reject) => {
      signal!.addEventListener('abort', () => reject(signal!.reason as Error));
    });

  it.each([
    ['30 s on a desktop', false, TIMEOUT.desktop],
    ['60 s on a phone', true, TIMEOUT.phone],
  ])('ends after %s', async (_device, matches, delay) => {
    vi.stubGlobal('window', { matchMedia: () => ({ matches }) });
    vi.stubGlobal('fetch', hang);
    const ended = vi.fn();
    const call = fetchInTime('/api/config').catch(ended);
    await vi.advanceTimersByTimeAsync(delay - 1);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await call;
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ name: 'TimeoutError' }));
  });
});

describe('a download', () => {
  it('may take longer than the limit while it makes progress', async () => {
    const response = await fetchInTime('/api/export');
    const text = response.text();
    const writer = body.writable.getWriter();
    for (const part of ['a', 'b', 'c']) {
      void writer.write(part);
      await vi.advanceTimersByTimeAsync(TIMEOUT.desktop - 1);
    }
    await writer.close();
    expect(await text).toBe('abc');
    expect(response.status).toBe(203);
  });

  it('ends when nothing more arrives within the limit', async () => {
    const text = (await fetchInTime('/api/export')).text();
    const ended = expect(text).rejects.toMatchObject({ name: 'TimeoutError' });
    void body.writable.getWriter().write('a');
    await vi.advanceTimersByTimeAsync(TIMEOUT.desktop);
    await ended;
  });
});

describe('the signal of a session', () => {
  const session = new AbortController();
  const listeners = () => getEventListeners(session.signal, 'abort').length;

  it('keeps no listener of a request that has ended', async () => {
    const read = async () => {
      const response = await fetchInTime('/api/classes', { signal: session.signal });
      const text = response.text();
      await body.writable.close();
      await text;
    };
    await read();
    expect(listeners()).toBe(0);
    vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
    await fetchInTime('/api/classes', { signal: session.signal });
    expect(listeners()).toBe(0);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(fetchInTime('/api/classes', { signal: session.signal })).rejects.toThrow('Failed to fetch');
    expect(listeners()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends a request whose response is being read', async () => {
    const text = (await fetchInTime('/api/classes', { signal: session.signal })).text();
    const ended = expect(text).rejects.toThrow('logout');
    session.abort(new Error('logout'));
    await ended;
    expect(vi.getTimerCount()).toBe(0);
  });
});
