import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CardProviderTest } from '#contract/site-health.ts';
import { freePort } from '../free-port.ts';
import { EVENT_TYPES } from '../modules/payments/events/event-row.ts';
import { setupToken } from '../modules/setup/setup-token.ts';
import { DoctorSite } from '#tests/support/doctor-site.ts';
import { migratedDatabase } from '#tests/support/empty-database.ts';
import { startTestServer, TEST_SECRET } from '#tests/support/start-test-server.ts';
import { startTestApp } from '#tests/support/test-app.ts';
import { signInAs } from '#tests/support/users.ts';

const token = setupToken(TEST_SECRET);

/** Posts without an account, as the set-up screen does. */
const post = async (url: string, path: string, body: object) => {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as never };
};

describe('a test of the card provider', () => {
  let site: DoctorSite;

  beforeAll(async () => {
    site = await DoctorSite.start();
  });
  afterAll(() => site.close());
  afterEach(() => site.reset());

  const testAt = async (url = site.url): Promise<CardProviderTest> => {
    const { status, body } = await post(url, '/setup/test-card-provider', { token });
    expect(status).toBe(200);
    return body;
  };

  it('says that the key is accepted, in which mode, and that events are sent here', async () => {
    const endpoint = `${site.url}/api/webhooks/stripe`;
    expect(await testAt()).toEqual({
      findings: [
        { check: 'Card provider', status: 'ok', found: 'The key is accepted, in test mode' },
        { check: 'Webhook', status: 'ok', found: `The card provider sends events to ${endpoint}` },
      ],
      answers: [
        { request: 'GET /v1/payment_intents', answer: '200 OK' },
        {
          request: 'GET /v1/webhook_endpoints',
          answer: `200 OK, ${endpoint} (enabled): ${EVENT_TYPES.join(', ')}`,
        },
      ],
    });
  });

  it('considers the events of its own server only', async () => {
    const other = await startTestApp();
    const headers = { 'stripe-signature': `t=1,v1=${'a'.repeat(64)}` };
    expect((await other.call('POST', '/webhooks/stripe', { body: '{}', headers })).status).toBe(400);
    await other.close();
    expect((await testAt()).findings[1]).toMatchObject({ check: 'Webhook', status: 'ok' });
  });

  it('names an endpoint that points to another site, or that lacks events', async () => {
    site.endpoint = {
      url: 'https://old.example/api/webhooks/stripe',
      status: 'enabled',
      enabled_events: ['*'],
    };
    const elsewhere = await testAt();
    expect(elsewhere.findings[1]).toMatchObject({
      status: 'warning',
      found: expect.stringContaining('sends events to https://old.example/api/webhooks/stripe'),
    });
    expect(elsewhere.answers[1]!.answer).toContain('https://old.example/api/webhooks/stripe (enabled): *');
    site.endpoint = { status: 'enabled', enabled_events: ['charge.refunded'] };
    expect((await testAt()).findings[1]).toMatchObject({
      status: 'warning',
      found: expect.stringContaining('does not send payment_intent.succeeded'),
    });
    site.endpoint = undefined;
    expect((await testAt()).answers[1]!.answer).toBe('200 OK, no endpoint');
  });

  it('shows the provider’s message for a key that is revoked while the server runs', async () => {
    site.refusal = { status: 401, message: 'Expired API Key provided: sk_test_1234' };
    expect(await testAt()).toEqual({
      findings: [
        expect.objectContaining({
          check: 'Card provider',
          status: 'problem',
          setting: 'STRIPE_SECRET_KEY',
        }),
      ],
      answers: [{ request: 'GET /v1/payment_intents', answer: '401 Expired API Key provided: sk_test_1234' }],
    });
  });

  it('reports that a provider that cannot be reached does not answer', async () => {
    const port = await freePort();
    const server = await startTestServer(await migratedDatabase(), {
      ...site.variables,
      PORT: String(port),
      BASE_URL: `http://localhost:${port}`,
      STRIPE_API_BASE: 'http://localhost:9',
    });
    const { findings, answers } = await testAt(server.url);
    expect(findings).toEqual([expect.objectContaining({ check: 'Card provider', status: 'problem' })]);
    expect(answers).toEqual([
      { request: 'GET /v1/payment_intents', answer: expect.stringMatching(/^No response: /) },
    ]);
    await server.stop();
  });

  it('requires the setup link of a new site, as the test email does', async () => {
    for (const [path, body] of [
      ['/setup/test-card-provider', {}],
      ['/setup/test-email', { to: 'owner@example.test' }],
    ] as const) {
      const { status } = await post(site.url, path, { ...body, token: 'guessed' });
      expect(status).toBe(410);
    }
    expect(await post(site.url, '/setup/test-email', { token, to: 'owner@example.test' })).toEqual({
      status: 200,
      body: { failure: 'This site has no mail server. Set SMTP_URL.' },
    });
  });
});

it('in a demo, a test of the card provider says that there is a sandbox', async () => {
  const app = await startTestApp();
  const { token: admin } = await signInAs(app, 'Admin');
  const { body } = await app.call('POST', '/site-health/test-card-provider', { token: admin });
  expect(body).toMatchObject({
    findings: [
      { check: 'Card provider', status: 'ok' },
      { check: 'Webhook', status: 'ok' },
    ],
    answers: [],
  });
  await app.close();
});
