import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../database/client.ts';
import { type OutboxState, readOutboxState } from './outbox-state.ts';

/**
 * Registers the metrics of the outbox: the number of waiting emails, the age of the oldest one that was never attempted, the
 * number of those that are retried, and of undeliverable ones.
 */
export const registerOutboxMetrics = (registry: Registry, db: Database): void => {
  let state: Promise<OutboxState>;
  const gauge = (name: string, help: string, read: (state: OutboxState) => number, isFirst = false) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        if (isFirst) state = readOutboxState(db);
        // The other metrics are needed most while the database fails.
        const current = await state.catch(() => undefined);
        this.set(current ? read(current) : NaN);
      },
    });
  gauge('emails_waiting', 'Emails waiting to be sent', ({ length }) => length, true);
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
