import type { FastifyInstance } from 'fastify';
import { type BusyError, DatabaseUnavailableError } from './api-error.ts';
import { serializeError } from './log-error.ts';
import { Tally } from './tally.ts';

declare module 'fastify' {
  interface FastifyInstance {
    refusals: RefusalCounter;
  }
}

/** The period that one log line summarizes, in milliseconds. */
const PERIOD = 10_000;

/** Counts the requests that were refused, by what was lacking, and logs their numbers once a period. */
class RefusalCounter {
  private readonly busy: Tally;
  private readonly withoutDatabase: Tally;
  /** What the database connection last failed with. */
  private reason = '';

  constructor({ log }: FastifyInstance) {
    this.busy = new Tally((refused) => log.warn({ refused }, 'Too busy: requests were refused'), PERIOD);
    this.withoutDatabase = new Tally(
      (refused) =>
        log.error({ refused, reason: this.reason }, 'The database was unavailable: requests were refused'),
      PERIOD,
    );
  }

  count(error: BusyError): void {
    if (!(error instanceof DatabaseUnavailableError)) return this.busy.count();
    this.reason = serializeError(error.cause as Error).message;
    this.withoutDatabase.count();
  }

  flush(): void {
    this.busy.flush();
    this.withoutDatabase.flush();
  }
}

/** Adds `app.refusals`, which summarizes refused requests because a line for each would fill the log. */
export const registerRefusalCounter = (app: FastifyInstance): void => {
  const refusals = new RefusalCounter(app);
  app.decorate('refusals', refusals);
  app.addHook('onClose', async () => refusals.flush());
};
