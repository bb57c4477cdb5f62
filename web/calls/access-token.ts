import { API_BASE } from '#contract/call.ts';
import { createToken } from '#contract/auth.ts';
import { ACCESS_TOKEN_LIFETIME, ACCESS_TOKEN_RENEWAL, STORAGE_KEYS } from '#contract/constants.ts';
import { type ApiError } from './api-error.ts';
import { send } from './send.ts';
import { transport } from './transport.ts';

/** Whose token is kept, while somebody is signed in. */
let owner: string | null = null;
/** The request under way, which calls for the same person share. */
let renewing: { email: string; token: Promise<string> } | null = null;
/** When the newest token arrived, and its lifetime in milliseconds. Null: there is none that can be used. */
let received: { at: Moment; lifetime: number } | null = null;
/** The server has asked to be left alone for some milliseconds. */
let pause: { since: Moment; length: number; error: ApiError } | null = null;

interface Moment {
  monotonic: number;
  wall: number;
}

const now = (): Moment => ({ monotonic: performance.now(), wall: Date.now() });

/**
 * Milliseconds since a moment. The monotonic clock may stand still while a device sleeps, the other one may be set at
 * any time: the larger difference is the safe one, and what the wall clock says by itself does not matter.
 */
const since = ({ monotonic, wall }: Moment): number =>
  Math.max(performance.now() - monotonic, Date.now() - wall, 0);

export const currentAccessToken = (): string | null => transport.storedToken();

/** Milliseconds for which a token is valid, from its own claims: both moments are the server's. */
const lifetimeOf = (token: string): number => {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    const { iat, exp } = JSON.parse(atob(payload)) as { iat: number; exp: number };
    return exp > iat ? (exp - iat) * 1_000 : ACCESS_TOKEN_LIFETIME;
  } catch {
    return ACCESS_TOKEN_LIFETIME;
  }
};

/** Milliseconds until the kept token is due for renewal, five minutes before it ends. */
export const timeToRenewal = (): number => {
  if (!received) return 0;
  const { at, lifetime } = received;
  const due = Math.max(lifetime - ACCESS_TOKEN_RENEWAL, lifetime / 2);
  return Math.max(due - since(at), 0);
};

/** Milliseconds until the server may be asked again. */
export const timeToAsk = (): number => (pause ? Math.max(pause.length - since(pause.since), 0) : 0);

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

const askForToken = async (email: string): Promise<string> => {
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
    const token = await askForToken(email);
    if (owner === email) {
      received = { at: now(), lifetime: lifetimeOf(token) };
      localStorage.setItem(STORAGE_KEYS.accessToken, token);
    }
    return token;
  } finally {
    if (renewing?.email === email) renewing = null;
  }
};

/**
 * Asks the server for a token for the signed-in person and keeps it. Calls at the same time share one request.
 * @throws ApiError
 */
export const renewAccessToken = async (email: string): Promise<string> => {
  owner = email;
  if (renewing?.email === email) return renewing.token;
  if (pause && timeToAsk() > 0) throw pause.error;
  renewing = { email, token: renew(email) };
  return renewing.token;
};

/**
 * The kept token, renewed first if it is about to end: a laptop may have slept through the renewal. While no new one
 * can be had, the old one goes on for as long as it is valid.
 * @throws ApiError where there is none that is valid
 */
export const freshAccessToken = async (): Promise<string | null> => {
  if (!owner || timeToRenewal() > 0) return currentAccessToken();
  try {
    return await renewAccessToken(owner);
  } catch (error) {
    if (isUsable() && !(error as ApiError).refusesCaller) return currentAccessToken();
    throw error;
  }
};

/** The session that the kept token belonged to has ended and another has begun: the next call needs a new one. */
export const replaceAccessToken = async (email: string): Promise<void> => {
  received = null;
  await renewAccessToken(email).catch((error: unknown) => {
    // What the session ended for has been done all the same.
    if ((error as ApiError).refusesCaller) throw error;
  });
};

export const removeAccessToken = (): void => {
  owner = null;
  received = null;
  pause = null;
  localStorage.removeItem(STORAGE_KEYS.accessToken);
};
