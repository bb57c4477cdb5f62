import { API_BASE } from '#contract/call.ts';
import { createToken } from '#contract/auth.ts';
import { ACCESS_TOKEN_RENEWAL, STORAGE_KEYS } from '#contract/constants.ts';
import type { ErrorResponse } from '#contract/errors.ts';
import { ApiError } from './api-error.ts';
import { transport } from './transport.ts';

/** Whose token is kept, while somebody is signed in. */
let owner: string | null = null;
/** The request under way, which calls for the same person share. */
let renewing: { email: string; token: Promise<string> } | null = null;

export const currentAccessToken = (): string | null => transport.storedToken();

/** Milliseconds since 1970 at which a token ends; 0 for what is no token. */
const endOf = (token: string): number => {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    return ((JSON.parse(atob(payload)) as { exp?: number }).exp ?? 0) * 1_000;
  } catch {
    return 0;
  }
};

/** Milliseconds until the kept token is due for renewal, five minutes before it ends. */
export const timeToRenewal = (): number => {
  const token = currentAccessToken();
  return token ? Math.max(endOf(token) - ACCESS_TOKEN_RENEWAL - Date.now(), 0) : 0;
};

const fetchToken = async (email: string): Promise<string> => {
  const response = await fetch(`${API_BASE}${createToken.path}`, {
    method: createToken.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  }).catch(() => {
    throw new ApiError(0, {});
  });
  const body = (await response.json()) as { token: string } & Partial<ErrorResponse>;
  if (!response.ok) throw new ApiError(response.status, body.error ?? {});
  return body.token;
};

const renew = async (email: string): Promise<string> => {
  try {
    const token = await fetchToken(email);
    if (owner === email) localStorage.setItem(STORAGE_KEYS.accessToken, token);
    return token;
  } finally {
    if (renewing?.email === email) renewing = null;
  }
};

/** Asks the server for a token for the signed-in person and keeps it. Calls at the same time share one request. */
export const renewAccessToken = (email: string): Promise<string> => {
  owner = email;
  if (renewing?.email !== email) renewing = { email, token: renew(email) };
  return renewing.token;
};

/** The kept token, renewed first if it is about to end: a laptop may have slept through the renewal. */
export const freshAccessToken = async (): Promise<string | null> => {
  if (owner && timeToRenewal() === 0) return renewAccessToken(owner);
  return currentAccessToken();
};

export const removeAccessToken = (): void => {
  owner = null;
  localStorage.removeItem(STORAGE_KEYS.accessToken);
};
