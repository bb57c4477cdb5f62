import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ACCESS_TOKEN_LIFETIME } from '#contract/auth.ts';
import { getClass } from '#contract/classes.ts';
import { listEnrollments } from '#contract/enrollments.ts';
import { stubLocalStorage } from '#tests/support/local-storage.ts';
import {
  currentAccessToken,
  endSession,
  freshAccessToken,
  removeAccessToken,
  renewAccessToken,
  replaceRefusedToken,
  replaceSession,
} from './access-token.ts';
import { request } from '#web/calls/client/api-client.ts';
import { LONGEST_RETRY_DELAY } from '#web/calls/client/retry-delay.ts';
import { setTransport, transport } from '#web/calls/client/transport.ts';
import { startTokenRenewal } from './token-renewal.ts';

const EMAIL = 'ann@example.test';
const MINUTE = 60_000;
/** The server's clock, which is independent of the browser's. */
const SERVER_TIME = Date.UTC(2026, 0, 1);

let issued = 0;
const token = (): Response => {
  const iat = Math.floor((SERVER_TIME + performance.now()) / 1_000);
  const claims = { iat, exp: iat + ACCESS_TOKEN_LIFETIME / 1_000, number: (issued += 1) };
  return Response.json({ token: `head.${btoa(JSON.stringify(claims))}.signature` });
};
const refusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ error: { code: 'internal', message: `Status ${status}` } }, { status, headers });

let respond: () => Promise<Response>;
let requests: number;
const listeners = () => ({ onReady: vi.fn(), onFailure: vi.fn(), onRefused: vi.fn(async () => undefined) });

/** Response bodies are read in real time, regardless of the fake clock. */
const settle = async (): Promise<void> => {
  for (let turns = 0; turns < 10; turns += 1) await new Promise((resolve) => setImmediate(resolve));
};
const pass = async (milliseconds: number): Promise<void> => {
  await settle();
  await vi.advanceTimersByTimeAsync(milliseconds);
  await settle();
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  const storage = stubLocalStorage();
  requests = 0;
  respond = async () => token();
  setTransport({
    send: () => {
      requests += 1;
      return respond();
    },
    storedToken: () => storage.get('access-token') ?? null,
  });
});
afterEach(() => {
  removeAccessToken();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the access token', () => {
  it.each([
    ['right', 0],
    ['55 minutes fast', 55 * MINUTE],
    ['a day fast', 24 * 60 * MINUTE],
    ['a day slow', -24 * 60 * MINUTE],
  ])('is renewed every 55 minutes if the clock of the device is %s', async (_clock, error) => {
    vi.setSystemTime(SERVER_TIME + error);
    const keeper = startTokenRenewal(EMAIL, listeners());
    await pass(54 * MINUTE);
    expect(requests).toBe(1);
    await freshAccessToken();
    expect(requests).toBe(1);
    await pass(2 * MINUTE);
    expect(requests).toBe(2);
    await pass(54 * MINUTE);
    expect(requests).toBe(3);
    keeper.stop();
  });

  it('is renewed once if the clock jumps ahead, and by the next call after a sleep', async () => {
    vi.setSystemTime(SERVER_TIME);
    await renewAccessToken(EMAIL);
    vi.setSystemTime(SERVER_TIME + 56 * MINUTE);
    for (let calls = 0; calls < 5; calls += 1) await freshAccessToken();
    expect(requests).toBe(2);
  });

  it.each([429, 500, 503])(
    'is requested again after an increasing delay if the server responds with %i',
    async (status) => {
      respond = async () => refusal(status);
      const callbacks = listeners();
      const keeper = startTokenRenewal(EMAIL, callbacks);
      await pass(10 * MINUTE);
      expect(requests).toBeLessThan(30);
      expect(callbacks.onRefused).not.toHaveBeenCalled();
      expect(callbacks.onFailure).toHaveBeenCalled();
      respond = async () => token();
      await pass(LONGEST_RETRY_DELAY);
      expect(callbacks.onReady).toHaveBeenCalledTimes(1);
      keeper.stop();
    },
  );

  it('is not requested by any caller before the time that the server names', async () => {
    respond = async () => refusal(429, { 'retry-after': '120' });
    const callbacks = listeners();
    const keeper = startTokenRenewal(EMAIL, callbacks);
    await pass(MINUTE);
    keeper.tryNow();
    await expect(freshAccessToken()).rejects.toThrow('Status 429');
    await pass(59_000);
    expect(requests).toBe(1);
    expect(callbacks.onFailure).toHaveBeenCalled();
    respond = async () => token();
    await pass(2_000);
    expect(requests).toBe(2);
    expect(callbacks.onReady).toHaveBeenCalledTimes(1);
    keeper.stop();
  });

  it('stays in use until it expires while no new one can be obtained', async () => {
    const old = await renewAccessToken(EMAIL);
    respond = async () => refusal(429);
    await pass(57 * MINUTE);
    expect(await freshAccessToken()).toBe(old);
    await pass(4 * MINUTE);
    await expect(freshAccessToken()).rejects.toMatchObject({ status: 429 });
  });

  describe('in a call that visitors can make as well', () => {
    const ID = '00000000-0000-4000-8000-000000000001';
    let sent: (string | null)[];
    beforeEach(() => {
      sent = [];
      setTransport({
        ...transport,
        send: (url, init) => {
          if (!url.endsWith(`/classes/${ID}`)) return respond();
          sent.push(new Headers(init.headers).get('authorization'));
          return Promise.resolve(Response.json({}));
        },
      });
    });
    const readClass = () => request(getClass, { params: { id: ID } });

    it('is renewed first if it expired while the device slept', async () => {
      const old = await renewAccessToken(EMAIL);
      await readClass();
      vi.setSystemTime(Date.now() + 90 * MINUTE);
      await readClass();
      expect(sent[0]).toBe(`Bearer ${old}`);
      expect(sent[1]).toBe(`Bearer ${currentAccessToken()}`);
      expect(sent[1]).not.toBe(sent[0]);
    });

    it('is the stored one if that may still be valid, and no new one can be obtained at the moment', async () => {
      vi.resetModules();
      const [{ request: requestAfterLoad }, client, token] = await Promise.all([
        import('#web/calls/client/api-client.ts'),
        import('#web/calls/client/transport.ts'),
        import('./access-token.ts'),
      ]);
      client.setTransport({ ...transport, storedToken: () => 'stored' });
      respond = async () => refusal(503);
      await expect(token.renewAccessToken(EMAIL)).rejects.toMatchObject({ status: 503 });
      await requestAfterLoad(getClass, { params: { id: ID } });
      expect(sent).toEqual(['Bearer stored']);
    });

    it('is left out once the session has ended', async () => {
      await renewAccessToken(EMAIL);
      vi.setSystemTime(Date.now() + 90 * MINUTE);
      respond = async () => refusal(401);
      await readClass();
      expect(sent).toEqual([null]);
    });

    it('is not left out because no new one can be obtained at the moment', async () => {
      await renewAccessToken(EMAIL);
      vi.setSystemTime(Date.now() + 90 * MINUTE);
      respond = async () => refusal(503);
      await expect(readClass()).rejects.toMatchObject({ status: 503 });
      expect(sent).toEqual([]);
    });
  });

  it('of a session that was replaced is not used again', async () => {
    const old = await renewAccessToken(EMAIL);
    respond = async () => refusal(503);
    await replaceSession(EMAIL, () => Promise.resolve());
    await expect(freshAccessToken()).rejects.toMatchObject({ status: 503 });
    respond = async () => token();
    expect(await freshAccessToken()).not.toBe(old);
    expect(currentAccessToken()).not.toBe(old);
  });

  it('is requested again after a request of the old session that is still in progress', async () => {
    await renewAccessToken(EMAIL);
    let refuse: (response: Response) => void = () => undefined;
    respond = () => new Promise((resolve) => (refuse = resolve));
    const early = replaceRefusedToken(currentAccessToken());
    const replaced = replaceSession(EMAIL, () => Promise.resolve('changed'));
    await settle();
    respond = async () => token();
    refuse(refusal(401));
    expect(await replaced).toBe('changed');
    await early;
    expect(await freshAccessToken()).toBe(currentAccessToken());
    expect(requests).toBe(3);
  });

  it('replaces one that was refused while the session is being replaced', async () => {
    const old = await renewAccessToken(EMAIL);
    let change: () => void = () => undefined;
    const replaced = replaceSession(EMAIL, () => new Promise<void>((resolve) => (change = resolve)));
    respond = async () => refusal(401);
    const refused = replaceRefusedToken(old);
    await settle();
    respond = async () => token();
    change();
    await replaced;
    expect(await refused).toBe(true);
    expect(currentAccessToken()).not.toBe(old);
    expect(requests).toBe(2);
  });

  it('is not requested for a call that was refused while the session ends', async () => {
    const old = await renewAccessToken(EMAIL);
    let end = () => {};
    const ended = endSession(() => new Promise<void>((resolve) => (end = resolve)));
    respond = async () => refusal(401);
    const refused = replaceRefusedToken(old);
    await settle();
    end();
    await ended;
    expect(await refused).toBe(false);
    expect(requests).toBe(1);
    expect(currentAccessToken()).toBeNull();
  });

  it('is not awaited from the server by a call that begins while the session ends', async () => {
    await renewAccessToken(EMAIL);
    let end = () => {};
    const ended = endSession(() => new Promise<void>((resolve) => (end = resolve)));
    const call = request(listEnrollments, { query: { email: EMAIL } });
    await settle();
    end();
    await ended;
    await expect(call).rejects.toMatchObject({ status: 401 });
    expect(requests).toBe(1);
  });

  it('lets a call that began while the session should end continue, if it could not be ended', async () => {
    await renewAccessToken(EMAIL);
    const ended = endSession(() => Promise.reject(new Error('Offline')));
    respond = async () => Response.json([]);
    const call = request(listEnrollments, { query: { email: EMAIL } });
    await expect(ended).rejects.toThrow('Offline');
    expect((await call).data).toEqual([]);
  });

  it('stays if it is that of another user, whose session was found while the previous one ended', async () => {
    await renewAccessToken(EMAIL);
    let end = () => {};
    const ended = endSession(() => new Promise<void>((resolve) => (end = resolve)));
    const found = await renewAccessToken('ben@example.test');
    end();
    await ended;
    expect(await freshAccessToken()).toBe(found);
  });

  it('stays if the session could not be ended', async () => {
    const old = await renewAccessToken(EMAIL);
    await expect(endSession(() => Promise.reject(new Error('Offline')))).rejects.toThrow('Offline');
    expect(await freshAccessToken()).toBe(old);
  });

  it('stays if the session could not be replaced', async () => {
    const old = await renewAccessToken(EMAIL);
    const replaced = replaceSession(EMAIL, () => Promise.reject(new Error('Wrong password')));
    await expect(replaced).rejects.toThrow('Wrong password');
    expect(await freshAccessToken()).toBe(old);
    expect(await replaceRefusedToken(old)).toBe(true);
  });

  it.each([401, 403])('makes the client check the session if the server responds with %i', async (status) => {
    respond = async () => refusal(status);
    const callbacks = listeners();
    const keeper = startTokenRenewal(EMAIL, callbacks);
    await pass(100);
    expect(callbacks.onRefused).toHaveBeenCalledTimes(1);
    keeper.stop();
  });
});

it('a token is used and removed although the storage of the browser is full', async () => {
  const storage = stubLocalStorage();
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
  });
  const received = await renewAccessToken(EMAIL);
  expect(storage.size).toBe(0);
  expect(await freshAccessToken()).toBe(received);
  expect(requests).toBe(1);
  removeAccessToken();
  expect(currentAccessToken()).toBeNull();
});
