import { afterAll, beforeAll, expect, it } from 'vitest';
import { register } from '#tests/support/users.ts';
import { startDemoServer } from '#tests/support/built-server.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { attachTestApp } from '#tests/support/test-app.ts';

let site: Awaited<ReturnType<typeof startDemoServer>>;
let app: TestApp;

beforeAll(async () => {
  site = await startDemoServer({ LOG_LEVEL: 'info' });
  app = attachTestApp(site as unknown as Parameters<typeof attachTestApp>[0], {} as TestApp);
});
afterAll(() => site.close());

interface Line {
  reqId?: string;
  req?: Record<string, unknown>;
}

it('logs are JSON lines with the id and route of each request, and without a secret or a person', async () => {
  const person = await register(app, { email: 'in-the-log@example.test', name: 'Lena Logged' });
  const answer = await app.call('GET', `/users/admin/${person.email}?secret=in-the-address`, {
    token: person.token,
    cookie: person.cookie,
  });
  await app.call('POST', '/auth/sign-in/email', {
    body: { email: person.email, password: 'wrong password' },
  });
  await app.call('GET', '/nothing/in-the-path');

  const lines = site.server.output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
  const own = lines.filter(({ reqId }) => reqId === answer.headers.get('x-request-id'));
  expect(own.length).toBeGreaterThan(0);
  expect(own[0]?.req).toEqual({
    id: answer.headers.get('x-request-id'),
    method: 'GET',
    route: '/api/users/admin/:email',
  });
  for (const secret of [
    person.email,
    person.token,
    person.cookie.split('=')[1]!,
    'Lena',
    'wrong password',
    'a good password',
    'in-the-address',
  ]) {
    expect(site.server.output).not.toContain(secret);
  }
});
