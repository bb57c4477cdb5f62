import { eq } from 'drizzle-orm';
import { Counter, Gauge, type Registry } from 'prom-client';
import type Stripe from 'stripe';
import type { Database } from '../../database/client.ts';
import { paymentJobs } from '../../database/schema.ts';
import { isLive } from '../../stripe/client.ts';
import { providerFailures } from '../../stripe/count-failures.ts';
import { countAttention } from './attention/attention.ts';
import { BOOKS_JOB } from './books/check-books-nightly.ts';
import { counters } from './payment-counters.ts';

/** The time for which the number of things that need an admin is cached, in milliseconds. */
const FRESH = 30_000;

/** Registers the metrics of payments: what needs an admin, and failures between the provider and this server. */
export const registerPaymentMetrics = (
  registry: Registry,
  { db, stripe }: { db: Database; stripe: Stripe },
): void => {
  const registers = [registry];
  let counted = 0;
  new Gauge({
    name: 'payments_attention',
    help: 'Payment issues that need an admin',
    labelNames: ['kind'],
    registers,
    async collect() {
      if (Date.now() - counted < FRESH) return;
      try {
        const counts = Object.entries(await countAttention(db, isLive(stripe)));
        for (const [kind, count] of counts) this.set({ kind }, count);
        counted = Date.now();
      } catch {
        // The other metrics are needed most while the database fails. These are absent until it answers.
        this.reset();
      }
    },
  });
  new Gauge({
    name: 'payments_books_checked_timestamp_seconds',
    help: 'Time of the last check of the books',
    registers,
    async collect() {
      const jobs = await db
        .select()
        .from(paymentJobs)
        .where(eq(paymentJobs.id, BOOKS_JOB))
        .catch(() => undefined);
      this.set(jobs ? (jobs[0]?.position?.getTime() ?? 0) / 1_000 : NaN);
    },
  });
  const total = (name: string, help: string, read: () => number): void => {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  };
  total(
    'payments_foreign_events_total',
    'Events of payments of another shop on the same account',
    () => counters.foreignEvents,
  );
  total(
    'payments_webhook_signature_failures_total',
    'Webhook events without a valid signature',
    () => counters.badSignatures,
  );
  new Counter({
    name: 'payments_provider_failures_total',
    help: 'Failed calls to the card provider, by kind',
    labelNames: ['failure'],
    registers,
    collect() {
      this.reset();
      for (const [failure, count] of Object.entries(providerFailures)) this.inc({ failure }, count);
    },
  });
};
