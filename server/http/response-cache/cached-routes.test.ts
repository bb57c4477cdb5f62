import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TOPICS } from '#server/database/topics.ts';
import { announceTopic } from '#tests/support/announce-topic.ts';
import { approveChange, proposeChange } from '#tests/support/class-changes.ts';
import { addClass, approveClass, buyClass, publishClass } from '#tests/support/classes.ts';
import { openIntent } from '#tests/support/payments.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { attachTestApp, startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
/** A second server on the same database. */
let twin: TestApp;
let admin: TestUser;
let teacher: TestUser;
let classId: string;
/** A published class, to be withdrawn. */
let withdrawable: string;
/** A published class, to be deleted by its teacher. */
let removable: string;

beforeAll(async () => {
  app = await startTestApp({ CLASS_PAGES: 'public' });
  const { databaseUrl, pool } = app;
  const second = await startTestServer(databaseUrl, { BASE_URL: app.url, CLASS_PAGES: 'public' });
  const { port } = second.app.server.address() as AddressInfo;
  twin = { ...attachTestApp(second, { databaseUrl, pool }), url: `http://localhost:${port}` };
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app);
  classId = await publishClass(app, teacher, admin);
  withdrawable = await publishClass(app, teacher, admin);
  removable = await publishClass(app, teacher, admin);
});
afterAll(async () => {
  await twin.close();
  await app.close();
});

const read = async (path: string, from = app): Promise<string> => {
  const response = await fetch(`${from.url}${path}`);
  expect(response.status, path).toBe(200);
  return response.text();
};

/** All public responses that show the class. */
const shownAt = () => [
  '/',
  '/allClasses',
  `/classDetail/${classId}`,
  '/api/classes',
  '/api/classes?status=approve&sort=-enroll&limit=6',
  '/api/classes?status=approve&page=1',
  `/api/classes/${classId}`,
];

/** Whether a response is cached. The cache key has sorted query parameters. */
const isCached = (path: string, from = app): boolean => {
  const [pathname = '', query = ''] = path.split('?');
  const search = new URLSearchParams(query);
  search.sort();
  return from.server.app.responseCache.get(pathname + (query && `?${search}`)) !== undefined;
};

describe('cached public responses', () => {
  it('are cached, and rebuilt once their data has changed', async () => {
    for (const path of [
      ...shownAt(),
      '/about',
      '/api/classes/totals',
      '/api/feedback?limit=20',
      '/sitemap.xml',
    ]) {
      const first = await read(path);
      expect(isCached(path), path).toBe(true);
      expect(await read(path), path).toBe(first);
    }
    const change = await proposeChange(app, teacher, classId, {
      title: 'Renamed class',
      price: 21,
      description: 'Other words',
    });
    for (const path of shownAt()) expect(isCached(path), path).toBe(true);
    await approveChange(app, admin, change);
    expect(isCached('/about')).toBe(true);
    for (const path of shownAt()) expect(isCached(path), path).toBe(false);
    expect(await read('/allClasses')).toContain('Renamed class');
    expect(await read(`/classDetail/${classId}`)).toContain('Renamed class');
  });

  it('sort by rating as soon as a class is rated', async () => {
    const path = '/api/classes?status=approve&sort=-rating&limit=1';
    await read(path);
    const rated = await publishClass(app, teacher, admin);
    for (let count = 0; count < 3; count += 1) {
      const student = await createStudent(app);
      await buyClass(app, student, rated);
      const body = { classId: rated, feedback: 'The best', rating: 5 };
      await app.call('POST', '/feedback', { token: student.token, body });
    }
    expect(await read(path)).toContain(rated);
  });

  it('show how many seats are left when somebody starts to pay for one, and when they give up', async () => {
    const unlimited = await publishClass(app, teacher, admin);
    const ofSeats = await publishClass(app, teacher, admin, { seats: 2 });
    const shown = ['/allClasses', '/api/classes', `/classDetail/${ofSeats}`, `/api/classes/${ofSeats}`];
    const other = ['/about', '/api/classes/totals', `/api/classes/${classId}`];
    const cached = () => [...shown, ...other].filter((path) => isCached(path));
    const readSeats = async () => JSON.parse(await read(`/api/classes/${ofSeats}`)) as object;
    const person = await createStudent(app);
    for (const path of [...shown, ...other]) await read(path);
    expect((await openIntent(app, person, { _id: unlimited, price: 19.5 })).status).toBe(200);
    expect(cached()).toEqual([...shown, ...other]);
    expect((await openIntent(app, person, { _id: ofSeats, price: 19.5 })).status).toBe(200);
    expect(cached()).toEqual(other);
    expect(await readSeats()).toMatchObject({ seatsLeft: 1 });
    for (const path of shown) await read(path);
    await app.pool.query(`update payment_intents set state = 'canceled' where class_id = $1`, [ofSeats]);
    await app.server.app.changesReceived();
    expect(cached()).toEqual(other);
    expect(await readSeats()).toMatchObject({ seatsLeft: 2 });
  });

  it('stay cached when a class or feedback is saved unchanged', async () => {
    const { token } = await buyer();
    const say = () =>
      app.call('POST', '/feedback', { token, body: { classId, feedback: 'As before', rating: 3 } });
    const first = await say();
    const { body: shown } = await app.call('GET', `/classes/${classId}`);
    const addresses = [...shownAt(), '/api/feedback?limit=20', `/api/feedback?classId=${classId}`];
    for (const path of addresses) await read(path);
    for (let time = 0; time < 3; time += 1) {
      const { title, price, description, image } = shown;
      const put = await app.call('PUT', `/classes/${classId}`, {
        token: teacher.token,
        body: { title, price, description, image },
      });
      expect(put.body).toEqual({ modifiedCount: 1 });
      expect((await say()).body).toEqual(first.body);
    }
    for (const path of addresses) expect(isCached(path), path).toBe(true);
  });

  it('are used to render pages on the same server', async () => {
    await announceTopic(app.pool, TOPICS.everything);
    await twin.server.app.changesReceived();
    await read(`/classDetail/${classId}`);
    expect(isCached(`/api/classes/${classId}`)).toBe(true);
    expect(isCached(`/api/classes/${classId}`, twin)).toBe(false);
  });

  it('leave the pages of other classes alone', async () => {
    const other = await publishClass(app, teacher, admin, { category: 'SEO Development' });
    const { token } = await buyer();
    for (const id of [classId, other]) await read(`/api/feedback/summary?classId=${id}`);
    await read(`/api/classes/${other}`);
    await app.call('POST', '/feedback', { token, body: { classId, feedback: 'Fine', rating: 4 } });
    expect(isCached(`/api/feedback/summary?classId=${classId}`)).toBe(false);
    expect(isCached(`/api/feedback/summary?classId=${other}`)).toBe(true);
    expect(isCached(`/api/classes/${other}`)).toBe(true);
  });

  const buyer = async (): Promise<TestUser> => {
    const person = await createStudent(app);
    await buyClass(app, person, classId);
    return person;
  };

  it.each([
    ['a purchase', '/api/classes/totals', () => buyer()],
    ['a purchase', '/', () => buyer()],
    ['an approval', '/sitemap.xml', async () => approveClass(app, admin, await addClass(app, teacher))],
    [
      'feedback',
      '/api/feedback/summary',
      async () => {
        const { token } = await buyer();
        await app.call('POST', '/feedback', { token, body: { classId, feedback: 'Good', rating: 5 } });
      },
    ],
    [
      'a new name of the teacher',
      '/api/classes/one',
      async () =>
        app.call('POST', '/auth/update-user', {
          cookie: teacher.cookie,
          body: { name: `Zoe ${Date.now()}` },
        }),
    ],
    [
      'a class that is withdrawn',
      '/api/classes?limit=50',
      () => app.call('DELETE', `/classes/${removable}`, { token: teacher.token }),
    ],
    [
      'feedback that an admin hides',
      '/',
      async () => {
        const { token } = await buyer();
        const { body } = await app.call('POST', '/feedback', {
          token,
          body: { classId, feedback: 'Hide me', rating: 1 },
        });
        expect(await read('/')).toContain('Hide me');
        await vi.waitFor(async () => expect(await read('/', twin)).toContain('Hide me'), { timeout: 20_000 });
        await app.call('PATCH', `/feedback/hide/${body.insertedId}`, {
          body: { reason: 'Asked for' },
          token: admin.token,
        });
        expect(await read('/')).not.toContain('Hide me');
      },
    ],
    [
      'a class that an admin withdraws',
      '/sitemap.xml',
      async () => {
        const body = { status: 'rejected', reason: 'Copied' };
        await app.call('PATCH', `/classes/withdraw/${withdrawable}`, { body, token: admin.token });
      },
    ],
  ] as const)('show %s at once, in every browser: %s', async (_what, path, change) => {
    const address = path.replace('/summary', `/summary?classId=${classId}`).replace('/one', `/${classId}`);
    const etagOf = async (from: TestApp) => (await fetch(`${from.url}${address}`)).headers.get('etag');
    const before = await etagOf(app);
    await etagOf(twin);
    await change();
    const after = await etagOf(app);
    expect(after).not.toBe(before);
    await vi.waitFor(async () => expect(await etagOf(twin)).toBe(after), { timeout: 20_000, interval: 20 });
  });

  it('are bypassed by authenticated requests', async () => {
    const path = '/classes?limit=50';
    const pending = await addClass(app, teacher, { title: 'Not yet approved' });
    const ids = async (token?: string) =>
      (await app.call('GET', path, { token })).body.map(({ _id }: { _id: string }) => _id) as string[];
    expect(await ids()).not.toContain(pending);
    expect(await ids(teacher.token)).toContain(pending);
    expect(await ids()).not.toContain(pending);
    expect((await app.call('GET', path, { token: teacher.token })).headers.get('cache-control')).toBe(
      'no-store',
    );
    const { headers } = await app.call('GET', path);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('vary')).toContain('authorization');
  });

  it('are 304 for a browser that has them, and in the smallest encoding it accepts', async () => {
    const get = (headers: Record<string, string>) => fetch(`${app.url}/api/classes`, { headers });
    const plain = await get({ 'accept-encoding': 'identity' });
    const text = await plain.text();
    for (const encoding of ['br', 'gzip']) {
      for (const time of ['first', 'second']) {
        const response = await get({ 'accept-encoding': encoding });
        expect(response.headers.get('content-encoding'), time).toBe(encoding);
        expect(Number(response.headers.get('content-length'))).toBeLessThan(text.length / 2);
        expect(await response.text()).toBe(text);
      }
    }
    const again = await get({ 'if-none-match': plain.headers.get('etag')! });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  it('are not cached while the server cannot receive changes, and are correct afterwards', async () => {
    await read('/api/classes?limit=3');
    const { rows } = await app.pool.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and query in ('select 1', 'listen catalogue')",
    );
    for (const { pid } of rows) await app.pool.query('select pg_terminate_backend($1)', [pid]);
    await vi.waitFor(() => expect(isCached('/api/classes?limit=3')).toBe(false), { timeout: 20_000 });
    const id = await publishClass(app, teacher, admin, { title: 'Published unheard' });
    expect(await read('/api/classes?limit=3')).toContain(id);
    await vi.waitFor(
      async () => {
        await read('/api/classes?limit=3');
        expect(isCached('/api/classes?limit=3')).toBe(true);
      },
      { timeout: 20_000, interval: 100 },
    );
    expect(await read('/api/classes?limit=3')).toContain(id);
  });
});
