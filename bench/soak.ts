// npm run soak -- MINUTES [SEED]: mixed load while the database is restarted and the server killed in turns, and while
// the card provider fails in documented ways. At the end, all acknowledged writes must exist, and two minutes after
// the last fault each charge at the provider must have its enrollment or its refund. Prints the share of failed
// requests and the duration of each recovery.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importPastPayments, type PastPayment } from '#sandbox/card/history.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { say } from './support/report.ts';
import { findMissing, settle } from './support/soak-outcome.ts';
import { countCharges, startSoakProvider } from './support/soak-provider.ts';
import { FAULT_INTERVAL, SoakShop } from './support/soak-shop.ts';
import { SoakVisitors } from './support/soak-visitors.ts';

const MINUTES = Number(process.argv[2] ?? 10);
const SEED = Number(process.argv[3] ?? Date.now() % 1_000_000);
const VISITORS = 8;

const median = (numbers: number[]): number =>
  numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

// The provider has its own database, which is not restarted.
const providerFolder = await mkdtemp(join(tmpdir(), 'classharbor-soak-provider-'));
const providerPostgres = await startEmbeddedPostgres(providerFolder);
const provider = await startSoakProvider(providerPostgres.url, TEST_SECRET, SEED);
const shop = await SoakShop.start({ ...provider.variables, SECRET: TEST_SECRET });

// The provider knows the demo's history too.
const { rows: known } = await shop.pool.query<PastPayment>(
  `select transaction_id as id, amount, currency, paid_at as "paidAt",
     jsonb_build_object('userId', user_id, 'classId', class_id) as metadata from payments`,
);
await importPastPayments(provider.standIn.pool, known);
const visitors = await SoakVisitors.create(shop, provider, SEED + 1);

const report = async (seconds: number | undefined, lost: string[]): Promise<void> => {
  const { counted, acknowledged } = visitors;
  say(`${counted.requests} requests, ${((100 * counted.failed) / counted.requests).toFixed(2)} % failed`);
  for (const [fault, times] of Object.entries(shop.recoveries)) {
    say(
      `${fault} ${times.length} times: back after ${median(times)} ms (median), ${Math.max(0, ...times)} ms at most`,
    );
  }
  const { people, payments, feedback } = acknowledged;
  say(
    `acknowledged: ${people.length} people, ${payments.length} purchases, ${feedback.size} texts; lost: ${lost.length}`,
  );
  const counts = await countCharges(provider.standIn.pool, shop.pool);
  say(
    `provider: ${counts.charges} charges, ${counts.enrollments} enrolled, ${counts.refundedWhole} refunded whole, ` +
      `${counts.refundedPart} in part; ` +
      [...provider.standIn.met].map(([fault, count]) => `${fault} ${count}`).join(', '),
  );
  say(seconds === undefined ? 'Not settled in time' : `Settled ${seconds.toFixed(0)} s after the last fault`);
  for (const one of lost) say(`  ${one}`);
};

try {
  say(
    `${VISITORS} visitors for ${MINUTES} minutes, a fault each ${FAULT_INTERVAL / 1_000} seconds, seed ${SEED}`,
  );
  const end = Date.now() + MINUTES * 60_000;
  provider.disturb(shop.url);
  await Promise.all([shop.disturb(end), visitors.run(VISITORS, end)]);
  provider.calm();
  say('Every fault is over; payments have two minutes to settle ...');
  const soak = { shop, provider, visitors };
  const seconds = await settle(soak);
  const lost = await findMissing(soak);
  await report(seconds, lost);
  process.exitCode = seconds !== undefined && lost.length === 0 ? 0 : 1;
} finally {
  await shop.stop();
  await provider.stop();
  await providerPostgres.stop();
  await rm(providerFolder, { recursive: true, force: true });
}
