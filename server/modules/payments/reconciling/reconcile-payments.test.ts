import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import type Stripe from 'stripe';
import { openDatabase } from '#server/database/client.ts';
import { cardSandboxSettings } from '#server/start-sandboxes.ts';
import { createStripe } from '#server/stripe/client.ts';
import { confirmCard, findOffer, holdWebhooks, openIntent, payFor } from '#tests/support/payments.ts';
import { createStudent, type TestUser } from '#tests/support/users.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  // Its own rounds could take rows that a test's round is to process.
  await app.server.tasks.endReconciling();
});
afterAll(() => app.close());

describe('reconciling payments', () => {
  const MINUTE = 60_000;
  const DAY = 24 * 60 * MINUTE;

  /**
   * @param from the time from which the milliseconds count
   * @returns the addresses that were requested from the provider
   */
  const reconcileIn = async (milliseconds: number, from = Date.now()): Promise<string[]> => {
    const asked: string[] = [];
    const database = await openDatabase(app.databaseUrl, () => undefined);
    const stripe = createStripe(cardSandboxSettings(app.url, TEST_SECRET), 'background');
    const log = pino({ level: 'silent' });
    stripe.on('request', ({ path }: Stripe.RequestEvent) => asked.push(path));
    await reconcilePayments({ db: database.db, stripe, log }, { now: new Date(from + milliseconds) });
    await database.close();
    return asked;
  };

  const countEnrollments = async ({ email, token }: TestUser): Promise<number> =>
    (await app.call('GET', `/enrollments?email=${email}`, { token })).body.length;

  it('enrolls buyers whose payment neither browser nor webhook reported, and no others', async () => {
    const [paid, unpaid] = [await createStudent(app), await createStudent(app)];
    const offer = await findOffer(app);
    const open = await openIntent(app, unpaid, offer);
    await holdWebhooks(app);
    await payFor(app, paid, offer);
    expect(await countEnrollments(paid)).toBe(0);
    await reconcileIn(MINUTE);
    expect(await countEnrollments(paid)).toBe(1);
    expect(await countEnrollments(unpaid)).toBe(0);
    expect((await openIntent(app, unpaid, offer)).body).toEqual(open.body);
  });

  /** An intent that nobody pays. @returns the address of the request for it at the provider, and the id of its row */
  const abandon = async (buyer?: TestUser, offer?: { _id: string; price: number }) => {
    await openIntent(app, buyer ?? (await createStudent(app)), offer ?? (await findOffer(app)));
    const { rows } = await app.pool.query<{ id: string; provider_id: string }>(
      'select id, provider_id from payment_intents order by created_at desc limit 1',
    );
    return { id: rows[0]!.id, path: `/v1/payment_intents/${rows[0]!.provider_id}` };
  };
  const timesOf = (path: string, asked: string[]) => asked.filter((one) => one.startsWith(path)).length;

  it('checks an intent every minute while it is new, then every ten minutes, however long rounds take', async () => {
    const { path } = await abandon();
    const begun = Date.now();
    const timesAsked = async (minutes: number[]) => {
      let times = 0;
      for (const minute of minutes) times += timesOf(path, await reconcileIn(minute * MINUTE, begun));
      return times;
    };
    const everyMinute = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => from + index + 0.5);
    expect(await timesAsked(everyMinute(0, 10))).toBe(10);
    expect(await timesAsked(everyMinute(10, 32))).toBe(2);
    const slowRounds = [32.5, 36.5, 43.5, 47.5, 54.5];
    expect(await timesAsked(slowRounds)).toBe(2);
  });

  it('checks an intent again within a minute after an error, however old it is', async () => {
    const { id, path } = await abandon();
    await app.pool.query(
      `update payment_intents set checks = 50, due_at = now() + interval '2 hours' where id = $1`,
      [id],
    );
    await app.pool.query(`alter table card_sandbox.objects rename to away`);
    const failed = await reconcileIn(121 * MINUTE);
    await app.pool.query(`alter table card_sandbox.away rename to objects`);
    expect(timesOf(path, failed)).toBe(1);
    expect(timesOf(path, await reconcileIn(122 * MINUTE))).toBe(1);
    expect(timesOf(path, await reconcileIn(123 * MINUTE))).toBe(0);
  });

  it('shares the work between servers: each intent is checked once, and again if its server died', async () => {
    const { id, path } = await abandon();
    const buyer = await createStudent(app);
    const { body: offers } = await app.call('GET', '/classes?status=approve&limit=30');
    for (const offer of offers) await openIntent(app, buyer, offer);
    const rounds = await Promise.all([reconcileIn(MINUTE), reconcileIn(MINUTE), reconcileIn(MINUTE)]);
    const asked = rounds.flat().filter((one) => /payment_intents\/[^?]+$/.test(one));
    expect(new Set(asked).size).toBe(asked.length);
    expect(rounds.filter((one) => one.length > 0).length).toBeGreaterThan(1);
    await app.pool.query(
      `update payment_intents set due_at = now(), claimed_until = now() + interval '1 minute' where id = $1`,
      [id],
    );
    expect(timesOf(path, await reconcileIn(0))).toBe(0);
    expect(timesOf(path, await reconcileIn(MINUTE))).toBe(1);
  });

  it('reaches a paid intent behind more than a batch of abandoned ones', async () => {
    const [paid, abandoning] = [await createStudent(app), await createStudent(app)];
    const offer = await findOffer(app, 'price');
    await app.pool.query(
      `insert into payment_intents (id, provider_id, user_id, class_id, amount, currency, created_at)
       select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'pi_abandoned_' || n, u.id, c.id, 100, 'usd', now()
       from generate_series(1, 150) n
       join (select id, row_number() over () as place from classes) c on c.place = 1 + n % 36
       join (select id, row_number() over () as place from users) u on u.place = 1 + n / 36`,
    );
    await holdWebhooks(app);
    await payFor(app, paid, offer);
    await openIntent(app, abandoning, offer);
    await reconcileIn(MINUTE);
    expect(await countEnrollments(paid)).toBe(1);
  });

  it('cancels intents that are unpaid after a day, so that they cannot be paid later', async () => {
    const buyer = await createStudent(app);
    const offer = await findOffer(app);
    const { body } = await openIntent(app, buyer, offer);
    await reconcileIn(DAY + MINUTE);
    const late = await confirmCard(app, body.clientSecret, 'pm_card_visa');
    expect(late.status).toBe(400);
    const fresh = await openIntent(app, buyer, offer);
    expect(fresh.body.clientSecret).not.toBe(body.clientSecret);
  });
});
