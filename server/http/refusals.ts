import type { FastifyInstance } from 'fastify';
import { Tally } from './tally.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Requests that were refused because of overload. */
    refusals: Tally;
  }
}

/** The period that one log line summarizes, in milliseconds. */
const PERIOD = 10_000;

/**
 * Adds `app.refusals`, which counts the requests that were refused because of overload and logs their number once a
 * period.
 */
export const registerRefusalCounter = (app: FastifyInstance): void => {
  const refusals = new Tally(
    (refused) => app.log.warn({ refused }, 'Too busy: requests were refused'),
    PERIOD,
  );
  app.decorate('refusals', refusals);
  app.addHook('onClose', async () => refusals.flush());
};
