import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../database/client.ts';
import { type OutboxState, readOutboxState } from './outbox.repository.ts';

/** The metrics of the outbox: how many emails wait, since when, and how many could not be delivered. */
export const registerOutboxMetrics = (registry: Registry, db: Database): void => {
  let state: Promise<OutboxState>;
  const gauge = (name: string, help: string, read: (state: OutboxState) => number, isFirst = false) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        if (isFirst) state = readOutboxState(db);
        this.set(read(await state));
      },
    });
  gauge('emails_waiting', 'Emails that are not sent yet', ({ length }) => length, true);
  gauge('emails_waiting_age_seconds', 'Age of the oldest email that is not sent yet', ({ age }) => age);
  gauge('emails_failed', 'Emails that could not be delivered', ({ failed }) => failed);
};
