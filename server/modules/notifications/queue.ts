import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import type { FastifyBaseLogger } from 'fastify';
import { LOCKS, withAdvisoryLock } from '../../database/advisory-lock.ts';
import type { Database } from '../../database/client.ts';
import type { DeliveryContext } from './deliver-email.ts';
import { DeliveryLoop } from './delivery-loop.ts';
import { EmailJobs, QUEUE_SCHEMA } from './email-jobs.ts';
import { outboxWork, schedule, type ScheduledWork, tidyOutbox } from './scheduled-work.ts';

/** The intervals of the checks for jobs of dead servers and for scheduled work, in seconds. */
const TIMERS = { supervise: 30, cron: 45 };
/**
 * The time for which a stop waits for deliveries in progress, in milliseconds. Without a limit, an unreachable database
 * would block it forever.
 */
const STOP_LIMIT = 2_000;

interface QueueOptions {
  pool: Pool;
  db: Database;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** Absent if no mail server is configured: then emails wait in the outbox. */
  delivery?: DeliveryContext;
  /** Emails per second. */
  rate: number;
  /** Other scheduled work. */
  scheduled: ScheduledWork[];
}

export interface EmailQueue {
  /** Something was written into the outbox. */
  wake: () => void;
  /** Stops the queue after the deliveries in progress, or after two seconds. */
  close: () => Promise<void>;
}

const createBoss = ({ pool, log }: QueueOptions): PgBoss => {
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
    schema: QUEUE_SCHEMA,
    superviseIntervalSeconds: TIMERS.supervise,
    monitorIntervalSeconds: TIMERS.supervise,
    cronMonitorIntervalSeconds: TIMERS.cron,
    cronWorkerIntervalSeconds: TIMERS.cron,
    // Nothing here depends on other jobs.
    flowIntervalSeconds: 3_600,
    registerInstance: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'The queue failed'));
  return boss;
};

/**
 * Starts the queue in the site's own database. It delivers the emails of the outbox at a limited rate and runs the
 * scheduled work. Several servers share the work.
 */
export const startQueue = async (options: QueueOptions): Promise<EmailQueue> => {
  const { pool, db, delivery, rate, log, scheduled } = options;
  const boss = createBoss(options);
  const jobs = new EmailJobs(boss, db, log);
  // The queue creates its tables here, which fails if another server does so at the same time.
  await withAdvisoryLock(pool, LOCKS.queueStart, async () => {
    await boss.start();
    await jobs.createQueue();
  });
  const delivers = delivery !== undefined;
  await tidyOutbox(db, delivers);
  const untilWorkEnds = await schedule(boss, [...outboxWork(db, delivers), ...scheduled]);

  const loop = delivery && new DeliveryLoop({ jobs, delivery, rate, log });
  const running = loop?.run();
  const finish = async (): Promise<void> => {
    await running;
    // The library's own graceful stop polls once a second.
    await boss.stop({ graceful: false });
    await untilWorkEnds();
  };
  return {
    wake: () => loop?.wake(),
    close: async () => {
      loop?.stop();
      const finished = finish().catch((error: unknown) => log.warn({ err: error }, 'The queue did not stop'));
      await Promise.race([finished, sleep(STOP_LIMIT, undefined, { ref: false })]);
    },
  };
};
