import { ApiError } from './client/api-error.ts';
import { createPauses } from './upload-pauses.ts';

/** Milliseconds between attempts while the server cannot be reached. */
export const RETRY_DELAYS = [0, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000];

interface PersistentCallOptions {
  signal: AbortSignal;
  /** Called when the call has to wait. It is repeated by itself. */
  onInterrupted?: (() => void) | undefined;
  /**
   * Decides about a failed attempt first. @returns the milliseconds until the next one, or undefined for the usual rules
   */
  delayAfter?: (error: ApiError) => number | undefined;
}

/** Whether the same call may succeed later. Other limits than that of the rate name no time. */
const isRepeatable = ({ isTemporary, status, retryAfter }: ApiError): boolean =>
  isTemporary || (status === 429 && retryAfter !== undefined);

/**
 * Makes a call of an upload with the patience with which its parts are sent: it waits for a connection, and as long as
 * the server demands.
 * @throws ApiError, or the signal's reason
 */
export const callPersistently = async <Made>(
  ask: () => Promise<{ data: Made }>,
  { signal, onInterrupted, delayAfter }: PersistentCallOptions,
): Promise<Made> => {
  const pauses = createPauses(signal, onInterrupted);
  for (let failures = 0; ;) {
    await pauses.pass();
    signal.throwIfAborted();
    try {
      return (await ask()).data;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const delay = delayAfter?.(error);
      if (delay !== undefined) {
        failures = 0;
        await pauses.wait(delay);
        continue;
      }
      const usual = RETRY_DELAYS[failures];
      if (!isRepeatable(error) || usual === undefined) throw error;
      failures += 1;
      pauses.demand(error.retryAfter ?? usual / 1_000);
    }
  }
};
