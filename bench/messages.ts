import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { type DatabaseConnection, openDatabase } from '#server/database/client.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { migrate } from '#server/database/migrate.ts';
import { seedDemoData } from '#server/demo-data/seed.ts';
import { freePort } from '#server/free-port.ts';
import { notify } from '#server/modules/notifications/notify.ts';
import { BuiltServer, createDataDir } from '#tests/support/built-server.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { sampleAccount } from '#tests/support/sample-account.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { percentile, round, say, type Section } from './support/report.ts';

const EVENTS = 4_000;
const CONCURRENCY = 8;
const WAITING = 10_000;
/** The number of emails that the server may send per second. */
const RATE = 200;
/** Milliseconds between two requests of a visitor. */
const INTERVAL = 50;
/** Milliseconds for which a visitor's requests are measured without emails. */
const QUIET = 8_000;

interface Shop {
  database: DatabaseConnection;
  pool: Pool;
  /** The database's address. */
  url: string;
  teacherId: string;
}

/**
 * Runs a task for each number, a few at a time.
 * @returns tasks per second
 */
const perSecond = async (count: number, task: (index: number) => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (next < count) await task(next++);
    }),
  );
  return (count / (performance.now() - start)) * 1_000;
};

const GRADED = { title: 'Joinery', assignment: 'A box', marks: 9, outOf: 10, comment: 'Well done' };

const measureEvents = async ({ database, pool, teacherId }: Shop): Promise<Section> => {
  await pool.query('create table bare_events (like notifications including defaults, primary key (id))');
  const data = { ...GRADED, classId: teacherId };
  const throughOutbox = (index: number) =>
    database.db.transaction((trx) =>
      notify(trx, [{ userId: teacherId, kind: 'submission graded', subject: `event ${index}`, data }]),
    );
  const bare = async (index: number) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query({
        name: 'bare',
        text: 'insert into bare_events (user_id, kind, subject, data) values ($1, $2, $3, $4)',
        values: [teacherId, 'submission graded', `event ${index}`, data],
      });
      await client.query('commit');
    } finally {
      client.release();
    }
  };
  const baseline = await perSecond(EVENTS, bare);
  const ours = await perSecond(EVENTS, throughOutbox);
  await pool.query('delete from notifications');
  return {
    title: 'Events through the outbox',
    note: `Transactions per second that notify a user of an event, ${CONCURRENCY} at a time, ${EVENTS} in each mode, compared with bare inserts of the same rows. The outbox has a unique index and a trigger that announces each row.`,
    columns: ['events per second', 'bare inserts', 'ratio'],
    rows: [[round(ours), round(baseline), round(ours / baseline, 2)]],
  };
};

/**
 * Searches at regular intervals, as a visitor would, until `done` settles.
 * @returns the duration of each request in milliseconds
 */
const visit = async (url: string, over: Promise<unknown>, word: string): Promise<number[]> => {
  const state = { isOver: false };
  const ended = over.finally(() => (state.isOver = true));
  const times: number[] = [];
  for (let index = 0; !state.isOver; index += 1) {
    const begun = performance.now();
    await (await fetch(`${url}/api/classes?q=${word}${index}`)).arrayBuffer();
    times.push(performance.now() - begun);
    await sleep(INTERVAL);
  }
  await ended;
  return times;
};

const untilArrived = async (mail: MailServer, count: number): Promise<void> => {
  while (mail.messages.length < count) await sleep(20);
};

const measureDelivery = async ({ pool, url, teacherId }: Shop): Promise<Section> => {
  const arrivals: number[] = [];
  const mail = await startMailServer({ onMessage: () => void arrivals.push(performance.now()) });
  const server = await new BuiltServer(await freePort(), {
    DATABASE_URL: url,
    DEMO: 'on',
    SECRET: TEST_SECRET,
    SMTP_URL: mail.url,
    MAIL_RATE: String(RATE),
  }).ready();
  try {
    const quiet = await visit(server.url, sleep(QUIET), 'quiet');
    const start = performance.now();
    await pool.query(
      `insert into notifications (user_id, kind, subject, data)
       select $1, 'submission graded', 'waiting ' || n, $2 from generate_series(1, $3::int) n`,
      [teacherId, { ...GRADED, classId: teacherId }, WAITING],
    );
    const busy = await visit(server.url, untilArrived(mail, WAITING), 'busy');
    const p99 = (percentile(arrivals, 0.99) - start) / 1_000;
    const floor = (WAITING * 0.99) / RATE;
    return {
      title: `${round(WAITING)} emails at once`,
      note: `All are written in one transaction and delivered at ${RATE} per second, the configured rate, to a mail server on the same machine. Seconds until 99 % of them have arrived, compared with the time that this rate takes; and p99 in milliseconds of a visitor's searches, without and with emails.`,
      columns: [
        '99 % arrived, s',
        'at the configured rate, s',
        'ratio',
        'search without emails',
        'search with emails',
      ],
      rows: [
        [
          round(p99, 1),
          round(floor, 1),
          round(p99 / floor, 2),
          round(percentile(quiet, 0.99), 1),
          round(percentile(busy, 0.99), 1),
        ],
      ],
    };
  } finally {
    await server.stop();
    await mail.close();
  }
};

/** Measures events through the outbox, and the delivery of many emails at once. */
export const measureMessages = async (): Promise<Section[]> => {
  const folder = await createDataDir();
  const postgres = await startEmbeddedPostgres(folder);
  const database = await openDatabase(postgres.url, (error) => {
    throw error;
  });
  const pool = new Pool({ connectionString: postgres.url, max: CONCURRENCY });
  try {
    await migrate(database.pool);
    await seedDemoData(database.db, () => undefined);
    const { email } = sampleAccount('Teacher');
    const { rows } = await pool.query<{ id: string }>('select id from users where email = $1', [email]);
    const shop = { database, pool, url: postgres.url, teacherId: rows[0]!.id };
    const events = await measureEvents(shop);
    say(`${events.rows[0]![0]} events per second`);
    return [events, await measureDelivery(shop)];
  } finally {
    await pool.end();
    await database.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
