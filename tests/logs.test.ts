import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDemoServer } from '#tests/support/built-server.ts';
import { smtpError, startMailServer } from '#tests/support/mail-server.ts';
import { register } from '#tests/support/users.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { attachTestApp, createTestDatabase, startOnCopy, type TestApp } from '#tests/support/test-app.ts';
import { PASSWORD } from '#tests/support/password.ts';

let site: Awaited<ReturnType<typeof startOnCopy>>;
let app: TestApp;

beforeAll(async () => {
  site = await startOnCopy({ LOG_LEVEL: 'info' });
  app = attachTestApp(site as unknown as Parameters<typeof attachTestApp>[0], {} as TestApp);
});
afterAll(() => site.close());

interface Line {
  reqId?: string;
  req?: Record<string, unknown>;
}

it('logs are JSON lines with the id and route of each request, without secrets or personal data', async () => {
  const person = await register(app, { email: 'in-the-log@example.test', name: 'Lena Logged' });
  const response = await app.call('GET', `/users/admin/${person.email}?secret=in-the-address`, {
    token: person.token,
    cookie: person.cookie,
  });
  await app.call('POST', '/auth/sign-in/email', {
    body: { email: person.email, password: 'wrong password' },
  });
  await app.call('GET', '/nothing/in-the-path');

  const own = () =>
    site.server.output
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Line)
      .filter(({ reqId }) => reqId === response.headers.get('x-request-id'));
  await expect.poll(() => own().length).toBeGreaterThan(0);
  expect(own()[0]?.req).toEqual({
    id: response.headers.get('x-request-id'),
    method: 'GET',
    route: '/api/users/admin/:email',
  });
  for (const secret of [
    person.email,
    person.token,
    person.cookie.split('=')[1]!,
    'Lena',
    'wrong password',
    PASSWORD,
    'in-the-address',
  ]) {
    expect(site.server.output).not.toContain(secret);
  }
});

it('a failed attempt to deliver an email is logged at the default level, without its recipient', async () => {
  const mail = await startMailServer({
    onRecipient: (address) => {
      throw smtpError(452, `${address} is over quota`);
    },
  });
  const databaseUrl = await createTestDatabase();
  const { server, close } = await startDemoServer({
    DATABASE_URL: databaseUrl,
    SECRET: TEST_SECRET,
    SMTP_URL: mail.url,
  });
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into notifications (kind, subject, data, address, listed)
     values ('notice', 'x', '{"subject": "About you", "greeting": "Hello", "paragraphs": []}', 'full@example.test', false)`,
  );
  await client.end();
  await expect.poll(() => server.output).toContain('An attempt to deliver an email failed');
  const line = server.output.split('\n').find((one) => one.includes('An attempt to deliver'))!;
  expect(JSON.parse(line)).toMatchObject({ level: 40, kind: 'notice', smtpStatus: 452, willRetry: true });
  for (const secret of ['full@', 'quota', 'About you']) expect(server.output).not.toContain(secret);
  await close();
  await mail.close();
});

it('webhooks without a valid signature are logged at once at the default level, then summarized', async () => {
  const { server, url, close } = await startOnCopy();
  const FORGED = 50;
  for (let sent = 0; sent < FORGED; sent += 1) {
    const { status } = await fetch(`${url}/api/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=1,v1=${'0'.repeat(64)}` },
      body: '{}',
    });
    expect(status).toBe(400);
    if (sent === 0)
      await expect.poll(() => server.output).toContain('A webhook event has no valid signature');
  }
  await close();
  const lines = server.output.split('\n').filter((line) => line.includes('valid signature'));
  expect(lines.length).toBeLessThan(FORGED / 5);
  const summed = lines
    .filter((line) => line.includes('More webhook events had no valid signature'))
    .map((line) => (JSON.parse(line) as { more: number }).more);
  const first = lines.length - summed.length;
  expect(summed.reduce((sum, more) => sum + more, first)).toBe(FORGED);
});
