import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    deferredWork: DeferredWork;
  }
}

/** Work that begins once a response has been sent, so that the time of the response tells nothing about it. */
export class DeferredWork {
  private readonly running = new Set<Promise<void>>();

  /** Begins work after a response. What it fails with is only logged. */
  add(reply: FastifyReply, work: () => Promise<unknown>): void {
    const run = async () => {
      // A client that does not wait for the response changes nothing.
      await finished(reply.raw).catch(() => undefined);
      try {
        await work();
      } catch (error) {
        reply.log.error({ err: error }, 'Work after a response failed');
      }
    };
    const running = run().finally(() => this.running.delete(running));
    this.running.add(running);
  }

  /** Resolves once all work that was added before the call has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.running);
  }
}

/** Adds `app.deferredWork`, which ends before the server has stopped. */
export const registerDeferredWork = (app: FastifyInstance): void => {
  const work = new DeferredWork();
  app.decorate('deferredWork', work);
  app.addHook('onClose', async () => work.settled());
};
