import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { joinWaitingList } from '#contract/waiting-lists.ts';
import { stubLocalStorage } from '#tests/support/local-storage.ts';
import { endSession, removeAccessToken, renewAccessToken } from '#web/calls/session/access-token.ts';
import { listenForRefusals, request } from './api-client.ts';
import { setTransport } from './transport.ts';

const refusal = () =>
  Response.json({ error: { code: 'unauthenticated', message: 'Please log in' } }, { status: 401 });

let refuse: () => void;
let tokens: (string | null)[];
const onRefusal = vi.fn();

beforeEach(() => {
  const storage = stubLocalStorage();
  tokens = [];
  let issued = 0;
  setTransport({
    send: (url, { headers }) => {
      if (url.endsWith('/jwt')) return Promise.resolve(Response.json({ token: `token ${(issued += 1)}` }));
      tokens.push(new Headers(headers).get('authorization'));
      // Only the first response is slow.
      if (tokens.length > 1) return Promise.resolve(refusal());
      return new Promise((resolve) => (refuse = () => resolve(refusal())));
    },
    storedToken: () => storage.get('access-token') ?? null,
  });
  onRefusal.mockClear();
  listenForRefusals(onRefusal);
});
afterEach(() => {
  removeAccessToken();
  vi.unstubAllGlobals();
});

describe('a call that is refused', () => {
  /** Begins a call as a user, and expects the server to refuse it. */
  const begin = async (email: string) => {
    await renewAccessToken(email);
    const call = request(joinWaitingList, { params: { id: 'a-class' } });
    const refused = expect(call).rejects.toMatchObject({ status: 401 });
    await vi.waitFor(() => expect(tokens).toEqual(['Bearer token 1']));
    return { refused };
  };

  it('after another user has logged in is neither repeated as theirs, nor signs them out', async () => {
    const { refused } = await begin('ann@example.test');
    await endSession(() => Promise.resolve());
    await renewAccessToken('ben@example.test');
    refuse();
    await refused;
    expect(tokens).toEqual(['Bearer token 1']);
    expect(onRefusal).not.toHaveBeenCalled();
  });

  it('is repeated with a new token, and signs its user out if that is refused as well', async () => {
    const { refused } = await begin('ann@example.test');
    refuse();
    await refused;
    expect(tokens).toEqual(['Bearer token 1', 'Bearer token 2']);
    expect(onRefusal).toHaveBeenCalledOnce();
  });
});
