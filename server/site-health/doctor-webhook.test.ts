import { createHmac } from 'node:crypto';
import { createServer, request as sendRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { DoctorSite } from '#tests/support/doctor-site.ts';
import { listening } from '#tests/support/listening.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';

const WRONG = 'whsec_of_another_endpoint';

let site: DoctorSite;

beforeAll(async () => {
  site = await DoctorSite.start();
});
afterAll(() => site.close());

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  site.reset();
});

/** Sends an event that is signed with a secret. @returns the status of the response */
const send = async (
  id: string,
  secret: string,
  { url = site.url, livemode = false } = {},
): Promise<number> => {
  const body = JSON.stringify({ id, object: 'event', livemode, type: 'payment_intent.succeeded' }, null, 2);
  const time = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` };
  return (await fetch(`${url}/api/webhooks/stripe`, { method: 'POST', headers, body })).status;
};

const goodSecret = () => site.variables.STRIPE_WEBHOOK_SECRET!;

describe('npm run doctor, after an event that was refused,', () => {
  it('names the signing secret of another endpoint, until an event is accepted', async () => {
    site.events = { evt_own: 'test' };
    expect(await send('evt_own', WRONG)).toBe(400);
    await site.expectOnly(
      /^problem +Webhook +The event evt_own \(.*\) was not signed with this secret\nSTRIPE_WEBHOOK_SECRET: .* copy the signing secret of the endpoint/,
    );
    // Forged events do not hide it.
    expect(await send('evt_forged', WRONG)).toBe(400);
    await site.expectOnly(/^problem +Webhook +The event evt_own /);
    await send('evt_next', goodSecret());
    expect((await site.diagnose()).problems).toEqual([]);
  });

  it('says nothing about one that the provider does not know, because anyone can send it', async () => {
    expect(await send('evt_forged', WRONG)).toBe(400);
    const { code, output } = await site.diagnose();
    expect(output).toMatch(/^ok +Webhook +The card provider sends events to /m);
    expect(code).toBe(0);
  });

  it('warns of an endpoint of the other mode, and does not ask for another secret', async () => {
    site.events = { evt_live: 'live' };
    expect(await send('evt_live', WRONG, { livemode: true })).toBe(400);
    const { code, output, warnings } = await site.diagnose();
    expect(warnings, output).toContainEqual(
      expect.stringMatching(
        /^warning +Webhook +Events of the live mode arrive as well, such as evt_live, and are refused\n.*delete the endpoint http/,
      ),
    );
    expect(code).toBe(0);
  });

  it('does not take an accepted event of the other mode as proof of the secret', async () => {
    site.events = { evt_mine: 'test' };
    await send('evt_mine', WRONG);
    expect(await send('evt_foreign', goodSecret(), { livemode: true })).toBe(200);
    await site.expectOnly(/^problem +Webhook +The event evt_mine /);
    await send('evt_right', goodSecret());
  });

  it('knows what the servers behind the address have received', async () => {
    const port = await freePort();
    const other = await startTestServer(site.databaseUrl, { ...site.variables, PORT: String(port) });
    cleanUps.push(() => other.stop());
    let turn = 0;
    const balancer = createServer((request, response) => {
      const target = (turn += 1) % 2 ? site.port : port;
      const headers = { ...request.headers, 'x-forwarded-for': '203.0.113.7' };
      sendRequest({ port: target, path: request.url, headers }, (upstream) =>
        upstream.pipe(response.writeHead(upstream.statusCode!, upstream.headers)),
      ).end();
    });
    const BASE_URL = `http://127.0.0.1:${await listening(balancer)}`;
    cleanUps.push(() => balancer.close());
    site.endpoint = { ...site.endpoint!, url: `${BASE_URL}/api/webhooks/stripe` };
    site.events = { evt_there: 'test' };
    const settings = { BASE_URL, TRUSTED_PROXIES: 'loopback' };
    await send('evt_there', WRONG, { url: `http://localhost:${port}` });
    expect((await site.diagnose(settings)).problems).toContainEqual(
      expect.stringMatching(/^problem +Webhook +The event evt_there /),
    );
    // The newest valid signature counts, on whichever server.
    await send('evt_here', goodSecret());
    expect((await site.diagnose(settings)).output).toMatch(/^ok +Webhook /m);
  });
});
