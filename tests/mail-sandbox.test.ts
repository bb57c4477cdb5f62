import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#server/free-port.ts';
import { emailsTo } from '#tests/support/emails.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let ada: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  ada = await createStudent(app);
  await app.call('POST', '/auth/request-password-reset', { body: { email: ada.email } });
});
afterAll(() => app.close());

/** Opens the outbox with headers that `fetch` cannot send. */
const open = async (port: string, headers: Record<string, string>) => {
  const asked = request({ host: 'localhost', port, path: '/sandbox/mail', headers });
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const body = (await response.toArray()).join('');
  return { status: response.statusCode, body };
};

describe('the outbox of a demo, which has links that sign in', () => {
  it('is open to the local machine', async () => {
    const { port, host } = new URL(app.url);
    await expect.poll(async () => (await emailsTo(app, ada.email)).length).toBe(1);
    const { status, body } = await open(port, { host });
    expect(status).toBe(200);
    expect(body).toContain(ada.email);
  });

  it.each<[string, Record<string, string>]>([
    ['a proxy forwards', { 'x-forwarded-for': '203.0.113.7' }],
    ['a proxy forwards by the standard', { forwarded: 'for=203.0.113.7' }],
    ['asks for another name', { host: 'demo.example.test' }],
  ])('is closed to a request that %s', async (_how, headers) => {
    const { port, host } = new URL(app.url);
    const { status, body } = await open(port, { host, ...headers });
    expect(status).toBe(403);
    expect(body).not.toContain(ada.email);
  });

  it('is closed to everyone if the demo has a public address, and nothing links to it', async () => {
    const port = String(await freePort());
    const server = await startTestServer(app.databaseUrl, {
      PORT: port,
      BASE_URL: 'https://demo.example.test',
    });
    const own = `http://localhost:${port}`;
    expect((await open(port, { host: `localhost:${port}` })).status).toBe(403);
    expect(((await (await fetch(`${own}/api/config`)).json()) as { outbox?: string }).outbox).toBeUndefined();
    await server.stop();
  });
});
