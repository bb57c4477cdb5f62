import { STORAGE_KEYS } from '#web/storage-keys.ts';

/** How long a call may take, in milliseconds. */
export const TIMEOUT = { desktop: 30_000, phone: 60_000 } as const;

/** How calls are sent: over the network in the browser, directly to the API during server rendering. */
export interface Transport {
  send: (url: string, init: RequestInit) => Promise<Response>;
  /** The access token stored in this browser. */
  storedToken: () => string | null;
}

/** Milliseconds. */
const timeout = (): number =>
  window.matchMedia('(pointer: coarse)').matches ? TIMEOUT.phone : TIMEOUT.desktop;

/**
 * `fetch` with a timeout that also covers reading the response body.
 * @throws DOMException `TimeoutError`
 */
export const fetchInTime = (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('No response in time', 'TimeoutError')), timeout());
  const { signal } = init;
  if (signal?.aborted) controller.abort(signal.reason);
  signal?.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  return fetch(url, { ...init, signal: controller.signal });
};

const browser: Transport = {
  send: fetchInTime,
  storedToken: () => localStorage.getItem(STORAGE_KEYS.accessToken),
};

export let transport = browser;

export const setTransport = (other: Transport): void => {
  transport = other;
};
