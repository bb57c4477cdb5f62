import type { FastifyInstance } from 'fastify';
import { Tally } from './tally.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Requests that are refused for want of room. */
    refusals: Tally;
  }
}

/** Milliseconds that one line of the log tells of. */
const PERIOD = 10_000;

export const registerRefusals = (app: FastifyInstance): void => {
  const refusals = new Tally(
    (refused) => app.log.warn({ refused }, 'Too busy: requests were refused'),
    PERIOD,
  );
  app.decorate('refusals', refusals);
  app.addHook('onClose', async () => refusals.tell());
};
