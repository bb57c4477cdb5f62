// npm run soak -- MINUTES: mixed load while the database is restarted and the server killed in turns. Whatever was
// acknowledged must be there in the end; prints the share of failed requests and how long each recovery took.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { startEmbeddedPostgres } from '#server/database/embedded-postgres.ts';
import { freePort } from '#server/free-port.ts';
import { BuiltServer } from '#tests/support/built-server.ts';
import { findErrors, until } from '#tests/support/books.ts';
import { payFor } from '#tests/support/payments.ts';
import { register, type TestPerson } from '#tests/support/people.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { attachTestApp, type TestApp } from '#tests/support/test-app.ts';

const MINUTES = Number(process.argv[2] ?? 10);
const VISITORS = 8;
/** Milliseconds between two faults, and those that the database stays away. */
const FAULT_INTERVAL = 20_000;
const DATABASE_PAUSE = 2_000;
/** Milliseconds after the last fault in which payments that were cut off are made good. */
const GRACE = 75_000;

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
const variables = { DATABASE_URL: postgres.url, DEMO: 'on', SECRET: TEST_SECRET, LOG_LEVEL: 'error' };
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

const buy = async (person: TestPerson, offer: Offer): Promise<boolean> => {
  const transactionId = await attempt(() => payFor(app, person, offer));
  if (!transactionId) return false;
  const recorded = await attempt(() =>
    app.call('POST', '/payments', { body: { transactionId }, token: person.token }),
  );
  if (recorded?.status !== 200) return false;
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
    ...(await findErrors(pool)),
  ];
};

try {
  const offers = (await app.call('GET', '/classes?sort=price&limit=12&minPrice=1')).body as Offer[];
  say(`${VISITORS} visitors for ${MINUTES} minutes, a fault each ${FAULT_INTERVAL / 1_000} seconds`);
  await Promise.all([disturb(), ...Array.from({ length: VISITORS }, (_, number) => live(number, offers))]);
  say(`Waiting ${GRACE / 1_000} seconds for payments that were cut off ...`);
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
  for (const one of lost) say(`  ${one}`);
  process.exitCode = lost.length === 0 ? 0 : 1;
} finally {
  await pool.end();
  await server.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
