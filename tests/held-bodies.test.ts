import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { userIdOf } from './support/books.ts';
import { startTestApp, type TestApp } from './support/test-app.ts';
import { createAdmin, createStudent, createTeacher, type TestUser } from './support/users.ts';

/** The time that the server has to authorize requests whose body it awaits, in milliseconds. */
const ARRIVAL = 1_500;

let app: TestApp;
let admin: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  [admin, other] = [await createAdmin(app), await createAdmin(app)];
});
afterAll(() => app.close());

/** A request of which the server has everything but the last byte of its body. */
class HeldRequest {
  private readonly socket: Socket;
  private response = '';

  constructor(method: string, path: string, { token }: TestUser) {
    const { hostname, port } = new URL(app.url);
    this.socket = connect(Number(port), hostname).setEncoding('utf8');
    this.socket.on('data', (part: string) => (this.response += part));
    this.socket.write(
      `${method} /api${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${token}\r\n` +
        'content-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{',
    );
  }

  /** Sends the rest. @returns the status of the response */
  async finish(): Promise<number> {
    this.socket.write('}');
    if (!this.socket.closed) await once(this.socket, 'close');
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(this.response)?.[1]);
  }
}

const isAdmin = async ({ email }: TestUser) => {
  const { rows } = await app.pool.query('select role from users where email = $1', [email]);
  return (rows[0] as { role: string | null }).role === 'admin';
};

it('a call whose body is held back does not outlive the role of its admin', async () => {
  const puppet = await createStudent(app);
  const held = new HeldRequest('PATCH', `/users/admin/${await userIdOf(app.pool, puppet)}`, admin);
  await sleep(ARRIVAL);
  const id = await userIdOf(app.pool, admin);
  expect((await app.call('DELETE', `/users/admin/${id}`, { token: other.token })).status).toBe(200);
  expect(await held.finish()).toBe(403);
  expect(await isAdmin(puppet)).toBe(false);
});

it('a call whose body is held back does not outlive the account', async () => {
  const puppet = await createStudent(app);
  const held = new HeldRequest('PATCH', `/users/admin/${await userIdOf(app.pool, puppet)}`, admin);
  await sleep(ARRIVAL);
  const id = await userIdOf(app.pool, admin);
  expect((await app.call('DELETE', `/users/${id}`, { token: other.token })).status).toBe(200);
  expect(await held.finish()).toBe(401);
  expect(await isAdmin(puppet)).toBe(false);
});

it('no call whose body is held back outlives the session', async () => {
  const { body } = await app.call('GET', '/openapi.json');
  const paths = Object.entries(body.paths as Record<string, Record<string, { security: object[] }>>);
  const teacher = await createTeacher(app);
  await app.pool.query("update users set role = 'admin' where email = $1", [teacher.email]);
  const held = paths.flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method, { security }]) => method !== 'get' && security.some((one) => 'accessToken' in one))
      .map(([method]) => {
        const address = path
          .replace('/api', '')
          .replace('{email}', teacher.email)
          .replace(/\{\w+\}/, randomUUID());
        const name = `${method.toUpperCase()} ${path}`;
        return { name, request: new HeldRequest(method.toUpperCase(), address, teacher) };
      }),
  );
  expect(held.length).toBeGreaterThan(80);
  await sleep(ARRIVAL);
  await app.pool.query(
    'delete from identity.session where user_id = (select id from identity."user" where email = $1)',
    [teacher.email],
  );
  const statuses = await Promise.all(
    held.map(async ({ name, request }) => `${name} ${await request.finish()}`),
  );
  expect(statuses.filter((status) => !status.endsWith(' 401'))).toEqual([]);
});
