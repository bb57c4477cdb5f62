/** Resolves after a time in milliseconds, or once the signal aborts. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });

/** Resolves once the browser is online or the signal aborts. */
const untilOnline = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });

/**
 * Pauses an upload while requests cannot succeed: without a connection, and for as long as a rate limit demands. Attempts
 * in the meantime would only use up the number of those that are made.
 * @param onPause called when a pause begins
 */
export const createPauses = (signal: AbortSignal, onPause?: () => void) => {
  let allowedAt = 0;
  return {
    wait: (milliseconds: number): Promise<void> => pause(milliseconds, signal),
    /** @param seconds from the response's Retry-After */
    demand: (seconds: number): void => {
      allowedAt = Date.now() + seconds * 1_000;
    },
    /** Resolves when the next request may be sent. */
    pass: async (): Promise<void> => {
      while (!signal.aborted) {
        const rest = allowedAt - Date.now();
        if (rest > 0 || !navigator.onLine) onPause?.();
        if (rest > 0) await pause(rest, signal);
        else if (!navigator.onLine) await untilOnline(signal);
        else return;
      }
    },
  };
};
