import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    refusals: Refusals;
  }
}

/** Milliseconds that one line of the log tells of. */
const PERIOD = 10_000;

/** Counts requests that are refused for want of room, and logs one line a period. */
class Refusals {
  private readonly log: FastifyBaseLogger;
  private refused = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(log: FastifyBaseLogger) {
    this.log = log;
  }

  count(): void {
    this.refused += 1;
    this.timer ??= setTimeout(() => this.tell(), PERIOD).unref();
  }

  tell(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.refused > 0) this.log.warn({ refused: this.refused }, 'Too busy: requests were refused');
    this.refused = 0;
  }
}

export const registerRefusals = (app: FastifyInstance): void => {
  const refusals = new Refusals(app.log);
  app.decorate('refusals', refusals);
  app.addHook('onClose', async () => refusals.tell());
};
