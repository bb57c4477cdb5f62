import type Stripe from 'stripe';

interface Limit {
  /** How many requests may be under way at once. */
  concurrency: number;
  /** Milliseconds that a request waits for its turn at most. */
  queueLimit: number;
}

/** Slots that are taken and released; who waits gets one in order of arrival. */
const createSlots = ({ concurrency, queueLimit }: Limit) => {
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
        reject(new Error('Too many requests to the card provider are under way'));
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
 * Bounds how many requests an HTTP client of the SDK has under way, so that a slow provider costs a bounded number
 * of sockets and waiting callers. A request holds its slot until its answer's headers are there.
 */
export const limitConcurrency = (client: Stripe.HttpClient, limit: Limit): Stripe.HttpClient => {
  const slots = createSlots(limit);
  const send = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    await slots.take();
    try {
      return await send(...request);
    } finally {
      slots.release();
    }
  };
  return client;
};
