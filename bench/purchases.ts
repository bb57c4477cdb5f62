import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { type Database, openDatabase } from '#server/database/client.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { migrate } from '#server/database/migrate.ts';
import * as tables from '#server/database/schema.ts';
import { seedDemoData } from '#server/demo-data/seed.ts';
import { recordPayment } from '#server/modules/payments/record-payment.ts';
import { findErrors } from '#tests/support/books.ts';
import {
  CONCURRENCY,
  createChargedProvider,
  inParallel,
  preparePurchases,
  type Purchase,
} from './support/paid-intents.ts';
import { mean, round, type Section } from './support/report.ts';

const PURCHASES = 3_000;

interface Statement {
  text: string;
  params: unknown[];
}

/** Captures the SQL statements that record a purchase. */
const capture = async (pool: Pool, purchase: Purchase): Promise<Statement[]> => {
  const statements: Statement[] = [];
  const logger = { logQuery: (text: string, params: unknown[]) => statements.push({ text, params }) };
  const db = drizzle(pool, { schema: tables, logger }) as unknown as Database;
  await recordPayment(
    { db, stripe: createChargedProvider([purchase]) },
    purchase.transactionId,
    purchase.userId,
  );
  return statements;
};

/** Runs the captured statements for another purchase on one connection, without the server's code. */
const createBareLoop = (pool: Pool, sample: Purchase, paymentId: string, statements: Statement[]) => {
  return async (purchase: Purchase): Promise<void> => {
    const values = new Map<unknown, unknown>(
      (['intentId', 'transactionId', 'userId', 'classId', 'amount'] as const).map((key) => [
        sample[key],
        purchase[key],
      ]),
    );
    const valueOf = (value: unknown): unknown =>
      Array.isArray(value) ? value.map(valueOf) : values.has(value) ? values.get(value) : value;
    const client = await pool.connect();
    try {
      for (const [index, { text, params }] of statements.entries()) {
        const mapped = params.map(valueOf);
        const name = params.length > 0 ? `statement-${index}` : undefined;
        const { rows } = await client.query<{ id: string }>({ name, text, values: mapped });
        if (text.includes('insert into "payments"')) values.set(paymentId, rows[0]!.id);
      }
    } finally {
      client.release();
    }
  };
};

/**
 * Checks that both modes did the same work: each payment has its enrollment, one receipt and the two notifications.
 * @throws Error that names a payment
 */
const checkBooks = async (pool: Pool): Promise<void> => {
  const { rows } = await pool.query<{ error: string }>(
    `select 'receipts or notifications of payment ' || p.transaction_id as error from payments p
      where p.transaction_id like 'pi_bench_%'
        and ((select count(*) from accounting_documents d where d.payment_id = p.id) <> 1
          or (select count(*) from notifications n where n.subject = p.id::text) <> 2) limit 1`,
  );
  const [wrong] = [...(await findErrors(pool)), ...rows.map(({ error }) => error)];
  if (wrong) throw new Error(`The books are wrong: ${wrong}`);
};

/** Measures recorded purchases per second, compared with a bare loop of the same SQL. */
export const measurePurchases = async (): Promise<Section> => {
  const folder = await mkdtemp(join(tmpdir(), 'classharbor-bench-'));
  const postgres = await startEmbeddedPostgres(folder);
  const database = await openDatabase(postgres.url, (error) => {
    throw error;
  });
  const bare = new Pool({ connectionString: postgres.url, max: CONCURRENCY });
  try {
    await migrate(database.pool);
    await seedDemoData(database.db, () => undefined);
    const [sample, ...purchases] = await preparePurchases(bare, 2 * PURCHASES + 1);
    const statements = await capture(bare, sample!);
    const { rows } = await bare.query<{ id: string }>('select id from payments where transaction_id = $1', [
      sample!.transactionId,
    ]);
    const loop = createBareLoop(bare, sample!, rows[0]!.id, statements);
    const stripe = createChargedProvider(purchases);
    const record = ({ transactionId, userId }: Purchase) =>
      recordPayment({ db: database.db, stripe }, transactionId, userId);
    const quarter = PURCHASES / 2;
    const parts = [0, 1, 2, 3].map((index) => purchases.slice(index * quarter, (index + 1) * quarter));
    const ours = [await inParallel(parts[0]!, record)];
    const baseline = [await inParallel(parts[1]!, loop)];
    baseline.push(await inParallel(parts[2]!, loop));
    ours.push(await inParallel(parts[3]!, record));
    await checkBooks(bare);
    return {
      title: 'Recording purchases',
      note: `Purchases recorded per second, ${CONCURRENCY} at a time, ${PURCHASES} in each mode, with PostgreSQL's default durability; compared with a bare loop of the same ${statements.length} prepared statements. The provider's responses are prepared in advance. The books are checked afterwards.`,
      columns: ['purchases per second', 'bare loop', 'ratio'],
      rows: [[round(mean(ours)), round(mean(baseline)), round(mean(ours) / mean(baseline), 2)]],
    };
  } finally {
    await bare.end();
    await database.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
