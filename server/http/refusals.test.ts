import { lookup } from 'node:dns/promises';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whileLocked } from '#tests/support/locks.ts';
import { waitUntil } from '#tests/support/poll.ts';
import { type ApiResponse, startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent } from '#tests/support/users.ts';

let app: TestApp;
let port: number;
/** The addresses of `localhost`, on all of which a server listens. */
let hosts: string[];
beforeAll(async () => {
  hosts = (await lookup('localhost', { all: true })).map(({ address }) => address);
  app = await startTestApp();
  port = Number(new URL(app.url).port);
});
afterAll(() => app.close());

/** What the server sends over a new connection until it closes or the time is up. */
const exchange = (speak: (socket: Socket) => void, host = '127.0.0.1', wait = 5_000): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, host);
    let received = '';
    const finish = () => {
      socket.destroy();
      resolve(received);
    };
    socket.setTimeout(wait, finish);
    socket.on('data', (data) => (received += data.toString()));
    socket.on('end', finish);
    socket.on('close', finish);
    socket.on('error', (error) => (received ? finish() : reject(error)));
    socket.on('connect', () => speak(socket));
  });

const send = (text: string, host?: string): Promise<string> => exchange((socket) => socket.write(text), host);

const get = (target: string, headers = ''): Promise<string> =>
  send(`GET ${target} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n${headers}\r\n`);

const statusOf = (response: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1]);

const SECURITY_HEADERS = [
  'content-security-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options: nosniff',
  'x-frame-options',
];

const expectSecure = (response: string, what: string): void => {
  const head = response.split('\r\n\r\n')[0]!.toLowerCase();
  for (const header of SECURITY_HEADERS) expect(head, what).toContain(header);
};

describe('an address outside the site', () => {
  const targets = [
    '//',
    '//[',
    '/\\[',
    '/\\',
    '///',
    '//[::1',
    '/\\\\x',
    '//user@host:99999/',
    '/a//b',
    '/?[',
    '/#',
  ];
  const encoded = [
    '/%',
    '/%zz',
    '/%00',
    '/%c0%af',
    '/classDetail/%',
    '/assets/%',
    '/assets/%00',
    '/assets//',
  ];
  const absolute = [
    'http://evil.example//',
    'http://[',
    'http://',
    'x:y',
    '*',
    '?',
    '/api//',
    '/api/%',
    '//api/x',
  ];
  const long = [
    `/${'a'.repeat(5_000)}`,
    `/classDetail/${'a'.repeat(5_000)}`,
    `/sitemaps/${'a'.repeat(900)}.xml`,
  ];

  it.each([...targets, ...encoded, ...absolute, ...long])(
    '%s is never 500, and is refused like any other',
    async (target) => {
      const response = await get(target);
      expect([200, 302, 400, 404, 414]).toContain(statusOf(response));
      expectSecure(response, target);
    },
  );

  it.each(['//', '//[', '/\\[', '/a//b', '///'])('%s is 404', async (target) => {
    expect(statusOf(await get(target))).toBe(404);
  });
});

describe('a request that Node.js or Fastify refuses before routing', () => {
  const host = () => `Host: localhost:${port}\r\n`;
  const refusals: [string, number, () => string][] = [
    ['no HTTP', 400, () => 'HELLO\r\n\r\n'],
    ['an unknown method', 400, () => `FROB / HTTP/1.1\r\n${host()}\r\n`],
    ['a broken header', 400, () => `GET / HTTP/1.1\r\n${host()}a b: c\r\n\r\n`],
    ['no host', 400, () => 'GET /about HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['headers that are too large', 431, () => `GET / HTTP/1.1\r\n${host()}x: ${'x'.repeat(20_000)}\r\n\r\n`],
    [
      'two lengths',
      400,
      () => `POST /api/jwt HTTP/1.1\r\n${host()}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    ],
    ['an expectation', 417, () => `GET / HTTP/1.1\r\n${host()}Expect: miracles\r\n\r\n`],
    ['a bad encoding', 400, () => `GET /%zz HTTP/1.1\r\n${host()}Connection: close\r\n\r\n`],
    ['a method without a route', 404, () => `TRACE / HTTP/1.1\r\n${host()}Connection: close\r\n\r\n`],
    [
      'a body that is too large',
      413,
      () =>
        `POST /api/auth/sign-in/email HTTP/1.1\r\n${host()}Connection: close\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n`,
    ],
    [
      'a body of another kind',
      415,
      () =>
        `POST /api/auth/sign-in/email HTTP/1.1\r\n${host()}Connection: close\r\nContent-Type: text/xml\r\nContent-Length: 1\r\n\r\nx`,
    ],
  ];

  it.each(refusals)('%s is %i with the headers of every response', async (what, status, request) => {
    for (const address of hosts) {
      const response = await send(request(), address);
      expect(statusOf(response), address).toBe(status);
      expectSecure(response, what);
      expect(response).toMatch(/"error":\{"code":"\w+","message":/);
    }
  });
});

it('cuts off a request whose headers or body arrive a byte at a time', { timeout: 60_000 }, async () => {
  const drip = (start: string) => (socket: Socket) => {
    socket.write(start);
    const timer = setInterval(() => (socket.writable ? socket.write('1') : clearInterval(timer)), 500);
    socket.on('close', () => clearInterval(timer));
  };
  const body = `POST /api/auth/sign-in/email HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n`;
  const responses = await Promise.all([
    exchange(drip(body), '127.0.0.1', 45_000),
    exchange(drip('GET / HTTP/1.1\r\nHost: '), hosts.at(-1), 45_000),
  ]);
  for (const response of responses) {
    expect(statusOf(response)).toBe(408);
    expectSecure(response, 'slow');
  }
});

it('is 503 with the same headers while the server closes', async () => {
  const other = await startTestApp();
  const otherPort = Number(new URL(other.url).port);
  const socket = connect(otherPort, '127.0.0.1');
  let received = '';
  socket.on('data', (data) => (received += data.toString()));
  const untilReceived = (text: string) => expect.poll(() => received, { interval: 5 }).toContain(text);
  // A pending request keeps its connection open for the next one.
  socket.write(
    `POST /api/auth/sign-in/email HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n`,
  );
  await untilReceived('HTTP/1.1 100');
  socket.write('{');
  const closed = other.close();
  await expect.poll(() => other.server.app.server.listening, { interval: 5 }).toBe(false);
  socket.write('}GET /api/classes HTTP/1.1\r\nHost: x\r\n\r\n');
  await untilReceived('HTTP/1.1 4');
  await untilReceived('HTTP/1.1 503');
  expectSecure(received.slice(received.indexOf('HTTP/1.1 503')), 'closing');
  socket.destroy();
  await closed;
});

it('is 503 if no database connection becomes free, and the others are answered', async () => {
  const { token } = await createStudent(app);
  const responses: ApiResponse[] = [];
  const { calls } = await whileLocked(app.pool, async (holder) => {
    await holder.query('lock table billing_details in access exclusive mode');
    const calls = Array.from({ length: 30 }, async () => {
      responses.push(await app.call('GET', '/account/billing-details', { token }));
    });
    await waitUntil(
      'those are answered that have no connection',
      () => Promise.resolve(responses.length >= 10),
      60_000,
    );
    for (const { status, headers, body } of responses) {
      expect({ status, code: body.error.code as string }).toEqual({ status: 503, code: 'unavailable' });
      expect(headers.get('retry-after')).toBe('5');
    }
    return { calls };
  });
  await Promise.all(calls);
  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
});
