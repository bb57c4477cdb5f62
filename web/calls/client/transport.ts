import { STORAGE_KEYS } from '#web/storage-keys.ts';

/** How long a call may wait for the server, in milliseconds. */
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
 * `fetch` with a limit on the time until something arrives: first the response, then each part of its body. A long
 * download may take longer, as long as it makes progress; JSON must arrive in time as a whole.
 * @param limit in milliseconds
 * @throws DOMException `TimeoutError`
 */
export const fetchInTime = async (
  url: string | URL | Request,
  init: RequestInit = {},
  limit = timeout(),
): Promise<Response> => {
  const { signal } = init;
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The signal may outlive many requests, so it must not keep their listeners.
  const finish = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  };
  const end = (reason: unknown) => {
    finish();
    ended.abort(reason);
  };
  const stop = () => end(signal!.reason);
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(end, limit, new DOMException('No response in time', 'TimeoutError'));
  };
  wait();
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  try {
    const response = await fetch(url, { ...init, signal: ended.signal });
    // Asking for `body` first would make it a stream, whose end Chromium may not report.
    if (response.headers.get('content-type')?.startsWith('application/json')) {
      const content = await response.arrayBuffer();
      finish();
      return new Response(content, response);
    }
    if (!response.body) {
      finish();
      return response;
    }
    const observed = new TransformStream<Uint8Array, Uint8Array>({
      transform: (part, output) => {
        wait();
        output.enqueue(part);
      },
      flush: finish,
    });
    return new Response(response.body.pipeThrough(observed), response);
  } catch (error) {
    finish();
    throw error;
  }
};

const browser: Transport = {
  send: fetchInTime,
  storedToken: () => localStorage.getItem(STORAGE_KEYS.accessToken),
};

export let transport = browser;

export const setTransport = (other: Transport): void => {
  transport = other;
};
