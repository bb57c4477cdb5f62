import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { DEFAULT_CURRENCY } from '#contract/currencies.ts';
import { type DatabaseConnection, openDatabase } from '#server/database/client.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { migrate } from '#server/database/migrate.ts';
import { seedDemoData } from '#server/demo-data/seed.ts';
import { freePort } from '#server/free-port.ts';
import { findShopMark } from '#server/modules/payments/shop.repository.ts';
import { createStripe } from '#server/stripe/client.ts';
import { findErrors } from '#tests/support/books.ts';
import { BuiltServer } from '#tests/support/built-server.ts';
import { waitUntil } from '#tests/support/poll.ts';
import { execute, withDatabase } from '#tests/support/postgres.ts';
import type { FaultSource } from '#tests/support/stand-in/faults.ts';
import { StandIn, UNDISTURBED } from '#tests/support/stand-in/stand-in.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { inParallel, preparePurchases, type Purchase } from './support/paid-intents.ts';
import { round, type Section } from './support/report.ts';

const INTENTS = 500;
const SERVERS = [1, 2, 4];
/** The response time of the provider, and the time within which everything must be settled, in milliseconds. */
const RESPONSE_TIME = 250;
const AIM = 120_000;
/** The number of requests per second that the provider accepts, as Stripe does in test mode. It refuses more. */
const RATE_LIMIT = 25;

/** Delays responses, and refuses requests beyond the rate limit. */
const slowAndLimited = (): FaultSource => {
  let recent: number[] = [];
  return () => {
    const now = performance.now();
    recent = recent.filter((moment) => now - moment < 1_000);
    if (recent.length >= RATE_LIMIT) return 'rate limited';
    recent.push(now);
    return 'slow';
  };
};

interface Setting {
  database: DatabaseConnection;
  databaseUrl: string;
  standIn: StandIn;
}

/** Creates open intents whose browsers are closed and whose events are lost. Half of them were paid. */
const prepare = async ({ database, standIn }: Setting): Promise<Purchase[]> => {
  const { pool, db } = database;
  const shop = await findShopMark(db);
  const stripe = createStripe(standIn.settingsFor(UNDISTURBED), 'background');
  const purchases = await preparePurchases(pool, INTENTS);
  await pool.query(`update payment_intents set due_at = 'infinity' where state = 'open'`);
  const open = async ({ intentId, userId, classId, amount }: Purchase, isPaid: boolean) => {
    const metadata = { shop, intentId, userId, classId };
    const { id } = await stripe.paymentIntents.create({ amount, currency: DEFAULT_CURRENCY, metadata });
    if (isPaid) await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    await pool.query('update payment_intents set provider_id = $2, livemode = false where id = $1', [
      intentId,
      id,
    ]);
  };
  await inParallel([...purchases.entries()], ([index, purchase]) => open(purchase, index % 2 === 0));
  await standIn.pool.query('truncate card_sandbox.deliveries');
  await standIn.pool.query(`delete from card_sandbox.objects where type = 'event'`);
  return purchases;
};

const startServer = async ({ databaseUrl, standIn }: Setting, name: string): Promise<BuiltServer> =>
  new BuiltServer(await freePort(), {
    ...standIn.variablesFor(name),
    DATABASE_URL: databaseUrl,
    DEMO: 'on',
    SECRET: TEST_SECRET,
    LOG_LEVEL: 'error',
  }).ready();

/** @returns whether each paid intent has been recorded and each other one checked */
const isSettled = async (pool: Pool, purchases: Purchase[]): Promise<boolean> => {
  const { rows } = await pool.query<{ left: number }>(
    `select count(*)::int as left from payment_intents where id = any ($1) and state = 'open' and checks = 0`,
    [purchases.map(({ intentId }) => intentId)],
  );
  return rows[0]!.left === 0;
};

/**
 * Reconciles the intents with the given number of servers.
 * @returns a row of the report
 */
const measure = async (setting: Setting, count: number): Promise<string[]> => {
  const { database, standIn } = setting;
  const purchases = await prepare(setting);
  const names = Array.from({ length: count }, (_, index) => `servers-${count}-${index + 1}`);
  const servers = await Promise.all(names.map((name) => startServer(setting, name)));
  try {
    standIn.slowness = RESPONSE_TIME;
    standIn.faults = slowAndLimited();
    standIn.asked.clear();
    standIn.met.clear();
    const start = performance.now();
    await database.pool.query(
      `update payment_intents set due_at = now() where state = 'open' and checks = 0`,
    );
    await waitUntil('every intent', () => isSettled(database.pool, purchases), AIM);
    const seconds = (performance.now() - start) / 1_000;
    const asked = names.map((name) => standIn.asked.get(name) ?? 0);
    return [
      String(count),
      round(seconds, 1),
      asked.join(' + '),
      String(standIn.met.get('rate limited') ?? 0),
    ];
  } finally {
    for (const server of servers) await server.stop();
  }
};

/** Measures how long intents without browsers and events take to settle at a slow provider. */
export const measureReconciling = async (): Promise<Section> => {
  const folder = await mkdtemp(join(tmpdir(), 'classharbor-bench-'));
  const postgres = await startEmbeddedPostgres(folder);
  await execute(postgres.url, 'create database provider');
  const database = await openDatabase(postgres.url, (error) => {
    throw error;
  });
  const standIn = await StandIn.start(withDatabase(postgres.url, 'provider'), TEST_SECRET);
  try {
    await migrate(database.pool);
    await seedDemoData(database.db, () => undefined);
    const setting = { database, databaseUrl: postgres.url, standIn };
    const rows: string[][] = [];
    for (const count of SERVERS) rows.push(await measure(setting, count));
    const wrong = await findErrors(database.pool);
    if (wrong.length > 0) throw new Error(`The books are wrong: ${wrong[0]!}`);
    return {
      title: 'Reconciling open intents',
      note: `${INTENTS} open intents, half of them paid without notice from the browser or a webhook, at a provider that takes ${RESPONSE_TIME} ms per response and refuses more than ${RATE_LIMIT} requests per second. Measured until each paid intent has its enrollment and each other one has been checked. With several servers, each intent is processed by one of them. The target is ${AIM / 1_000} seconds.`,
      columns: ['servers', 'seconds', 'requests to the provider, per server', 'refused'],
      rows,
    };
  } finally {
    await standIn.stop();
    await database.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
