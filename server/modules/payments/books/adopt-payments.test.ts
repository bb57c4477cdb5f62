import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { booksOf } from '#tests/support/books.ts';
import { contentOf } from '#tests/support/database-content.ts';
import { emptyDatabase } from '#tests/support/empty-database.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { Sale } from '#tests/support/sale.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import { createStudent } from '#tests/support/users.ts';

const AMOUNT = 1_950;

let setting: Shop;
let sale: Sale;
let folder: string;
let backup: string;
/** Transactions of a buyer who is in the backup, and of one who registered later. */
let known: string;
let unknown: string;

/** Runs one of the owner's commands, as `npm run` does, on a database of the shop. */
const run = (name: string, args: string[], databaseUrl: string) =>
  runCommand(name, args, databaseUrl, { ...setting.variables, DATA_DIR: folder });

/** @returns the URL of a database as the shop's was before the two payments */
const restore = async (): Promise<string> => {
  const url = await emptyDatabase();
  const { code, output } = await run('restore', [backup], url);
  expect(code, output).toBe(0);
  return url;
};

const refundsOf = async (transactionId: string) =>
  (await setting.stripe.refunds.list({ payment_intent: transactionId })).data.map(({ amount, status }) => ({
    amount,
    status,
  }));

const booksAt = async (databaseUrl: string) => {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  const books = await booksOf(pool, sale.buyer);
  await pool.end();
  return books;
};

/** Expects a second run of the command to find nothing to do, and to change no row and no refund. */
const expectNothingLeft = async (args: string[], databaseUrl: string) => {
  const before = await contentOf(databaseUrl);
  const refunds = [await refundsOf(known), await refundsOf(unknown)];
  expect(await run('adopt-payments', args, databaseUrl)).toEqual({
    code: 0,
    output: 'Payments that had no record: 0\n',
  });
  expect(await contentOf(databaseUrl)).toEqual(before);
  expect([await refundsOf(known), await refundsOf(unknown)]).toEqual(refunds);
  expect(await run('check-books', [], databaseUrl)).toEqual({ code: 0, output: 'The books are correct\n' });
};

beforeAll(async () => {
  setting = await startShop();
  folder = await mkdtemp(join(tmpdir(), 'classharbor-adopt-'));
  backup = join(folder, 'backup.sql.gz');
  sale = await Sale.create(setting.shop, setting.payAt);
  await sale.renew();
  await sale.buy(undefined, await createStudent(setting.shop));
  const { code, output } = await run('backup', [backup], setting.shop.databaseUrl);
  expect(code, output).toBe(0);
  ({ transactionId: known } = await sale.buy());
  ({ transactionId: unknown } = await sale.buy(undefined, await createStudent(setting.shop)));
});
afterAll(async () => {
  await setting.close();
  await rm(folder, { recursive: true, force: true });
});

it('payments:adopt adopts payments that a restored backup lacks, and refunds those of missing accounts', async () => {
  const restored = await restore();
  const wrong = await run('check-books', [], restored);
  expect(wrong.code).toBe(1);
  expect(wrong.output.trim().split('\n').sort()).toEqual(
    [
      'Discrepancies: 2',
      ...[known, unknown].map(
        (id) => `Payment ${id}: the provider took ${AMOUNT} usd, which is not in the books`,
      ),
    ].sort(),
  );
  expect(await booksAt(restored)).toEqual({ payments: 0, refunded: 0, enrollments: 0 });

  const { code, output } = await run('adopt-payments', [], restored);
  expect({ code, lines: output.trim().split('\n').sort() }).toEqual({
    code: 0,
    lines: ['Payments that had no record: 2', `${known}: enrolled`, `${unknown}: refunded`].sort(),
  });
  expect(await booksAt(restored)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
  expect(await refundsOf(known)).toEqual([]);
  expect(await refundsOf(unknown)).toEqual([{ amount: AMOUNT, status: 'succeeded' }]);
  await expectNothingLeft([], restored);
});

it('payments:adopt does not record a payment in another currency than the site’s, and says why', async () => {
  const restored = await restore();
  const pool = new Pool({ connectionString: restored, max: 1 });
  const setCurrency = (currency: string) =>
    pool.query(
      `insert into site_settings (logo_first, logo_second, company, claim, description, accent, logo_image, share_image,
                                  currency)
       values ('', '', '', '', '', '', '', '', $1) on conflict (is_only) do update set currency = excluded.currency`,
      [currency],
    );
  await setCurrency('eur');
  const { code, output } = await run('adopt-payments', [], restored);
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringMatching(
      new RegExp(
        `^${known}: failed, it was charged in USD, and the currency of this site is EUR. Change the site's currency to USD first`,
        'm',
      ),
    ),
  });
  expect(await booksAt(restored)).toEqual({ payments: 0, refunded: 0, enrollments: 0 });
  const { rows } = await pool.query('select id from payment_intents where provider_id = $1', [known]);
  expect(rows).toEqual([]);
  expect(await refundsOf(known)).toEqual([]);

  await setCurrency('usd');
  await pool.end();
  expect((await run('adopt-payments', [], restored)).output).toContain(`${known}: enrolled`);
  expect(await booksAt(restored)).toEqual({ payments: 1, refunded: 0, enrollments: 1 });
});

it('payments:adopt -- --refund refunds all payments that a restored backup lacks', async () => {
  const restored = await restore();
  expect(await run('adopt-payments', ['--refund'], restored)).toEqual({
    code: 0,
    output: `${known}: refunded\nPayments that had no record: 1\n`,
  });
  expect(await booksAt(restored)).toEqual({ payments: 0, refunded: 0, enrollments: 0 });
  expect(await refundsOf(known)).toEqual([{ amount: AMOUNT, status: 'succeeded' }]);
  await expectNothingLeft(['--refund'], restored);
});

it('payments:adopt refuses an option that it does not know, and adopts nothing', async () => {
  const restored = await restore();
  const before = await contentOf(restored);
  const { code, output } = await run('adopt-payments', ['--refunds'], restored);
  expect(code).toBe(1);
  expect(output).toContain("Unknown option '--refunds'");
  expect(await contentOf(restored)).toEqual(before);
});
