import { BusyError } from '../../http/api-error.ts';
import { limitConcurrency } from '../../limit-concurrency.ts';
import type { Checkpoint } from './checkpoint.ts';

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER = 10;

/**
 * The time limit for checking a file, in milliseconds. The parts that a check reads are limited as well, so that only a
 * slow disk reaches it.
 */
const TIME_LIMIT = 60_000;

const checkLimited = limitConcurrency({
  concurrency: 2,
  queueLimit: 20_000,
  onTimeout: () => new BusyError('Many files are being uploaded right now. Please try again.', RETRY_AFTER),
});

/** The error for a check whose caller has left, and does not read it. */
export const callerLeft = (): BusyError => new BusyError('The connection was closed.', RETRY_AFTER);

/** A checkpoint that also ends the work after the time limit. */
const withTimeLimit = (checkpoint: Checkpoint): Checkpoint => {
  const end = performance.now() + TIME_LIMIT;
  return () => {
    checkpoint();
    if (performance.now() > end)
      throw new BusyError('Checking this file took too long. Please try again.', RETRY_AFTER);
  };
};

/**
 * Runs the check of an uploaded file. Few run at once, and users take turns.
 * @param checkpoint ends the check if nobody waits for it
 * @throws BusyError if too many checks are waiting or the check takes too long; what `checkpoint` and `check` throw
 */
export const runCheck = <Result>(
  userId: string,
  checkpoint: Checkpoint,
  check: (checkpoint: Checkpoint) => Promise<Result>,
): Promise<Result> =>
  checkLimited(async () => {
    checkpoint();
    return check(withTimeLimit(checkpoint));
  }, userId);
