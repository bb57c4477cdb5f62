import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { type DatabaseConnection, openDatabase } from '#server/database/client.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { findPostgresUser, giveToPostgres } from '#server/database/embedded/postgres-programs.ts';
import { listClasses } from '#server/modules/classes/list-classes.ts';
import { recordPayment } from '#server/modules/payments/record-payment.ts';
import { CONCURRENCY, createChargedProvider, inParallel, preparePurchases } from './support/paid-intents.ts';
import { runNode } from './support/processes.ts';
import { mean, median, round, type Section } from './support/report.ts';

const CLASSES = 10_000;
const SEARCHES = 1_000;
const PURCHASES = 3_000;

const connect = (url: string): Promise<DatabaseConnection> =>
  openDatabase(url, (error) => {
    throw error;
  });

/** Copies a stopped database as a standby. */
const copyDatabase = async (from: string, to: string): Promise<void> => {
  execFileSync('cp', ['-a', from, to]);
  const signal = join(to, 'postgres', 'standby.signal');
  await writeFile(signal, '');
  giveToPostgres(signal, findPostgresUser(to));
};

const startReplica = (folder: string, primary: EmbeddedPostgres): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres(folder, { settings: { primary_conninfo: primary.url } });

let searched = 0;

/** Sends uncached searches to databases in turn. @returns searches per second */
const search = (databases: DatabaseConnection[]): Promise<number> =>
  inParallel(
    Array.from({ length: SEARCHES }, (_, index) => ({ index, maxPrice: (searched += 1) })),
    ({ index, maxPrice }) =>
      listClasses(databases[index % databases.length]!.db, undefined, {
        q: 'typography',
        status: 'approve',
        page: 1,
        limit: 24,
        maxPrice,
      }),
  );

/** Measures the replication delay in milliseconds repeatedly until `done` settles. */
const delaysUntil = async (
  done: Promise<unknown>,
  { primary, replica }: Record<'primary' | 'replica', Pool>,
): Promise<number[]> => {
  const until = { isDone: false };
  void done.finally(() => (until.isDone = true));
  const delays: number[] = [];
  while (!until.isDone) {
    const { rows } = await primary.query<{ position: string }>(
      'select pg_current_wal_lsn()::text as position',
    );
    const start = performance.now();
    const arrived = async () => {
      const result = await replica.query<{ there: boolean }>(
        'select pg_last_wal_replay_lsn() >= $1::pg_lsn as there',
        [rows[0]!.position],
      );
      return result.rows[0]!.there;
    };
    while (!(await arrived()));
    delays.push(performance.now() - start);
  }
  return delays;
};

const compareSearches = async (primary: DatabaseConnection, replica: DatabaseConnection) => {
  const alone: number[] = [];
  const onReplica: number[] = [];
  const both: number[] = [];
  await search([primary, replica]);
  for (let turn = 0; turn < 3; turn += 1) {
    alone.push(await search([primary]));
    onReplica.push(await search([replica]));
    both.push(await search([primary, replica]));
  }
  return { alone: median(alone), onReplica: median(onReplica), both: median(both) };
};

/** Measures purchases per second with and without the replica, and the replication delay. */
const comparePurchases = async (
  database: DatabaseConnection,
  primary: EmbeddedPostgres,
  replicaFolder: string,
) => {
  const purchases = await preparePurchases(database.pool, PURCHASES);
  const stripe = createChargedProvider(purchases);
  const quarter = PURCHASES / 4;
  const record = (part: number): Promise<number> =>
    inParallel(purchases.slice(part * quarter, (part + 1) * quarter), ({ transactionId, userId }) =>
      recordPayment({ db: database.db, stripe }, transactionId, userId),
    );
  const delays: number[] = [];
  const recordWithReplica = async (part: number): Promise<number> => {
    const replica = await startReplica(replicaFolder, primary);
    const pools = {
      primary: new Pool({ connectionString: primary.url }),
      replica: new Pool({ connectionString: replica.url }),
    };
    const recorded = record(part);
    delays.push(...(await delaysUntil(recorded, pools)));
    for (const pool of Object.values(pools)) await pool.end();
    await replica.stop();
    return recorded;
  };
  const first = await recordWithReplica(0);
  const alone = [await record(1), await record(2)];
  const last = await recordWithReplica(3);
  return { alone: mean(alone), followed: mean([first, last]), delays: delays.sort((a, b) => a - b) };
};

/** Measures the load that a read replica could take over, its cost, and its replication delay. */
export const measureReplica = async (): Promise<Section> => {
  const folder = await mkdtemp(join(tmpdir(), 'classharbor-bench-'));
  const [primaryFolder, replicaFolder] = [join(folder, 'primary'), join(folder, 'replica')];
  await runNode(['dist/server/seed.js', '--classes', String(CLASSES), '--users', '1000'], {
    DATA_DIR: primaryFolder,
  });
  await copyDatabase(primaryFolder, replicaFolder);
  const primary = await startEmbeddedPostgres(primaryFolder);
  const database = await connect(primary.url);
  const replica = await startReplica(replicaFolder, primary);
  const follower = await connect(replica.url);
  const searches = await compareSearches(database, follower);
  await follower.close();
  await replica.stop();
  const purchases = await comparePurchases(database, primary, replicaFolder);
  await database.close();
  await primary.stop();
  await rm(folder, { recursive: true, force: true });
  const { delays } = purchases;
  return {
    title: 'A read replica',
    note: `A streaming replica on the same machine; ${round(CLASSES)} classes. Uncached searches and purchases ran ${CONCURRENCY} at a time, directly in the server's modules. While purchases were recorded, the replication delay was ${round(median(delays), 1)} ms (p99 ${round(delays[Math.floor(delays.length * 0.99)]!, 1)} ms, ${round(delays.length)} samples).`,
    columns: ['operations per second', 'primary alone', 'with the replica', 'ratio'],
    rows: [
      [
        'Searches, replica only',
        round(searches.alone),
        round(searches.onReplica),
        round(searches.onReplica / searches.alone, 2),
      ],
      [
        'Searches, both in turn',
        round(searches.alone),
        round(searches.both),
        round(searches.both / searches.alone, 2),
      ],
      [
        'Purchases, with replication',
        round(purchases.alone),
        round(purchases.followed),
        round(purchases.followed / purchases.alone, 2),
      ],
    ],
  };
};
