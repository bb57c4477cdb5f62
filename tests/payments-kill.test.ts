import { randomInt } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { API_BASE } from '#contract/call.ts';
import { freePort } from '#server/free-port.ts';
import { PROJECT_ROOT } from '#server/project-root.ts';
import { cardSandboxSettings } from '#server/start-sandboxes.ts';
import { BuiltServer, cleanEnvironment } from '#tests/support/built-server.ts';
import { findErrors } from '#tests/support/books.ts';
import { waitUntil } from '#tests/support/poll.ts';
import { createStudent, type TestUser } from '#tests/support/users.ts';
import { startTestServer, TEST_SECRET } from '#tests/support/start-test-server.ts';
import { attachTestApp, createTestDatabase } from '#tests/support/test-app.ts';

/** A change of how payments are recorded should pass with `PAYMENT_KILLS=100`. */
const KILLS = Number(process.env.PAYMENT_KILLS ?? 20);
/**
 * The limit for additional kills, which are made while no kill has fallen between a charge and the response to its
 * buyer.
 */
const MAX_KILLS = Math.max(KILLS, 200);
const BUYERS_AT_ONCE = 3;
const BUYERS = 12;
/** The longest life of the first server in milliseconds. */
const FIRST_LIFE = 250;
/** Milliseconds for which the reconciler leaves an intent to its buyer's browser. */
const GRACE = 15_000;

interface Offer {
  _id: string;
  price: number;
}

let pool: Pool;
let port: number;
let variables: Record<string, string>;
let buyers: TestUser[];
let offers: Offer[];

beforeAll(async () => {
  const databaseUrl = await createTestDatabase();
  pool = new Pool({ connectionString: databaseUrl, max: 2 });
  port = await freePort();
  variables = { DATABASE_URL: databaseUrl, DEMO: 'on', SECRET: TEST_SECRET };
  const server = await startTestServer(databaseUrl);
  const app = attachTestApp(server, { pool, databaseUrl });
  buyers = [];
  for (let count = 0; count < BUYERS; count += 1) {
    buyers.push(await createStudent(app, { email: `killed-${count}@example.test` }));
  }
  offers = (await app.call('GET', '/classes?sort=price')).body as Offer[];
  await server.stop();
});
afterAll(() => pool.end());

const start = () => new BuiltServer(port, variables).ready();

/** Buys a class as a browser does. @returns whether the response reported the enrollment */
const buy = async (url: string, { token }: TestUser, offer: Offer): Promise<boolean> => {
  const call = async (path: string, body: object) => {
    const response = await fetch(`${url}${API_BASE}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { clientSecret?: string; insertedId?: string };
  };
  const price = Math.round(offer.price * 100);
  const { clientSecret } = await call(`/create-payment-intent/${offer._id}`, { price });
  const transactionId = clientSecret!.split('_secret_')[0]!;
  await fetch(`${url}/sandbox/stripe/v1/payment_intents/${transactionId}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: cardSandboxSettings(url, TEST_SECRET).publishableKey,
      client_secret: clientSecret!,
      payment_method: 'pm_card_visa',
    }),
  });
  const { insertedId } = await call('/payments', { transactionId });
  return Boolean(insertedId);
};

const checkBooks = async (): Promise<{ code: number; output: string }> => {
  const check = spawn(process.execPath, ['dist/server/check-books.js'], {
    cwd: PROJECT_ROOT,
    env: { ...cleanEnvironment(), ...variables },
  });
  let output = '';
  check.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  check.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(check, 'close')) as [number];
  return { code, output };
};

const count = async (query: string): Promise<number> =>
  Number((await pool.query<{ count: string }>(`select count(*) from ${query}`)).rows[0]!.count);

const OF_BUYERS = `users u where u.email like 'killed-%'`;
/** The payments of buyers according to the provider. */
const PAID = `card_sandbox.objects o where o.type = 'payment_intent' and o.body->>'status' = 'succeeded'
  and o.body->'metadata'->>'userId' in (select u.id::text from ${OF_BUYERS})`;

it(
  `a server killed ${KILLS} times between intent and record loses no payment and makes none twice`,
  async () => {
    const totals = { enrolled: 0, cut: 0 };
    let pair = 0;
    // Adapts to the time that purchases take on this machine, so that some succeed and some do not.
    let life = FIRST_LIFE;
    const isUnheard = async () => totals.enrolled > 0 && (await count(PAID)) > totals.enrolled;
    for (let kills = 0; kills < KILLS || (kills < MAX_KILLS && !(await isUnheard())); kills += 1) {
      const server = await start();
      const purchases = Array.from({ length: BUYERS_AT_ONCE }, () => {
        const buyer = buyers[pair % BUYERS]!;
        const offer = offers[Math.floor(pair / BUYERS) % offers.length]!;
        pair += 1;
        return buy(server.url, buyer, offer).catch(() => false);
      });
      await new Promise((resolve) => setTimeout(resolve, randomInt(Math.ceil(life))));
      await server.stop('SIGKILL');
      const enrolled = (await Promise.all(purchases)).filter(Boolean).length;
      totals.enrolled += enrolled;
      totals.cut += BUYERS_AT_ONCE - enrolled;
      if (enrolled === 0) life *= 1.2;
      if (enrolled === BUYERS_AT_ONCE) life *= 0.8;
    }
    expect(totals.enrolled).toBeGreaterThan(0);
    expect(totals.cut).toBeGreaterThan(0);

    await new Promise((resolve) => setTimeout(resolve, GRACE));
    const server = await start();
    const recorded = `payments p where p.user_id in (select u.id from ${OF_BUYERS})`;
    await waitUntil(
      'every payment is recorded',
      async () => (await count(PAID)) === (await count(recorded)),
      60_000,
    );
    await server.stop();

    const charged = await count(PAID);
    expect(charged).toBeGreaterThan(totals.enrolled);
    expect(await count(`enrollments e where e.user_id in (select u.id from ${OF_BUYERS})`)).toBe(charged);
    const { rows: twice } = await pool.query(
      `select user_id, class_id from payments group by user_id, class_id having count(*) > 1`,
    );
    expect(twice).toEqual([]);
    expect(await findErrors(pool)).toEqual([]);
    expect(await checkBooks()).toEqual({ code: 0, output: 'The books are correct\n' });

    await pool.query('update classes set enroll = enroll + 1 where id = $1', [offers[0]!._id]);
    // The books are consistent, but do not match the provider.
    await pool.query(
      `with wrong as (update payments set amount = amount + 1 where transaction_id like 'pi_demo_%_1' returning id)
     update enrollments set price = price + 1 where payment_id in (select id from wrong)`,
    );
    const wrong = await checkBooks();
    expect(wrong.code).toBe(1);
    expect(wrong.output).toContain(`Class ${offers[0]!._id} counts`);
    expect(wrong.output).toContain('at the provider');
  },
  30 * 60_000,
);
