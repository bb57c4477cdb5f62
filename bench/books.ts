import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { type DatabaseConnection, openDatabase } from '#server/database/client.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { migrate } from '#server/database/migrate.ts';
import { seedDemoData } from '#server/demo-data/seed.ts';
import { issueMissingDocuments } from '#server/modules/documents/issue-documents.ts';
import { findShopMark } from '#server/modules/payments/shop.repository.ts';
import { forgetPayments } from '#tests/payments-model/books-of-shop.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { REAL_SITE } from '#tests/support/start-test-server.ts';
import { round, type Section } from './support/report.ts';

const SIZES = [1_000, 10_000, 100_000];
/** In minor units. A part of every tenth payment is refunded. */
const AMOUNT = 1_950;
const REFUNDED = 500;
const REFUNDED_EACH = 10;

const idOf = (index: number): string => `pi_bench_${String(index).padStart(9, '0')}`;

/** A succeeded intent as the provider lists it, with its charge and refunds. */
const intentOf = (index: number, shop: string) => ({
  id: idOf(index),
  object: 'payment_intent',
  status: 'succeeded',
  amount: AMOUNT,
  amount_received: AMOUNT,
  currency: 'usd',
  metadata: { shop },
  latest_charge: {
    id: `ch_${idOf(index)}`,
    object: 'charge',
    refunds: {
      object: 'list',
      has_more: false,
      data: index % REFUNDED_EACH === 0 ? [{ amount: REFUNDED, status: 'succeeded' }] : [],
    },
  },
});

/** A provider that generates each page of its list on request, so that only the check takes memory. */
const startProvider = async (count: number, shop: string): Promise<{ server: Server; url: string }> => {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://provider');
    response.setHeader('content-type', 'application/json');
    if (pathname.endsWith('/disputes'))
      return void response.end('{"object":"list","data":[],"has_more":false}');
    const after = searchParams.get('starting_after');
    const first = (after ? Number(after.slice(idOf(0).indexOf('0'))) : count) - 1;
    const length = Math.min(Number(searchParams.get('limit')), first + 1);
    const data = Array.from({ length }, (_, place) => intentOf(first - place, shop));
    response.end(JSON.stringify({ object: 'list', data, has_more: length <= first }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

/** Adds payments with buyers, enrollments and refunds, up to a count. */
const sellUpTo = async (pool: Pool, count: number): Promise<void> => {
  await pool.query(
    `with given as (
       select place, 'pi_bench_' || lpad(place::text, 9, '0') as id,
              now() - interval '1 day' - ($1 - place) * interval '1 second' as paid_at
         from generate_series((select count(*)::int from payments), $1::int - 1) place),
     buyers as (insert into users (name, email) select 'Buyer', id || '@example.test' from given returning id, email),
     offer as (select id from classes where status = 'approve' and price > 0 and seats is null order by id limit 1),
     paid as (
       insert into payments (transaction_id, user_id, class_id, email, amount, currency, paid_at, livemode,
                             refunded_amount, refunded_at)
       select given.id, buyers.id, offer.id, buyers.email, $2::int, 'usd', given.paid_at, false,
              case when place % $3 = 0 then $4::int else 0 end, case when place % $3 = 0 then given.paid_at end
         from given join buyers on buyers.email = given.id || '@example.test' cross join offer
       returning id, user_id, class_id, amount, refunded_amount, paid_at),
     enrolled as (
       insert into enrollments (user_id, class_id, payment_id, price) select user_id, class_id, id, amount from paid)
     insert into refunds (payment_id, amount, status, origin, provider_id, created_at)
     select id, refunded_amount, 'succeeded', 'provider', 're_' || id, paid_at from paid where refunded_amount > 0`,
    [count, AMOUNT, REFUNDED_EACH, REFUNDED],
  );
  await pool.query(
    'update classes c set enroll = (select count(*) from enrollments e where e.class_id = c.id) where status is not null',
  );
};

/**
 * Prints the peak memory of a process in kilobytes when it ends. Garbage is collected early, so that the peak is the
 * memory that is actually needed.
 */
const TELL_MEMORY = `--max-semi-space-size=1 --import="data:text/javascript,process.on('exit',()=>console.error('peak',process.resourceUsage().maxRSS))"`;

/**
 * Runs the command on books of the given number of payments.
 * @returns a row of the report
 */
const measure = async ({ pool, db }: DatabaseConnection, databaseUrl: string, count: number) => {
  await sellUpTo(pool, count);
  await issueMissingDocuments(db);
  await pool.query('vacuum analyze');
  const { server, url } = await startProvider(count, await findShopMark(db));
  try {
    const started = performance.now();
    const { code, output } = await runCommand('check-books', [], databaseUrl, {
      ...REAL_SITE,
      BASE_URL: 'https://classes.example',
      STRIPE_API_BASE: url,
      NODE_OPTIONS: TELL_MEMORY,
    });
    const seconds = (performance.now() - started) / 1_000;
    if (code !== 0 || !output.startsWith('The books are correct')) throw new Error(output.slice(0, 1_000));
    return [round(count), round(seconds, 1), round(Number(/peak (\d+)/.exec(output)![1]) / 1_024)];
  } finally {
    server.close();
    server.closeAllConnections();
  }
};

/** Measures the duration and memory of the check of the books by the number of payments. */
export const measureBooks = async (): Promise<Section> => {
  const folder = await mkdtemp(join(tmpdir(), 'classharbor-bench-'));
  const postgres = await startEmbeddedPostgres(folder);
  const database = await openDatabase(postgres.url, (error) => {
    throw error;
  });
  try {
    await migrate(database.pool);
    await seedDemoData(database.db, () => undefined);
    await forgetPayments(database.pool);
    const rows: string[][] = [];
    for (const count of SIZES) rows.push(await measure(database, postgres.url, count));
    return {
      title: 'Checking the books',
      note: `\`npm run check:books\` with correct payments, a tenth of them refunded, and a provider that responds immediately. Memory is the peak of the whole process, including Node.js; it must not grow with the number of payments.`,
      columns: ['payments', 'seconds', 'peak memory, MiB'],
      rows,
    };
  } finally {
    await database.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
