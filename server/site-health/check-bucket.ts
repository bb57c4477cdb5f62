import { BucketError, type BucketSettings } from '../files/bucket-error.ts';
import { type Outcome, problem } from './outcome.ts';

/** Milliseconds. The SDK tries several times. */
const TIMEOUT = 15_000;

/** Runs a check of a bucket. A bucket that refuses or does not answer in time is its finding. */
export const checkBucket = async (
  bucket: BucketSettings,
  check: () => Promise<Outcome>,
): Promise<Outcome> => {
  const late = AbortSignal.timeout(TIMEOUT);
  try {
    return await Promise.race([
      check(),
      new Promise<never>((_resolve, reject) =>
        late.addEventListener('abort', () =>
          reject(new BucketError(bucket, new Error('No response in time'))),
        ),
      ),
    ]);
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    return problem(error.message, error.todo, error.setting);
  }
};
