interface Limit {
  /** How many tasks may run at once. */
  concurrency: number;
  /** The maximum time that a task waits for its turn, in milliseconds. */
  queueLimit: number;
  /** The error for a task that waited that long. */
  onTimeout: () => Error;
}

/** Slots that are taken and released; waiting tasks get them in order of arrival. */
const createSlots = ({ concurrency, queueLimit, onTimeout }: Limit) => {
  let free = concurrency;
  const waiting: (() => void)[] = [];
  const take = async (): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(onTimeout());
      }, queueLimit);
      waiting.push(start);
    });
  };
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return { take, release };
};

/**
 * Bounds how many tasks run at once, so that slow work takes a bounded amount of memory and sockets.
 * @returns a function that runs a task when it is its turn, and passes its result or error on
 */
export const limitConcurrency = (limit: Limit) => {
  const slots = createSlots(limit);
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    await slots.take();
    try {
      return await task();
    } finally {
      slots.release();
    }
  };
};
