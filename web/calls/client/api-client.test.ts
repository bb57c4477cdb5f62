import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getClass } from '#contract/classes.ts';
import { joinWaitingList } from '#contract/waiting-lists.ts';
import { stubLocalStorage } from '#tests/support/local-storage.ts';
import { endSession, removeAccessToken, renewAccessToken } from '#web/calls/session/access-token.ts';
import { listenForRefusals } from '#web/calls/session/refusals.ts';
import { STORAGE_KEYS } from '#web/storage-keys.ts';
import { request } from './api-client.ts';
import { setTransport } from './transport.ts';

const refusal = () =>
  Response.json({ error: { code: 'unauthenticated', message: 'Please log in' } }, { status: 401 });

/** A token as the server issues it. Its signature does not matter here. */
const tokenOf = (user: string): string => `header.${btoa(JSON.stringify({ sub: user }))}.signature`;

let refuse: () => void;
let tokens: (string | null)[];
let storage: ReturnType<typeof stubLocalStorage>;
const onRefusal = vi.fn();

beforeEach(() => {
  storage = stubLocalStorage();
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

it('a call that needs a user is not sent once there is none', async () => {
  await renewAccessToken('ann@example.test');
  await endSession(() => Promise.resolve());
  const call = request(joinWaitingList, { params: { id: 'a-class' } });
  await expect(call).rejects.toMatchObject({ status: 401 });
  expect(tokens).toEqual([]);
  expect(onRefusal).not.toHaveBeenCalled();
});

describe('a call while another tab has changed the stored token', () => {
  const authorizations: (string | null)[] = [];
  let issue: (email: string) => Response;

  beforeEach(async () => {
    authorizations.length = 0;
    issue = (email) => Response.json({ token: tokenOf(email) });
    setTransport({
      send: async (url, { headers, body }) => {
        if (url.endsWith('/jwt')) return issue((JSON.parse(body as string) as { email: string }).email);
        authorizations.push(new Headers(headers).get('authorization'));
        return Response.json({});
      },
      storedToken: () => storage.get(STORAGE_KEYS.accessToken) ?? null,
    });
    await renewAccessToken('ann@example.test');
  });

  it('is not made as the other user', async () => {
    localStorage.setItem(STORAGE_KEYS.accessToken, tokenOf('ben@example.test'));
    issue = () => refusal();
    await expect(request(joinWaitingList, { params: { id: 'a-class' } })).rejects.toMatchObject({
      status: 401,
    });
    await request(getClass, { params: { id: 'a-class' } });
    expect(authorizations).toEqual([null]);
  });

  it('gets another token if the other tab has removed it', async () => {
    localStorage.removeItem(STORAGE_KEYS.accessToken);
    await request(joinWaitingList, { params: { id: 'a-class' } });
    expect(authorizations).toEqual([`Bearer ${tokenOf('ann@example.test')}`]);
  });

  it('uses a newer token of the same user', async () => {
    const newer = `${tokenOf('ann@example.test')} of another session`;
    localStorage.setItem(STORAGE_KEYS.accessToken, newer);
    await request(joinWaitingList, { params: { id: 'a-class' } });
    expect(authorizations).toEqual([`Bearer ${newer}`]);
  });

  it('waits for the token of a user who follows another without a logout', async () => {
    const renewed = renewAccessToken('ben@example.test');
    await request(joinWaitingList, { params: { id: 'a-class' } });
    await renewed;
    expect(authorizations).toEqual([`Bearer ${tokenOf('ben@example.test')}`]);
  });
});
