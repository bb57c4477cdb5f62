import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { FastifyBaseLogger } from 'fastify';
import { LOCKS, withAdvisoryLock } from '../../database/advisory-lock.ts';
import type { Database } from '../../database/client.ts';
import { deliverEmail, type DeliveryContext } from './deliver-email.ts';
import {
  collectSales,
  deleteOldNotifications,
  giveUp,
  recordFailure,
  sendCorrections,
  putBack,
  skipOld,
  takeWaiting,
} from './outbox.repository.ts';

/** The database schema of the queue. Backups leave it out, because it can be rebuilt from the outbox. */
const SCHEMA = 'pgboss';
const EMAILS = 'emails';
/**
 * A failed delivery is retried after 10 seconds, then with doubled delays of up to an hour, for about a day. If a
 * server dies, its jobs go to another one after `expireInSeconds`. Times are in seconds.
 */
const EMAILS_QUEUE = {
  retryLimit: 30,
  retryDelay: 10,
  retryBackoff: true,
  retryDelayMax: 3_600,
  expireInSeconds: 300,
  retentionSeconds: 14 * 24 * 3_600,
  deleteAfterSeconds: 3_600,
};
/** Milliseconds. */
const SECOND = 1_000;
/** The first and the longest delay between attempts while the mail server cannot be reached, in milliseconds. */
const PAUSE = { first: SECOND, longest: 30 * SECOND };
/**
 * The maximum time between two checks for emails, in milliseconds. Even if none was announced or is due, a server may
 * have died with some, or the announcement may have been lost with the connection.
 */
const LONGEST_REST = 30 * SECOND;
/** The intervals of the checks for jobs of dead servers and for scheduled work, in seconds. */
const TIMERS = { supervise: 30, cron: 45, work: 60 };
/**
 * The time for which a stop waits for deliveries in progress, in milliseconds. Without a limit, an unreachable database
 * would block it forever.
 */
const STOP_LIMIT = 2 * SECOND;
/** The number of concurrent deliveries. */
const CONCURRENCY = 5;

/** Scheduled work, which one of the servers does. `cron` is in UTC. */
interface ScheduledWork {
  name: string;
  cron: string;
  work: () => Promise<void>;
}

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

interface MailError {
  message: string;
  /** The reply of the mail server. */
  responseCode?: number;
  /** What failed (https://nodemailer.com/smtp). */
  code?: string;
  /** The recipients that the mail server refused. */
  rejected?: string[];
}

/** Whether the mail server has permanently refused this email because of its address or content. */
const isRefused = ({ responseCode = 0, code, rejected = [] }: MailError): boolean =>
  responseCode >= 500 && responseCode < 600 && (code === 'EMESSAGE' || rejected.length > 0);
/** Whether the failure would affect the next email as well. */
const isAway = ({ code = '' }: MailError): boolean => !['EENVELOPE', 'EMESSAGE'].includes(code);

const createBoss = ({ pool, log }: QueueOptions): PgBoss => {
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
    schema: SCHEMA,
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

/** Finds what became of emails that nobody is working on. Without a mail server, none can fail. */
const tidyOutbox = ({ db, delivery }: QueueOptions): Promise<void> =>
  delivery ? putBack(db, `${SCHEMA}.job`) : skipOld(db);

/** Registers the scheduled work, once for all servers. */
const schedule = async (boss: PgBoss, options: QueueOptions, underway: Set<Promise<void>>): Promise<void> => {
  const { db, scheduled } = options;
  const own: ScheduledWork[] = [
    { name: 'sales-digest', cron: '0 6 * * *', work: () => db.transaction(collectSales) },
    { name: 'corrections', cron: '*/5 * * * *', work: () => sendCorrections(db) },
    { name: 'put-back', cron: '*/5 * * * *', work: () => tidyOutbox(options) },
    { name: 'old-notifications', cron: '30 3 * * *', work: () => deleteOldNotifications(db) },
  ];
  for (const { name, cron, work } of [...own, ...scheduled]) {
    await boss.createQueue(name, { deleteAfterSeconds: 3_600, retryLimit: 2, retryDelay: 60 });
    await boss.schedule(name, cron);
    await boss.work(name, { pollingIntervalSeconds: TIMERS.work }, async () => {
      const working = work();
      underway.add(working);
      await working.finally(() => underway.delete(working));
    });
  }
};

/**
 * Starts the queue in the site's own database. It delivers the emails of the outbox at a limited rate and runs the
 * scheduled work. Several servers share the work.
 */
export const startQueue = async (options: QueueOptions): Promise<EmailQueue> => {
  const { db, delivery, rate, log } = options;
  const boss = createBoss(options);
  // The queue creates its tables here, which fails if another server does so at the same time.
  await withAdvisoryLock(options.pool, LOCKS.queueStart, async () => {
    await boss.start();
    await boss.createQueue(EMAILS, EMAILS_QUEUE);
  });
  await tidyOutbox(options);
  const underway = new Set<Promise<void>>();
  await schedule(boss, options, underway);

  const stopping = new AbortController();
  let wake = () => {};
  let isAwake = false;
  let pause = 0;

  const fill = (): Promise<number> =>
    db.transaction(async (trx) => {
      const ids = await takeWaiting(trx);
      // A failed job has the same id and would block its retry.
      if (ids.length > 0) {
        await trx.execute(sql`delete from ${sql.raw(SCHEMA)}.job where name = ${EMAILS}
          and id in (${sql.join(
            ids.map((id) => sql`${id}::uuid`),
            sql`, `,
          )}) and state in ('completed', 'cancelled', 'failed')`);
        await boss.insert(
          EMAILS,
          ids.map((id) => ({ id })),
          { db: fromDrizzle(trx, sql) },
        );
      }
      return ids.length;
    });

  const handle = async (context: DeliveryContext, id: string, isLast: boolean): Promise<void> => {
    try {
      await deliverEmail(context, id);
      pause = 0;
    } catch (error) {
      const failure = error as MailError;
      const isFinal = isRefused(failure) || isLast;
      if (isAway(failure)) pause = Math.min(Math.max(pause * 2, PAUSE.first), PAUSE.longest);
      if (isFinal) await giveUp(db, id, failure.message);
      else {
        await recordFailure(db, id, failure.message);
        await boss.fail(EMAILS, id, { message: failure.message });
        return;
      }
    }
    await boss.complete(EMAILS, id);
  };

  /** Delivers at most as many emails as the rate allows in a second. @returns the number of emails */
  const deliverSome = async (context: DeliveryContext): Promise<number> => {
    const jobs = await boss.fetch(EMAILS, { batchSize: rate, includeMetadata: true });
    const waiting = [...jobs];
    const work = async () => {
      for (let job = waiting.shift(); job; job = waiting.shift())
        await handle(context, job.id, job.retryCount >= job.retryLimit);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    return jobs.length;
  };

  const rest = (milliseconds: number, canBeWoken: boolean): Promise<unknown> => {
    if (canBeWoken && isAwake) return Promise.resolve();
    const woken = new AbortController();
    if (canBeWoken) wake = () => woken.abort();
    const signal = AbortSignal.any([stopping.signal, woken.signal]);
    return sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  };

  /** Milliseconds until the next email is due, announced or not. */
  const untilNext = async (): Promise<number> => {
    const { rows } = await db.execute<{ milliseconds: number | null }>(sql`
      select extract(epoch from min(start_after) - now())::float * ${SECOND} as milliseconds
        from ${sql.raw(SCHEMA)}.job where name = ${EMAILS} and state in ('created', 'retry')`);
    return Math.min(Math.max(rows[0]?.milliseconds ?? LONGEST_REST, SECOND), LONGEST_REST);
  };

  const run = async (context: DeliveryContext): Promise<void> => {
    while (!stopping.signal.aborted) {
      isAwake = false;
      const started = Date.now();
      try {
        const filled = await fill();
        const handled = await deliverSome(context);
        const due = started + (handled / rate) * SECOND;
        // Without work, it waits to be woken or for the next retry.
        if (pause > 0) await rest(pause, false);
        else if (handled > 0) await rest(Math.max(0, due - Date.now()), false);
        else if (filled === 0) await rest(await untilNext(), true);
      } catch (error) {
        log.error({ err: error }, 'Emails could not be delivered');
        await rest(SECOND, false);
      }
    }
  };

  const running = delivery ? run(delivery) : Promise.resolve();
  const finish = async (): Promise<void> => {
    await running;
    // The library's own graceful stop polls once a second.
    await boss.stop({ graceful: false });
    await Promise.allSettled(underway);
  };
  return {
    wake: () => {
      isAwake = true;
      wake();
    },
    close: async () => {
      stopping.abort();
      const finished = finish().catch((error: unknown) => log.warn({ err: error }, 'The queue did not stop'));
      await Promise.race([finished, sleep(STOP_LIMIT, undefined, { ref: false })]);
    },
  };
};
