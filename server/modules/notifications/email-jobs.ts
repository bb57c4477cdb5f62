import { sql } from 'drizzle-orm';
import { fromDrizzle, type PgBoss } from 'pg-boss';
import type { FastifyBaseLogger } from 'fastify';
import type { NotificationKind } from '#contract/notifications.ts';
import type { Database } from '../../database/client.ts';
import { deliverEmail, type DeliveryContext } from './deliver-email.ts';
import { giveUp, hasWaiting, recordFailure, takeWaiting } from './outbox.repository.ts';

/** The database schema of the queue. Backups leave it out, because it can be rebuilt from the outbox. */
export const QUEUE_SCHEMA = 'pgboss';
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
/** The number of concurrent deliveries. */
const CONCURRENCY = 5;
/**
 * The number of jobs that a server takes at once: so few that it finishes with them before `expireInSeconds`, even if the
 * mail server takes half a minute for each. Another server would send those that it had not finished.
 */
const BATCH = 5 * CONCURRENCY;

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
/** What failed if the mail server cannot be used at all. */
const UNREACHABLE = [
  'EAUTH',
  'ECONNECTION',
  'EDNS',
  'EMAXLIMIT',
  'ENOAUTH',
  'EPROTOCOL',
  'EPROXY',
  'EREQUIRETLS',
  'ESOCKET',
  'ETIMEDOUT',
  'ETLS',
];
/** Whether the failure would affect the next email as well. */
const isUnreachable = ({ code = '' }: MailError): boolean => UNREACHABLE.includes(code);

/** What became of a delivery. `unreachable`: the mail server cannot be reached or refuses everything. */
type Outcome = 'sent' | 'failed' | 'unreachable';

/** The jobs that deliver the emails of the outbox. */
export class EmailJobs {
  private readonly boss: PgBoss;
  private readonly db: Database;
  private readonly log: Pick<FastifyBaseLogger, 'warn'>;

  constructor(boss: PgBoss, db: Database, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.boss = boss;
    this.db = db;
    this.log = log;
  }

  createQueue(): Promise<void> {
    return this.boss.createQueue(EMAILS, EMAILS_QUEUE);
  }

  /** Adds jobs for waiting emails. @returns their number */
  fill(): Promise<number> {
    return this.db.transaction(async (trx) => {
      const ids = await takeWaiting(trx);
      // A failed job has the same id and would block its retry.
      if (ids.length > 0) {
        await trx.execute(sql`delete from ${sql.raw(QUEUE_SCHEMA)}.job where name = ${EMAILS}
          and id in (${sql.join(
            ids.map((id) => sql`${id}::uuid`),
            sql`, `,
          )}) and state in ('completed', 'cancelled', 'failed')`);
        await this.boss.insert(
          EMAILS,
          ids.map((id) => ({ id })),
          { db: fromDrizzle(trx, sql) },
        );
      }
      return ids.length;
    });
  }

  /**
   * Delivers emails that are due.
   * @param limit the maximum number
   * @returns the outcome of each
   */
  async deliver(context: DeliveryContext, limit: number): Promise<Outcome[]> {
    const jobs = await this.boss.fetch(EMAILS, { batchSize: Math.min(limit, BATCH), includeMetadata: true });
    const waiting = [...jobs];
    const outcomes: Outcome[] = [];
    const work = async () => {
      for (let job = waiting.shift(); job; job = waiting.shift())
        outcomes.push(await this.deliverOne(context, job.id, job.retryCount >= job.retryLimit));
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    return outcomes;
  }

  /** Milliseconds until there is more to do: until the next job is due, or 0 if emails wait. Undefined if there is nothing. */
  async untilNext(): Promise<number | undefined> {
    if (await hasWaiting(this.db)) return 0;
    const { rows } = await this.db.execute<{ milliseconds: number | null }>(sql`
      select extract(epoch from min(start_after) - now())::float * 1000 as milliseconds
        from ${sql.raw(QUEUE_SCHEMA)}.job where name = ${EMAILS} and state in ('created', 'retry')`);
    return rows[0]?.milliseconds ?? undefined;
  }

  /** Logs a failed attempt without the mail server's words, which can contain the address. */
  private logFailure(
    kind: NotificationKind | undefined,
    { code, responseCode }: MailError,
    willRetry: boolean,
  ): void {
    this.log.warn(
      { kind, smtpStatus: responseCode, code, willRetry },
      'An attempt to deliver an email failed',
    );
  }

  private async deliverOne(context: DeliveryContext, id: string, isLast: boolean): Promise<Outcome> {
    try {
      await deliverEmail(context, id);
    } catch (error) {
      const failure = error as MailError;
      const outcome = isUnreachable(failure) ? 'unreachable' : 'failed';
      if (!isRefused(failure) && !isLast) {
        this.logFailure(await recordFailure(this.db, id, failure.message), failure, true);
        await this.boss.fail(EMAILS, id, { message: failure.message });
        return outcome;
      }
      this.logFailure(await giveUp(this.db, id, failure.message), failure, false);
      await this.boss.complete(EMAILS, id);
      return outcome;
    }
    await this.boss.complete(EMAILS, id);
    return 'sent';
  }
}
