import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { registerErrorHandler } from './error-handler.ts';
import { registerStreams, sendStream } from './streams.ts';

const PER_NETWORK = 8;
const PART = 'x'.repeat(256 * 1_024);
/** Milliseconds: longer than any test takes. */
const FOR_EVER = 600_000;
const JSON_TYPE = { 'content-type': 'application/json' };

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** @param timeout milliseconds that a reader may take for one part */
const startServer = async (timeout: number) => {
  const count = { sent: 0, ended: 0 };
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) {
        count.sent += 1;
        yield PART;
      }
    } finally {
      count.ended += 1;
    }
  }
  async function* short(): AsyncGenerator<string> {
    yield '[1,';
    yield '2]';
  }
  const app = Fastify();
  registerErrorHandler(app);
  registerStreams(app, timeout);
  app.get('/endless', (_request, reply) => sendStream(reply, JSON_TYPE, endless()));
  app.get('/short', (_request, reply) => sendStream(reply, JSON_TYPE, short()));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  return {
    count,
    get: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init),
    /** Requests the endless response, and never reads a byte of it. */
    askAndWait: async (): Promise<Socket> => {
      const socket = connect(port, '127.0.0.1').pause();
      sockets.push(socket);
      await once(socket, 'connect');
      const before = count.sent;
      socket.write('GET /endless HTTP/1.1\r\nhost: localhost\r\n\r\n');
      await vi.waitFor(() => expect(count.sent).toBeGreaterThan(before), { timeout: 10_000 });
      return socket;
    },
  };
};

describe('a streamed response', () => {
  it('reads its source only as fast as the client does, and ends if the client is too slow', async () => {
    const { askAndWait, count, get } = await startServer(200);
    await askAndWait();
    await vi.waitFor(() => expect(count.ended).toBe(1), { timeout: 10_000 });
    expect(count.sent * PART.length).toBeLessThan(32 * 1_024 * 1_024);
    expect((await get('/short')).status).toBe(200);
  });

  it('takes one of a network’s few slots, which is released when the client disconnects', async () => {
    const { askAndWait, count, get } = await startServer(FOR_EVER);
    const readers: Socket[] = [];
    for (let reader = 0; reader < PER_NETWORK; reader += 1) readers.push(await askAndWait());
    const refused = await get('/short');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({ error: { code: 'unavailable' } });
    readers[0]!.destroy();
    await vi.waitFor(() => expect(count.ended).toBe(1), { timeout: 10_000 });
    for (let time = 0; time < PER_NETWORK; time += 1)
      expect(await (await get('/short')).json()).toEqual([1, 2]);
  });

  it('takes no slot for a HEAD request', async () => {
    const { count, get } = await startServer(FOR_EVER);
    const { status, headers } = await get('/endless', { method: 'HEAD' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(count.sent).toBe(0);
  });
});
