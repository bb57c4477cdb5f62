import type { PgBoss } from 'pg-boss';
import type { Database } from '../../database/client.ts';
import { collectSales } from './collect-sales.ts';
import { sendCorrections } from './corrections.ts';
import { QUEUE_SCHEMA } from './email-jobs.ts';
import { deleteOldNotifications, putBack, skipOld } from './outbox.repository.ts';

/** The interval at which a server looks for scheduled work, in seconds. */
const POLLING_SECONDS = 60;

/** Scheduled work, which one of the servers does. `cron` is in UTC. */
export interface ScheduledWork {
  name: string;
  cron: string;
  work: () => Promise<void>;
}

/**
 * Finds what became of emails that nobody is working on. Without a mail server, none can fail.
 * @param delivers whether a mail server is configured
 */
export const tidyOutbox = (db: Database, delivers: boolean): Promise<void> =>
  delivers ? putBack(db, `${QUEUE_SCHEMA}.job`) : skipOld(db);

/** The scheduled work on the outbox. */
export const outboxWork = (db: Database, delivers: boolean): ScheduledWork[] => [
  { name: 'sales-digest', cron: '0 6 * * *', work: () => db.transaction(collectSales) },
  { name: 'corrections', cron: '*/5 * * * *', work: () => sendCorrections(db) },
  { name: 'put-back', cron: '*/5 * * * *', work: () => tidyOutbox(db, delivers) },
  { name: 'old-notifications', cron: '30 3 * * *', work: () => deleteOldNotifications(db) },
];

/**
 * Registers scheduled work, once for all servers.
 * @returns a function that waits for the work in progress
 */
export const schedule = async (
  boss: PgBoss,
  scheduled: readonly ScheduledWork[],
): Promise<() => Promise<void>> => {
  const underway = new Set<Promise<void>>();
  for (const { name, cron, work } of scheduled) {
    await boss.createQueue(name, { deleteAfterSeconds: 3_600, retryLimit: 2, retryDelay: 60 });
    await boss.schedule(name, cron);
    await boss.work(name, { pollingIntervalSeconds: POLLING_SECONDS }, async () => {
      const working = work();
      underway.add(working);
      await working.finally(() => underway.delete(working));
    });
  }
  return async () => {
    await Promise.allSettled(underway);
  };
};
