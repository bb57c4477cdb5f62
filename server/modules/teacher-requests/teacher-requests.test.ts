import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classInput } from '#tests/support/classes.ts';
import { createStudent, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  teacher = await signInAs(app, 'Teacher');
});
afterAll(() => app.close());

const request = ({ email, name }: TestUser, more: object = {}) => ({
  name,
  email,
  title: 'Woodworker',
  image: '/pictures/avatars/09.svg',
  experience: 'Mid Level',
  category: 'Graphics Design',
  status: 'Pending',
  ...more,
});

const ask = (person: TestUser, more: object = {}) =>
  app.call('POST', '/teacher-req', { body: request(person, more), token: person.token });
const own = async ({ token }: TestUser) =>
  (await app.call('GET', '/teacher-req/own', { token })).body.request;
const approve = (id: string, by: TestUser = admin) =>
  app.call('PATCH', `/teacher-req/teacher/${id}`, { token: by.token });
const reject = (id: string, body?: object, by: TestUser = admin) =>
  app.call('PATCH', `/teacher-req/reject/${id}`, { body, token: by.token });
const isTeacher = async ({ email, token }: TestUser) =>
  (await app.call('GET', `/teacher-req/teacher/${email}`, { token })).body.teacher;

describe('applying to become a teacher', () => {
  it('creates a Pending request whatever is sent, and the user sees its status', async () => {
    const ada = await createStudent(app);
    expect(await own(ada)).toBeNull();
    const { status, body } = await ask(ada, { status: 'approve', role: 'teacher' });
    expect(status).toBe(200);
    expect(await own(ada)).toMatchObject({ _id: body.insertedId, status: 'Pending', email: ada.email });
    expect(await isTeacher(ada)).toBe(false);
  });

  it('allows one open request per user, also with concurrent calls', async () => {
    const ada = await createStudent(app);
    const statuses = (await Promise.all([ask(ada), ask(ada), ask(ada)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409, 409]);
    expect((await ask(ada)).body.error.code).toBe('already_requested');
  });

  it('is possible only for oneself, and not for teachers', async () => {
    const [ada, ben] = [await createStudent(app), await createStudent(app)];
    const forBen = await app.call('POST', '/teacher-req', { body: request(ben), token: ada.token });
    expect(forBen.status).toBe(403);
    expect((await app.call('POST', '/teacher-req', { body: request(ada) })).status).toBe(401);
    const { status, body } = await ask(teacher);
    expect(status).toBe(409);
    expect(body.error.code).toBe('already_teacher');
  });

  it('is open to admins, who can teach after approval and stay admins', async () => {
    const { insertedId } = (await ask(admin)).body;
    expect(await own(admin)).toMatchObject({ status: 'Pending' });
    expect((await approve(insertedId)).status).toBe(200);
    expect(await isTeacher(admin)).toBe(true);
    const flag = await app.call('GET', `/users/admin/${admin.email}`, { token: admin.token });
    expect(flag.body).toEqual({ admin: true });
    const added = await app.call('POST', '/classes', { body: classInput(), token: admin.token });
    expect(added.status).toBe(200);
    expect((await ask(admin)).body.error.code).toBe('already_teacher');
  });

  it('needs no photo, because third-party accounts may have none', async () => {
    const ada = await createStudent(app);
    expect((await ask(ada, { image: '' })).status).toBe(200);
    expect(await own(ada)).toMatchObject({ status: 'Pending', image: '' });
  });

  it.each([
    [{ title: '' }, 'title'],
    [{ image: 'javascript:alert(1)' }, 'image'],
    [{ experience: undefined }, 'experience'],
    [{ category: 'Cooking' }, 'category'],
    [{ name: 'n'.repeat(101) }, 'name'],
  ])('is 400 and names the field: %o', async (wrong, field) => {
    const ada = await createStudent(app);
    const { status, body } = await ask(ada, wrong);
    expect(status).toBe(400);
    expect(body.error.fields).toHaveProperty(field);
    expect(await own(ada)).toBeNull();
  });
});

describe('deciding on a request', () => {
  it('makes the user a teacher starting with the next call, with the same token', async () => {
    const ada = await createStudent(app);
    const { insertedId } = (await ask(ada)).body;
    expect((await approve(insertedId)).body).toEqual({ modifiedCount: 1 });
    expect(await isTeacher(ada)).toBe(true);
    expect(await own(ada)).toMatchObject({ status: 'approve', role: 'teacher' });
  });

  it('rejects with a reason that the user sees, and they may apply again', async () => {
    const ada = await createStudent(app);
    const first = (await ask(ada)).body.insertedId;
    expect((await reject(first, { reason: 'Please tell us more.' })).body).toEqual({ modifiedCount: 1 });
    expect(await own(ada)).toMatchObject({ status: 'rejected', reason: 'Please tell us more.' });
    expect(await isTeacher(ada)).toBe(false);
    const second = (await ask(ada)).body.insertedId;
    expect(second).not.toBe(first);
    expect((await reject(second)).status).toBe(200);
    expect(await own(ada)).not.toHaveProperty('reason');
  });

  it('happens once: one of two concurrent decisions succeeds, a later one is 409', async () => {
    const ada = await createStudent(app);
    const { insertedId } = (await ask(ada)).body;
    const statuses = (await Promise.all([approve(insertedId), reject(insertedId)])).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, 409]);
    const late = await approve(insertedId);
    expect(late.body.error.code).toBe('not_pending');
    expect(await isTeacher(ada)).toBe((await own(ada)).status === 'approve');
  });

  it('is recorded in the audit trail', async () => {
    const ada = await createStudent(app);
    const { insertedId } = (await ask(ada)).body;
    await reject(insertedId, { reason: 'Not yet' });
    const { rows } = await app.pool.query(
      `select a.action, a.details, u.email from audit_trail a join users u on u.id = a.actor_id where a.subject_id = $1`,
      [insertedId],
    );
    expect(rows).toEqual([
      { action: 'teacher request rejected', details: { reason: 'Not yet' }, email: admin.email },
    ]);
  });

  it('is for admins; unknown and malformed ids are 404 and 400', async () => {
    const ada = await createStudent(app);
    const { insertedId } = (await ask(ada)).body;
    for (const person of [ada, teacher]) {
      expect((await approve(insertedId, person)).status).toBe(403);
      expect((await reject(insertedId, {}, person)).status).toBe(403);
      expect((await app.call('GET', '/teacher-req', { token: person.token })).status).toBe(403);
    }
    expect(await own(ada)).toMatchObject({ status: 'Pending' });
    expect((await approve(randomUUID())).status).toBe(404);
    expect((await approve('mistyped')).status).toBe(400);
    expect((await reject(insertedId, { reason: 'r'.repeat(501) })).body.error.fields).toHaveProperty(
      'reason',
    );
  });

  it('shows admins, but nobody else, that an address was never confirmed', async () => {
    const people = [await createStudent(app), await createStudent(app, { isConfirmed: true })];
    for (const person of people) await ask(person);
    const marks = await Promise.all(
      people.map(async ({ email }) => {
        const { body } = await app.call('GET', `/teacher-req?q=${email}`, { token: admin.token });
        return (body as { unconfirmed?: true }[]).map(({ unconfirmed }) => unconfirmed);
      }),
    );
    expect(marks).toEqual([[true], [undefined]]);
    expect(await own(people[0]!)).not.toHaveProperty('unconfirmed');
  });

  it('lists all requests to an admin', async () => {
    const { status, body } = await app.call('GET', '/teacher-req', { token: admin.token });
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(10);
    expect(new Set(body.map((entry: { status: string }) => entry.status)).size).toBe(3);
  });
});
