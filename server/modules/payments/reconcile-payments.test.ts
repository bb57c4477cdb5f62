import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { openDatabase } from '#server/database/client.ts';
import { cardSandboxSettings } from '#server/start-sandboxes.ts';
import { createStripe } from '#server/stripe/client.ts';
import { findOffer, holdWebhooks, openIntent, payFor } from '#tests/support/payments.ts';
import { register } from '#tests/support/people.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('reconciling payments', () => {
  it('enrols who paid although neither browser nor webhook told us, and leaves others alone', async () => {
    const [paid, unpaid] = [await register(app), await register(app)];
    const offer = await findOffer(app);
    await openIntent(app, unpaid, offer);
    await holdWebhooks(app);
    await payFor(app, paid, offer);

    const database = await openDatabase(app.databaseUrl, () => undefined);
    const stripe = createStripe(cardSandboxSettings(app.url, TEST_SECRET));
    const inAMinute = new Date(Date.now() + 60_000);
    await reconcilePayments({ db: database.db, stripe, log: pino({ level: 'silent' }) }, inAMinute);
    await database.close();

    const enrollments = async (email: string, token: string) =>
      (await app.call('GET', `/enrollments?email=${email}`, { token })).body.length;
    expect(await enrollments(paid.email, paid.token)).toBe(1);
    expect(await enrollments(unpaid.email, unpaid.token)).toBe(0);
  });
});
