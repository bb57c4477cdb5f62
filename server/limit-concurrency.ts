interface Limit {
  /** How many tasks may run at once. */
  concurrency: number;
  /** The maximum time that a task waits for its turn, in milliseconds. */
  queueLimit: number;
  /** The error for a task that waited that long. */
  onTimeout: () => Error;
}

/**
 * Slots that are taken and released. Owners take turns, so that nobody waits for all tasks of another owner; the tasks of
 * one owner keep their order.
 */
const createSlots = ({ concurrency, queueLimit, onTimeout }: Limit) => {
  /** The owners of the running tasks. */
  const running: string[] = [];
  /** The waiting tasks of each owner who has any. The owners are in the order of their turns. */
  const waiting = new Map<string, (() => void)[]>();

  const add = (owner: string, start: () => void): void => {
    const own = waiting.get(owner);
    if (own) own.push(start);
    else waiting.set(owner, [start]);
  };
  const remove = (owner: string, start: () => void): void => {
    const own = waiting.get(owner)!;
    own.splice(own.indexOf(start), 1);
    if (own.length === 0) waiting.delete(owner);
  };
  const take = async (owner: string): Promise<void> => {
    if (running.length < concurrency) {
      running.push(owner);
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        remove(owner, start);
        running.push(owner);
        resolve();
      };
      const timer = setTimeout(() => {
        remove(owner, start);
        reject(onTimeout());
      }, queueLimit);
      add(owner, start);
    });
  };
  const release = (owner: string): void => {
    running.splice(running.indexOf(owner), 1);
    const own = waiting.get(owner);
    if (own) {
      // This was the owner's turn, so everybody else who waits comes first.
      waiting.delete(owner);
      waiting.set(owner, own);
    }
    const owners = [...waiting.keys()];
    const next = owners.find((other) => !running.includes(other)) ?? owners[0];
    if (next !== undefined) waiting.get(next)![0]!();
  };
  return { take, release };
};

/**
 * Bounds how many tasks run at once, so that slow work takes a bounded amount of memory and sockets.
 * @returns a function that runs a task when it is its turn, and passes its result or error on. Tasks of the same owner run
 *   in order of arrival; the owners of waiting tasks take turns. Tasks without an owner share one turn.
 */
export const limitConcurrency = (limit: Limit) => {
  const slots = createSlots(limit);
  return async <Result>(task: () => Promise<Result>, owner = ''): Promise<Result> => {
    await slots.take(owner);
    try {
      return await task();
    } finally {
      slots.release(owner);
    }
  };
};
