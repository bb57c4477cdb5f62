// npm run soak -- MINUTES [SEED]: mixed load while the database is restarted and the server killed in turns, and while
// the card provider fails as its documentation says. Whatever was acknowledged must be there in the end, and each charge
// at the provider must have its enrollment or its refund; prints the share of failed requests and how long each
// recovery took.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { importPastPayments, type PastPayment } from '#sandbox/card/history.ts';
import { startEmbeddedPostgres } from '#server/database/embedded-postgres.ts';
import { freePort } from '#server/free-port.ts';
import { BuiltServer } from '#tests/support/built-server.ts';
import { until } from '#tests/support/books.ts';
import { openIntent } from '#tests/support/payments.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { register, signInAs, type TestPerson } from '#tests/support/people.ts';
import { findBrokenPromises } from '#tests/support/promises.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { seededNumbers } from '#tests/support/stand-in/faults.ts';
import { attachTestApp, type TestApp } from '#tests/support/test-app.ts';
import { countCharges, startSoakProvider } from './support/soak-provider.ts';

const MINUTES = Number(process.argv[2] ?? 10);
const SEED = Number(process.argv[3] ?? Date.now() % 1_000_000);
const VISITORS = 8;
/** Milliseconds between two faults, and those that the database stays away. */
const FAULT_INTERVAL = 20_000;
const DATABASE_PAUSE = 2_000;
/** Milliseconds after the last fault within which everything about payments settles by itself. */
const GRACE = 120_000;
/** What cards do, and what becomes of payments: shares. */
const DECLINED = 0.1;
const REFUNDED_BY_ADMIN = 0.08;
const REFUNDED_IN_DASHBOARD = 0.05;

interface Offer {
  _id: string;
  price: number;
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const median = (numbers: number[]): number =>
  numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const folder = await mkdtemp(join(tmpdir(), 'classharbor-soak-'));
const settings = { port: String(await freePort()) };
let postgres = await startEmbeddedPostgres(folder, { settings });
const port = await freePort();
// The provider's own database is no part of what is restarted.
const providerFolder = await mkdtemp(join(tmpdir(), 'classharbor-soak-provider-'));
const providerPostgres = await startEmbeddedPostgres(providerFolder);
const provider = await startSoakProvider(providerPostgres.url, TEST_SECRET, SEED);
const variables = {
  ...provider.variables,
  DATABASE_URL: postgres.url,
  DEMO: 'on',
  SECRET: TEST_SECRET,
  LOG_LEVEL: 'error',
};
let server = await new BuiltServer(port, { ...variables, RATE_LIMITS: 'off' }).ready();
const pool = new Pool({ connectionString: postgres.url });
pool.on('error', () => undefined);
const app: TestApp = attachTestApp(server as unknown as Parameters<typeof attachTestApp>[0], {
  pool,
  databaseUrl: postgres.url,
});

const counted = { requests: 0, failed: 0 };
const acknowledged = {
  people: [] as string[],
  payments: [] as string[],
  feedback: new Map<string, string>(),
};

/** Counts a request that the server should have answered; a failed one is what a fault costs. */
const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  counted.requests += 1;
  try {
    return await work();
  } catch {
    counted.failed += 1;
    await sleep(100);
    return undefined;
  }
};

const expectSuccess = (status: number, what: string): void => {
  if (status >= 500) throw new Error(`${what}: ${status}`);
};

const visit = (path: string) =>
  attempt(async () => {
    const response = await fetch(`${server.url}${path}`);
    await response.arrayBuffer();
    expectSuccess(response.status, path);
  });

// The provider knows the demo's history too.
const { rows: known } = await pool.query<PastPayment>(
  `select transaction_id as id, amount, currency, paid_at as "paidAt",
     jsonb_build_object('userId', user_id, 'classId', class_id) as metadata from payments`,
);
await importPastPayments(provider.standIn.pool, known);

const admin = await signInAs(app, 'Admin');
const chance = seededNumbers(SEED + 1);

const pay = async (person: TestPerson, offer: Offer): Promise<string> => {
  const answer = await openIntent(app, person, offer);
  expectSuccess(answer.status, 'An intent');
  const { clientSecret } = answer.body as { clientSecret: string };
  await provider.confirmCard(clientSecret, chance() < DECLINED ? 'pm_card_chargeDeclined' : 'pm_card_visa');
  return clientSecret.split('_secret_')[0]!;
};

const refund = async (transactionId: string): Promise<void> => {
  const found = await app.call('GET', `/payments?q=${transactionId}`, { token: admin.token });
  const [payment] = found.body as { _id: string }[];
  if (!payment) return;
  const amount = chance() < 0.5 ? 1 : undefined;
  const { status } = await app.call('POST', `/payments/${payment._id}/refund`, {
    body: { reason: 'Asked for', amount },
    token: admin.token,
  });
  expectSuccess(status, 'A refund');
};

/** What may become of a payment later. @returns whether it stays as it is */
const isKept = async (transactionId: string): Promise<boolean> => {
  const fate = chance();
  if (fate < REFUNDED_BY_ADMIN) {
    await attempt(() => refund(transactionId));
    return false;
  }
  if (fate < REFUNDED_BY_ADMIN + REFUNDED_IN_DASHBOARD) {
    await provider.refundInDashboard(transactionId, chance() < 0.5 ? 100 : undefined);
    return false;
  }
  return true;
};

const buy = async (person: TestPerson, offer: Offer): Promise<boolean> => {
  const transactionId = await attempt(() => pay(person, offer));
  if (!transactionId) return false;
  const recorded = await attempt(() =>
    app.call('POST', '/payments', { body: { transactionId }, token: person.token }),
  );
  if (recorded?.status !== 200 || !(await isKept(transactionId))) return false;
  acknowledged.payments.push(transactionId);
  return true;
};

const review = async (person: TestPerson, offer: Offer): Promise<void> => {
  const feedback = `Said at ${Date.now()} by ${person.email}`;
  const answer = await attempt(() =>
    app.call('POST', '/feedback', { body: { classId: offer._id, feedback, rating: 5 }, token: person.token }),
  );
  if (answer?.status === 200) acknowledged.feedback.set(`${person.email} ${offer._id}`, feedback);
};

const end = Date.now() + MINUTES * 60_000;

const live = async (number: number, offers: Offer[]): Promise<void> => {
  for (let life = 0; Date.now() < end; life += 1) {
    const person = await attempt(() => register(app, { email: `soak-${number}-${life}@example.test` }));
    if (!person) continue;
    acknowledged.people.push(person.email);
    for (const offer of offers) {
      if (Date.now() > end) break;
      await visit('/');
      await visit('/allClasses?sort=price');
      await visit(`/classDetail/${offer._id}`);
      await visit('/api/classes?limit=20');
      if (await buy(person, offer)) await review(person, offer);
    }
  }
};

const recoveries: Record<string, number[]> = { 'server killed': [], 'database restarted': [] };

const isReady = async (): Promise<boolean> => {
  const response = await fetch(`${server.url}/api/readyz`).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.status === 200;
};

const measure = async (fault: string, since: number): Promise<void> => {
  await until(`recovery: ${fault}`, isReady, 60_000).catch((error: unknown) => {
    say(`The server ${server.hasExited ? 'has exited' : 'still runs'} and said:\n${server.output}`);
    throw error;
  });
  recoveries[fault]!.push(Date.now() - since);
};

const killServer = async (): Promise<void> => {
  const since = Date.now();
  await server.stop('SIGKILL');
  server = await new BuiltServer(port, { ...variables, RATE_LIMITS: 'off' }).ready();
  await measure('server killed', since);
};

const restartDatabase = async (): Promise<void> => {
  await postgres.stop();
  await sleep(DATABASE_PAUSE);
  const since = Date.now();
  postgres = await startEmbeddedPostgres(folder, { settings });
  await measure('database restarted', since);
};

const disturb = async (): Promise<void> => {
  for (let turn = 0; Date.now() + FAULT_INTERVAL < end; turn += 1) {
    await sleep(FAULT_INTERVAL);
    await (turn % 2 ? restartDatabase() : killServer());
  }
};

/** The transaction ids of what an admin is told to look at. */
const listAttention = async (): Promise<Set<string>> => {
  const listed = await app.call('GET', '/payments?state=refund+failed&limit=100', { token: admin.token });
  return new Set((listed.body as { transactionId: string }[]).map(({ transactionId }) => transactionId));
};

/** What the command finds wrong. */
const checkBooks = async (): Promise<string[]> => {
  const { output } = await runCommand('check-books', [], postgres.url, provider.undisturbed);
  return output.trim() === 'The books are right' ? [] : output.trim().split('\n');
};

const missing = async (): Promise<string[]> => {
  const found = async (query: string) =>
    new Set((await pool.query<{ key: string }>(query)).rows.map(({ key }) => key));
  const people = await found('select email as key from users');
  const payments = await found(
    'select transaction_id as key from payments p join enrollments e on e.payment_id = p.id',
  );
  const feedback = await found(
    "select u.email || ' ' || f.class_id || ' ' || f.feedback as key from feedback f join users u on u.id = f.user_id",
  );
  return [
    ...acknowledged.people.filter((email) => !people.has(email)),
    ...acknowledged.payments.filter((id) => !payments.has(id)),
    ...[...acknowledged.feedback].map(([key, text]) => `${key} ${text}`).filter((key) => !feedback.has(key)),
    ...(await findBrokenPromises(provider.standIn.pool, pool, await listAttention())),
    ...(await checkBooks()),
  ];
};

try {
  const offers = (await app.call('GET', '/classes?sort=price&limit=12&minPrice=1')).body as Offer[];
  say(
    `${VISITORS} visitors for ${MINUTES} minutes, a fault each ${FAULT_INTERVAL / 1_000} seconds, seed ${SEED}`,
  );
  provider.disturb(server.url);
  await Promise.all([disturb(), ...Array.from({ length: VISITORS }, (_, number) => live(number, offers))]);
  provider.calm();
  say(`Every fault is over; payments have ${GRACE / 1_000} seconds to settle ...`);
  await sleep(GRACE);
  const lost = await missing();
  const { people, payments, feedback } = acknowledged;
  say(`${counted.requests} requests, ${((100 * counted.failed) / counted.requests).toFixed(2)} % failed`);
  for (const [fault, times] of Object.entries(recoveries)) {
    say(
      `${fault} ${times.length} times: back after ${median(times)} ms (median), ${Math.max(0, ...times)} ms at most`,
    );
  }
  say(
    `acknowledged: ${people.length} people, ${payments.length} purchases, ${feedback.size} texts; lost: ${lost.length}`,
  );
  const { charges, enrollments, refundedWhole, refundedPart } = await countCharges(
    provider.standIn.pool,
    pool,
  );
  say(
    `provider: ${charges} charges, ${enrollments} enrolled, ${refundedWhole} refunded whole, ${refundedPart} in part; ` +
      [...provider.standIn.met].map(([fault, count]) => `${fault} ${count}`).join(', '),
  );
  for (const one of lost) say(`  ${one}`);
  process.exitCode = lost.length === 0 ? 0 : 1;
} finally {
  await pool.end();
  await server.stop();
  await postgres.stop();
  await provider.stop();
  await providerPostgres.stop();
  for (const each of [folder, providerFolder]) await rm(each, { recursive: true, force: true });
}
