import { QUERY_DEFAULTS, STORAGE_KEYS } from '#contract/constants.ts';

/** How calls leave: from the browser over the network, while rendering on the server straight into the API. */
export interface Transport {
  send: (url: string, init: RequestInit) => Promise<Response>;
  /** The kept access token of whoever uses this browser. */
  storedToken: () => string | null;
}

/** Milliseconds. */
const timeout = (): number =>
  window.matchMedia('(pointer: coarse)').matches
    ? QUERY_DEFAULTS.timeout.phone
    : QUERY_DEFAULTS.timeout.desktop;

const browser: Transport = {
  send: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(timeout()) }),
  storedToken: () => localStorage.getItem(STORAGE_KEYS.accessToken),
};

export let transport = browser;

export const setTransport = (other: Transport): void => {
  transport = other;
};
