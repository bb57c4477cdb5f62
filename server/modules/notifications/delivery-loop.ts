import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { DeliveryContext } from './deliver-email.ts';
import type { EmailJobs } from './email-jobs.ts';

/** Milliseconds. */
const SECOND = 1_000;
/** The first and the longest delay between attempts while the mail server cannot be reached, in milliseconds. */
const PAUSE = { first: SECOND, longest: 30 * SECOND };
/**
 * The maximum time between two checks for emails, in milliseconds. Even if none was announced or is due, a server may
 * have died with some, or the announcement may have been lost with the connection.
 */
const LONGEST_REST = 30 * SECOND;

interface LoopOptions {
  jobs: Pick<EmailJobs, 'fill' | 'deliver' | 'untilNext'>;
  delivery: DeliveryContext;
  /** Emails per second. */
  rate: number;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/** Delivers emails as they are announced or due, until it is stopped. */
export class DeliveryLoop {
  private readonly options: LoopOptions;
  private readonly stopping = new AbortController();
  /** Ends the rest in progress, if an announcement may. */
  private endRest = (): void => {};
  private isAwake = false;
  /** The delay before the next attempt, in milliseconds. 0 while the mail server answers. */
  private pause = 0;

  constructor(options: LoopOptions) {
    this.options = options;
  }

  /** Something was written into the outbox. */
  wake(): void {
    this.isAwake = true;
    this.endRest();
  }

  /** Ends `run` after the deliveries in progress. */
  stop(): void {
    this.stopping.abort();
  }

  async run(): Promise<void> {
    const { log } = this.options;
    while (!this.stopping.signal.aborted) {
      this.isAwake = false;
      try {
        await this.deliverSome();
      } catch (error) {
        log.error({ err: error }, 'Emails could not be delivered');
        await this.rest(SECOND, false);
      }
    }
  }

  /** Delivers at most as many emails as the rate allows in a second, and rests until there may be more to do. */
  private async deliverSome(): Promise<void> {
    const { jobs, delivery, rate } = this.options;
    const started = Date.now();
    const filled = await jobs.fill();
    const outcomes = await jobs.deliver(delivery, rate);
    if (outcomes.some((outcome) => outcome !== 'unreachable')) this.pause = 0;
    else if (outcomes.length > 0) this.pause = Math.min(Math.max(this.pause * 2, PAUSE.first), PAUSE.longest);
    const due = started + (outcomes.length / rate) * SECOND;
    // Without work, it waits to be woken or for the next retry.
    if (this.pause > 0) await this.rest(this.pause, false);
    else if (outcomes.length > 0) await this.rest(Math.max(0, due - Date.now()), false);
    else if (filled === 0) {
      const next = (await jobs.untilNext()) ?? LONGEST_REST;
      await this.rest(Math.min(Math.max(next, SECOND), LONGEST_REST), true);
    }
  }

  private rest(milliseconds: number, canBeWoken: boolean): Promise<unknown> {
    if (canBeWoken && this.isAwake) return Promise.resolve();
    const woken = new AbortController();
    if (canBeWoken) this.endRest = () => woken.abort();
    const signal = AbortSignal.any([this.stopping.signal, woken.signal]);
    return sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  }
}
