import { afterEach, expect, it, vi } from 'vitest';
import { NOTIFICATION_HEARTBEAT } from '#contract/notifications.ts';
import { listenForNotifications } from './notifications.ts';

vi.mock('./session/access-token.ts', () => ({ freshAccessToken: () => Promise.resolve('token') }));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Listens to a stream that arrives in these parts and ends. @returns the number of reported events */
const hear = async (...parts: string[]): Promise<number> => {
  const chunks = parts.map((part) => new TextEncoder().encode(part));
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const next = chunks.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
  });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(stream)));
  const onEvent = vi.fn();
  await listenForNotifications(new AbortController().signal, onEvent);
  return onEvent.mock.calls.length;
};

it('reports the opening and each change, wherever the network splits the stream', async () => {
  const [open, change] = ['event: open\ndata:\n\n', 'event: change\ndata:\n\n'];
  for (let cut = 1; cut < change.length; cut += 1)
    expect(await hear(open, change.slice(0, cut), change.slice(cut)), `after ${cut} characters`).toBe(2);
});

it('ignores comments, which keep the connection open', async () => {
  expect(await hear(': no event: nothing has changed\n\n')).toBe(0);
});

it('ends once the heartbeats stop, because a lost connection is not closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let beat = () => {};
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      beat = () => controller.enqueue(new TextEncoder().encode(':\n\n'));
    },
  });
  vi.stubGlobal('fetch', async (_url: unknown, { signal }: RequestInit) => {
    const lost = new AbortController();
    signal!.addEventListener('abort', () => lost.abort(signal!.reason));
    return new Response(stream.pipeThrough(new TransformStream(), { signal: lost.signal }));
  });
  const onEnd = vi.fn();
  const listening = listenForNotifications(new AbortController().signal, vi.fn()).catch(onEnd);
  for (let beats = 0; beats < 5; beats += 1) {
    beat();
    await vi.advanceTimersByTimeAsync(NOTIFICATION_HEARTBEAT);
  }
  expect(onEnd).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2 * NOTIFICATION_HEARTBEAT);
  await listening;
  expect(onEnd).toHaveBeenCalledWith(expect.objectContaining({ name: 'TimeoutError' }));
});
