import { API_BASE } from '#contract/call.ts';
import { createToken, ACCESS_TOKEN_LIFETIME } from '#contract/auth.ts';
import { STORAGE_KEYS } from '#web/storage-keys.ts';
import type { ApiError } from '#web/calls/client/api-error.ts';
import { send } from '#web/calls/client/send.ts';
import { transport } from '#web/calls/client/transport.ts';

/** How long before its expiry the access token is renewed, in milliseconds. */
const ACCESS_TOKEN_RENEWAL = 5 * 60 * 1_000;

/** Email of the user whose token is stored, while signed in. */
let owner: string | null = null;
/** The pending request, which concurrent calls for the same user share. */
let renewing: { email: string; token: Promise<string> } | null = null;
/** Settles once a session that is being replaced has its own token, or has ended. */
let replacing: Promise<unknown> | null = null;
/** Settles once a session that the user is ending has ended, or could not be ended. */
let ending: Promise<unknown> | undefined;
/** Aborts the reads of the current session. */
let reads = new AbortController();
/** When the current token arrived, its user's id, and its lifetime in milliseconds. Null: there is no usable token. */
let received: {
  at: Moment;
  user: string | undefined;
  lifetime: number;
  /** The token itself, if the browser's storage is full. */
  unstored?: string;
} | null = null;
/** The server's request to wait (Retry-After), in milliseconds. */
let pause: { since: Moment; length: number; error: ApiError } | null = null;

interface Moment {
  monotonic: number;
  wall: number;
}

const now = (): Moment => ({ monotonic: performance.now(), wall: Date.now() });

/**
 * Milliseconds since a moment. The monotonic clock may stop while a device sleeps, and the wall clock may be changed
 * at any time, so the larger difference is the safe one.
 */
const since = ({ monotonic, wall }: Moment): number =>
  Math.max(performance.now() - monotonic, Date.now() - wall, 0);

/** Whether the stored token is known to have expired. After a page load, nobody knows. */
export const hasExpired = (): boolean => received !== null && !isUsable();

/** Whether calls are made as this user. */
export const isCaller = (email: string): boolean => owner === email;

/** Email of the user as whom calls are made, or null for a visitor. */
export const currentCaller = (): string | null => owner;

/** Aborts when the session ends, because the server would refuse what it still reads. */
export const sessionSignal = (): AbortSignal => reads.signal;

/** The claims of a token that the browser needs. There are none if it is malformed. */
const claimsOf = (token: string): { sub?: string; iat: number; exp: number } => {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    return { ...(JSON.parse(atob(payload)) as ReturnType<typeof claimsOf>) };
  } catch {
    return { iat: 0, exp: 0 };
  }
};

/** A token's lifetime in milliseconds. Both claims come from the server's clock, so the browser's does not matter. */
const lifetimeOf = ({ iat, exp }: ReturnType<typeof claimsOf>): number =>
  exp > iat ? (exp - iat) * 1_000 : ACCESS_TOKEN_LIFETIME;

/**
 * The stored token, unless it is that of another user, who has logged in in another tab. If it could not be stored, the
 * token that this tab has received.
 */
export const currentAccessToken = (): string | null => {
  if (received?.unstored) return received.unstored;
  const token = transport.storedToken();
  return token && received && claimsOf(token).sub !== received.user ? null : token;
};

/** Milliseconds until the stored token is due for renewal, five minutes before it expires. */
export const timeToRenewal = (): number => {
  if (!received) return 0;
  const { at, lifetime } = received;
  const due = Math.max(lifetime - ACCESS_TOKEN_RENEWAL, lifetime / 2);
  return Math.max(due - since(at), 0);
};

/** Whether the user has a token that is not due for renewal. */
export const hasFreshToken = (email: string): boolean => owner === email && timeToRenewal() > 0;

/** Milliseconds until the server accepts another request. */
export const timeToNextRequest = (): number => (pause ? Math.max(pause.length - since(pause.since), 0) : 0);

const isUsable = (): boolean => received !== null && since(received.at) < received.lifetime;

const fetchToken = (email: string): Promise<string> =>
  send(
    `${API_BASE}${createToken.path}`,
    {
      method: createToken.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    },
    async (response) => ((await response.json()) as { token: string }).token,
  );

const requestToken = async (email: string): Promise<string> => {
  try {
    const token = await fetchToken(email);
    pause = null;
    return token;
  } catch (error) {
    const { retryAfter } = error as ApiError;
    if (retryAfter) {
      const length = Math.min(retryAfter * 1_000, ACCESS_TOKEN_LIFETIME);
      pause = { since: now(), length, error: error as ApiError };
    }
    throw error;
  }
};

const renew = async (email: string): Promise<string> => {
  try {
    const token = await requestToken(email);
    if (owner === email) {
      const claims = claimsOf(token);
      received = { at: now(), user: claims.sub, lifetime: lifetimeOf(claims) };
      try {
        localStorage.setItem(STORAGE_KEYS.accessToken, token);
      } catch {
        received.unstored = token;
      }
    }
    return token;
  } finally {
    if (renewing?.email === email) renewing = null;
  }
};

/**
 * Requests a token for the signed-in user and stores it. Concurrent calls share one request.
 * @throws ApiError
 */
export const renewAccessToken = async (email: string): Promise<string> => {
  // The token of the user before is not this one's.
  if (owner !== email) received = null;
  owner = email;
  if (renewing?.email === email) return renewing.token;
  if (pause && timeToNextRequest() > 0) throw pause.error;
  renewing = { email, token: renew(email) };
  return renewing.token;
};

/**
 * Returns the stored token and renews it first if it is about to expire, because a laptop may have slept through the
 * scheduled renewal, or if another tab has removed or replaced it. If the renewal fails, the old token stays in use until
 * it expires. While the session ends, its outcome is awaited.
 * @throws ApiError if there is no valid token
 */
export const freshAccessToken = async (): Promise<string | null> => {
  await ending;
  const token = currentAccessToken();
  if (!owner || (token && timeToRenewal() > 0)) return token;
  try {
    return await renewAccessToken(owner);
  } catch (error) {
    if (token && isUsable() && !(error as ApiError).refusesCaller) return token;
    throw error;
  }
};

/** Replaces the token, because the old one belongs to a session that was replaced. */
const replaceToken = async (email: string): Promise<void> => {
  // A request that began before the session was replaced is about the old one.
  await renewing?.token.catch(() => undefined);
  received = null;
  await renewAccessToken(email).catch((error: unknown) => {
    // The action that replaced the session has succeeded, so a temporary failure must not reject it.
    if ((error as ApiError).refusesCaller) throw error;
  });
};

export const removeAccessToken = (): void => {
  owner = null;
  received = null;
  pause = null;
  localStorage.removeItem(STORAGE_KEYS.accessToken);
};

/** Lets calls that are refused wait until a change of the session is complete. @throws what the change throws */
const holdRefusedCalls = async <T>(change: Promise<T>): Promise<T> => {
  const settled = Promise.allSettled([change]);
  replacing = settled;
  await settled;
  if (replacing === settled) replacing = null;
  return change;
};

/**
 * Makes a call that replaces the session, and then replaces the token. Calls that are refused in the meantime wait for it:
 * the server ends the old session before the browser has received the new one.
 * @throws what the call throws
 */
export const replaceSession = <T>(email: string, call: () => Promise<T>): Promise<T> =>
  holdRefusedCalls(
    call().then(async (result) => {
      await replaceToken(email);
      return result;
    }),
  );

/**
 * Makes the call that ends the session, and then removes the token, unless another user's session has been found and has
 * its own by then. Reads are aborted, calls that begin in the meantime
 * wait, and calls that are refused ask for no other token.
 * @throws what the call throws
 */
export const endSession = (call: () => Promise<unknown>): Promise<void> => {
  reads.abort();
  reads = new AbortController();
  const leaving = owner;
  const ended = holdRefusedCalls(
    call().then(() => {
      if (owner === leaving) removeAccessToken();
    }),
  );
  ending = Promise.allSettled([ended]);
  return ended;
};

/**
 * Replaces a token that the server has refused. Its session may have been replaced in the meantime, for example by a
 * password change.
 * @returns whether a different token is stored now
 */
export const replaceRefusedToken = async (refused: string | null): Promise<boolean> => {
  await replacing;
  if (!owner || !refused) return false;
  if (currentAccessToken() !== refused) return currentAccessToken() !== null;
  return renewAccessToken(owner).then(
    (token) => token !== refused,
    () => false,
  );
};
