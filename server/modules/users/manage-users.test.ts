import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOTAL_COUNT_HEADER } from '#contract/paging.ts';
import { publishClass } from '#tests/support/classes.ts';
import { tokenEmailedTo } from '#tests/support/emails.ts';
import { migratedDatabase } from '#tests/support/empty-database.ts';
import { createSession } from '#tests/support/sessions.ts';
import { REAL_SITE, startTestServer } from '#tests/support/start-test-server.ts';
import { requestToTeach } from '#tests/support/teacher-requests.ts';
import {
  createAdmin,
  createStudent,
  createTeacher,
  register,
  signInAs,
  type TestUser,
} from '#tests/support/users.ts';
import { attachTestApp, startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
});
afterAll(() => app.close());

const list = (query = '', by: TestUser = admin) => app.call('GET', `/users${query}`, { token: by.token });
const names = ({ body }: { body: { name: string }[] }) => body.map(({ name }) => name);
const idOf = async ({ email }: TestUser): Promise<string> => (await list(`?q=${email}`)).body[0]._id;
const promote = (id: string, by: TestUser = admin) =>
  app.call('PATCH', `/users/admin/${id}`, { token: by.token });

describe('GET /users', () => {
  it('returns all, newest first, with only the contract’s fields', async () => {
    const ada = await createStudent(app, { name: 'Ada Newest' });
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body[0]).toEqual({
      _id: expect.any(String),
      name: 'Ada Newest',
      email: ada.email,
      photo: '/pictures/avatars/05.svg',
      unconfirmed: true,
    });
    const { rows } = await app.pool.query('select count(*) from users');
    expect(body).toHaveLength(Number(rows[0].count));
  });

  it('searches by name and email, case-insensitively, with % and _ as literals', async () => {
    const ada = await createStudent(app, { name: 'Zuleika Searched' });
    for (const words of ['zULEIKA', ada.email.slice(0, 12).toUpperCase()]) {
      expect(names(await list(`?q=${words}`))).toContain('Zuleika Searched');
    }
    expect((await list('?q=%25')).body).toEqual([]);
    expect((await list('?q=_')).body).toEqual([]);
    await createStudent(app, { name: 'Tomáš Müller-Łęcki' });
    for (const words of ['tomas muller', 'Lecki', 'TOMÁŠ', 'mu\u0308ller'])
      expect(names(await list(`?q=${encodeURIComponent(words)}`)), words).toContain('Tomáš Müller-Łęcki');
  });

  it('filters by role, sorts and pages, without a gap or a repeat', async () => {
    const teachers = await list('?role=teacher&sort=-name');
    expect(new Set(teachers.body.map(({ role }: { role: string }) => role))).toEqual(new Set(['teacher']));
    const students = await list('?role=student');
    expect(students.body.length).toBeGreaterThan(0);
    for (const student of students.body) expect(student).not.toHaveProperty('role');
    const whole = names(await list('?sort=name'));
    const paged: string[] = [];
    for (let page = 1; paged.length < whole.length; page += 1) {
      const response = await list(`?sort=name&limit=7&page=${page}`);
      expect(response.headers.get(TOTAL_COUNT_HEADER)).toBe(String(whole.length));
      paged.push(...names(response));
    }
    expect(paged).toEqual(whole);
    expect(whole.map((name) => name.toLowerCase())[0]).toMatch(/^a/);
  });

  it.each(['role=king', 'sort=password', 'page=0', 'limit=101', 'q=%00'])('is 400 for %s', async (query) => {
    const { status, body } = await list(`?${query}`);
    expect(status).toBe(400);
    expect(body.error.fields).toHaveProperty(query.split('=')[0]!);
  });
});

describe('an unconfirmed address', () => {
  it('is marked until it is confirmed', async () => {
    const ada = await register(app);
    const [unconfirmed] = (await list(`?q=${ada.email}`)).body;
    expect(unconfirmed).toHaveProperty('unconfirmed', true);
    const body = { token: await tokenEmailedTo(app, ada.email) };
    expect((await app.call('POST', '/account/email-link', { body, token: ada.token })).status).toBe(200);
    const [confirmed] = (await list(`?q=${ada.email}`)).body;
    expect(confirmed).not.toHaveProperty('unconfirmed');
  });

  it('is not marked on a site that cannot send email, where no address can be confirmed', async () => {
    const databaseUrl = await migratedDatabase();
    const server = await startTestServer(databaseUrl, REAL_SITE);
    const site = attachTestApp(server, {
      databaseUrl,
      pool: new Pool({ connectionString: databaseUrl, max: 1 }),
    });
    const { email } = await createAdmin(site);
    await site.pool.query('update identity.user set two_factor_enabled = true');
    const { token } = await createSession(site, email);
    await site.pool.query('update identity.session set second_factor_at = now()');
    const { status, body } = await site.call('GET', '/users', { token });
    expect(status).toBe(200);
    expect(body).toHaveLength(1);
    expect(body[0]).not.toHaveProperty('unconfirmed');
    await requestToTeach(site, { token, email, name: 'Ada', cookie: '' });
    const requests = (await site.call('GET', '/teacher-req', { token })).body;
    expect(requests).toHaveLength(1);
    expect(requests[0]).not.toHaveProperty('unconfirmed');
    await site.pool.end();
    await site.close();
  });
});

describe('GET /exports/users.csv', () => {
  it('escapes formulas behind other separators than its own, and leaves ordinary text as it is', async () => {
    const written = {
      'x;=1+1;y': `"x;'=1+1;y"`,
      'x; "+1+1"': `"x; ""'+1+1"""`,
      'x|@SUM(A1)': `"x|'@SUM(A1)"`,
      'x;\uFF1D1+1': `"x;'\uFF1D1+1"`,
      'Cold, -5 degrees': `"Cold, -5 degrees"`,
      'Anna-Maria; née O’Hara | B+': `"Anna-Maria; née O’Hara | B+"`,
    };
    for (const name of Object.keys(written)) await createStudent(app, { name });
    const { body } = await app.call('GET', '/exports/users.csv', { token: admin.token });
    for (const cell of Object.values(written)) expect(body).toContain(cell);
  });
});

describe('PATCH /users/admin/{id}', () => {
  it('makes an admin, starting with the next call with the same token; repeating the call changes nothing', async () => {
    const ada = await createStudent(app);
    expect((await list('', ada)).status).toBe(403);
    const id = await idOf(ada);
    expect((await promote(id)).body).toEqual({ modifiedCount: 1 });
    expect((await promote(id)).body).toEqual({ modifiedCount: 0 });
    expect((await list('', ada)).status).toBe(200);
    const flag = await app.call('GET', `/users/admin/${ada.email}`, { token: ada.token });
    expect(flag.body).toEqual({ admin: true });
  });

  it('takes effect at once when the role is revoked, too', async () => {
    const ada = await createStudent(app);
    await promote(await idOf(ada));
    await app.pool.query('update users set role = null where email = $1', [ada.email]);
    expect((await list('', ada)).status).toBe(403);
  });

  it('lets a teacher keep teaching', async () => {
    const teacher = await createTeacher(app);
    const classId = await publishClass(app, teacher, admin);
    await promote(await idOf(teacher));
    expect((await list('', teacher)).status).toBe(200);
    const flag = await app.call('GET', `/teacher-req/teacher/${teacher.email}`, { token: teacher.token });
    expect(flag.body).toEqual({ teacher: true });
    const change = { image: '/a.png', price: 5, title: 'Still mine', description: 'Yes' };
    const changed = await app.call('PUT', `/classes/${classId}`, { body: change, token: teacher.token });
    expect(changed.body).toEqual({ modifiedCount: 1 });
  });

  it('is for admins, and not for oneself; unknown and malformed ids are 404 and 400', async () => {
    const ada = await createStudent(app);
    const id = await idOf(ada);
    expect((await promote(id, ada)).status).toBe(403);
    expect((await promote(id, await createTeacher(app))).status).toBe(403);
    const self = await promote(await idOf(admin));
    expect(self.status).toBe(409);
    expect(self.body.error.code).toBe('own_account');
    expect((await promote(randomUUID())).status).toBe(404);
    expect((await promote('mistyped')).status).toBe(400);
  });
});

describe('a table of 10,000 users', () => {
  it('is searched, sorted and paged on the server', async () => {
    await app.pool.query(
      `insert into users (name, email) select 'Crowd ' || to_char(n, 'FM00000'), 'crowd-' || n || '@example.test' from generate_series(1, 10000) n`,
    );
    const last = await list('?q=crowd&sort=name&limit=20&page=500');
    expect(names(last).at(-1)).toBe('Crowd 10000');
    expect(last.headers.get(TOTAL_COUNT_HEADER)).toBe('10000');
    expect(names(await list('?q=crowd-7777@&limit=20'))).toEqual(['Crowd 07777']);
  });
});
