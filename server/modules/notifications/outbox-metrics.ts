import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../database/client.ts';
import { type OutboxState, readOutboxState } from './outbox-state.ts';

/**
 * Registers the metrics of the outbox: the number of waiting emails, the age of the oldest one that was never attempted, the
 * number of those that are retried, and of undeliverable ones.
 */
export const registerOutboxMetrics = (registry: Registry, db: Database): void => {
  let reading: Promise<OutboxState> | undefined;
  /** Reads the state once for all metrics of a scrape. */
  const readState = () =>
    (reading ??= readOutboxState(db).finally(() => {
      reading = undefined;
    }));
  const gauge = (name: string, help: string, read: (state: OutboxState) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // The other metrics are needed most while the database fails.
        const state = await readState().catch(() => undefined);
        this.set(state ? read(state) : NaN);
      },
    });
  gauge('emails_waiting', 'Emails waiting to be sent', ({ length }) => length);
  gauge(
    'emails_waiting_age_seconds',
    'Age of the oldest email whose delivery was never attempted',
    ({ age }) => age,
  );
  gauge(
    'emails_retried',
    'Emails whose last attempt failed, and that will be retried',
    ({ retried }) => retried,
  );
  gauge('emails_failed', 'Emails that could not be delivered', ({ failed }) => failed);
};
