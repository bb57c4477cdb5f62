import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOTAL_COUNT_HEADER } from '#contract/paging.ts';
import { approveChange } from '#tests/support/class-changes.ts';
import { addClass, buyClass, classInput, publishClass } from '#tests/support/classes.ts';
import { dayFromNow } from '#tests/support/days.ts';
import { isWaitingForLock, whileLocked } from '#tests/support/locks.ts';
import { waitUntil } from '#tests/support/poll.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;
let other: TestUser;
let student: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app);
  other = await createTeacher(app);
  student = await createStudent(app);
});
afterAll(() => app.close());

const read = (id: string, by?: TestUser) => app.call('GET', `/classes/${id}`, { token: by?.token });
const update = (id: string, body: object, by: TestUser = teacher) =>
  app.call('PUT', `/classes/${id}`, { body, token: by.token });
const remove = (id: string, by: TestUser = teacher) =>
  app.call('DELETE', `/classes/${id}`, { token: by.token });
const reject = (id: string, reason?: string) =>
  app.call('PATCH', `/classes/reject/${id}`, { body: { status: 'rejected', reason }, token: admin.token });

describe('POST /classes', () => {
  it('adds a Pending class in the caller’s name, whatever is sent', async () => {
    const forged = {
      name: 'Somebody else',
      email: other.email,
      status: 'approve',
      enroll: 99,
      _id: randomUUID(),
    };
    const { status, body } = await app.call('POST', '/classes', {
      body: classInput(forged),
      token: teacher.token,
    });
    expect(status).toBe(200);
    expect((await read(body.insertedId, teacher)).body).toEqual({
      ...classInput(),
      _id: body.insertedId,
      name: teacher.name,
      email: teacher.email,
      status: 'Pending',
      revision: 1,
      enroll: 0,
    });
    expect((await read(body.insertedId)).status).toBe(404);
  });

  it.each([
    [{ title: '' }, 'title'],
    [{ title: 't'.repeat(151) }, 'title'],
    [{ price: -1 }, 'price'],
    [{ price: 19.999 }, 'price'],
    [{ price: 1_000_000 }, 'price'],
    [{ price: '19' }, 'price'],
    [{ price: 0.49 }, 'price'],
    [{ description: ' ' }, 'description'],
    [{ image: 'javascript:alert(1)' }, 'image'],
    [{ image: 'picture.png' }, 'image'],
    [{ experience: 'Expert' }, 'experience'],
    [{ category: 'Cooking' }, 'category'],
  ])('is 400 and names the field: %o', async (wrong, field) => {
    const { status, body } = await app.call('POST', '/classes', {
      body: classInput(wrong),
      token: teacher.token,
    });
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields)).toEqual([field]);
  });

  it('accepts a free class, and the lowest and the highest price that a card can pay', async () => {
    for (const price of [0, 0.5, 999_999.99]) {
      const id = await addClass(app, teacher, { price });
      expect((await read(id, teacher)).body.price).toBe(price);
    }
  });

  it('is for teachers', async () => {
    for (const [token, expected] of [
      [undefined, 401],
      [student.token, 403],
      [admin.token, 403],
    ] as const) {
      expect((await app.call('POST', '/classes', { body: classInput(), token })).status).toBe(expected);
    }
  });
});

describe('PUT /classes/{id}', () => {
  const change = {
    image: 'https://example.test/new.png',
    price: 25,
    title: 'New title',
    description: 'New text',
  };

  it('changes an approved class, which stays published; what needs a review changes once it is approved', async () => {
    const id = await publishClass(app, teacher, admin);
    expect((await update(id, { ...change, experience: 'Junior' })).body).toEqual({ modifiedCount: 1 });
    const { image } = change;
    expect((await read(id)).body).toMatchObject({
      ...classInput({ image }),
      experience: 'Junior',
      status: 'approve',
    });
    const { body } = await app.call('GET', `/classes/${id}/change`, { token: teacher.token });
    expect((await approveChange(app, admin, body.change)).body).toEqual({ modifiedCount: 1 });
    expect((await read(id)).body).toMatchObject({ ...change, experience: 'Junior', status: 'approve' });
  });

  it('keeps experience and category if the body omits them', async () => {
    const id = await publishClass(app, teacher, admin);
    await update(id, change);
    expect((await read(id)).body).toMatchObject({ experience: 'Beginner', category: 'Web Development' });
  });

  it('removes the category if the body says so', async () => {
    const id = await publishClass(app, teacher, admin);
    await update(id, { ...change, category: null });
    expect((await read(id)).body).not.toHaveProperty('category');
  });

  it('sends a rejected class back to review, without the old reason', async () => {
    const id = await addClass(app, teacher);
    await reject(id, 'Too short');
    await update(id, change);
    const { body } = await read(id, teacher);
    expect(body).toMatchObject({ status: 'Pending', title: 'New title' });
    expect(body).not.toHaveProperty('reason');
  });

  it('cannot change status, count or owner', async () => {
    const id = await addClass(app, teacher);
    await update(id, { ...change, status: 'approve', enroll: 5, email: other.email });
    expect((await read(id, teacher)).body).toMatchObject({
      status: 'Pending',
      enroll: 0,
      email: teacher.email,
    });
  });

  it('is for the class’s own teacher; unknown and malformed ids are 404 and 400', async () => {
    const id = await publishClass(app, teacher, admin);
    for (const person of [other, student, admin]) expect((await update(id, change, person)).status).toBe(403);
    expect((await read(id)).body.title).not.toBe('New title');
    expect((await update(randomUUID(), change)).status).toBe(404);
    expect((await update('mistyped', change)).status).toBe(400);
    expect((await update(id, { ...change, price: -1 })).body.error.fields).toHaveProperty('price');
  });
});

describe('DELETE /classes/{id}', () => {
  it('deletes a class that is approved meanwhile', async () => {
    const id = await addClass(app, teacher);
    const { removed } = await whileLocked(app.pool, async (holder) => {
      await holder.query(
        `update classes set status = 'approve', decided_at = now(),
                decided_by = (select id from users where email = $2) where id = $1`,
        [id, admin.email],
      );
      const removed = remove(id);
      await waitUntil('the deletion waits', () => isWaitingForLock(app.pool));
      return { removed };
    });
    expect((await removed).body).toEqual({ deletedCount: 1 });
    expect((await read(id, admin)).status).toBe(404);
  });

  it('deletes a class that was never published; repeating the call is 404', async () => {
    const id = await addClass(app, teacher);
    await app.call('PATCH', `/classes/${id}/assignments`, {
      body: { title: 'Task', description: 'Do it', marks: 10, date: dayFromNow(30) },
      token: teacher.token,
    });
    expect((await remove(id)).body).toEqual({ deletedCount: 1 });
    expect((await remove(id)).status).toBe(404);
    expect((await read(id, teacher)).status).toBe(404);
  });

  it('hides a class with students from everyone but them and their teacher', async () => {
    const buyer = await createStudent(app);
    const id = await publishClass(app, teacher, admin);
    await buyClass(app, buyer, id);
    expect((await remove(id)).body).toEqual({ deletedCount: 1 });
    for (const person of [undefined, student, other, admin])
      expect((await read(id, person)).status).toBe(404);
    expect((await read(id, teacher)).body).toMatchObject({ _id: id, deleted: true });
    expect((await read(id, buyer)).body).toMatchObject({ _id: id, enroll: 1 });
    const { body } = await app.call('GET', `/enrollments?email=${buyer.email}`, { token: buyer.token });
    expect(body).toMatchObject([{ myClass: { _id: id } }]);
    const { rows } = await app.pool.query('select 1 from payments where class_id = $1', [id]);
    expect(rows).toHaveLength(1);
    const intent = await app.call('POST', `/create-payment-intent/${id}`, {
      body: { price: 1950 },
      token: student.token,
    });
    expect(intent.status).toBe(404);
  });

  it('is for the class’s own teacher', async () => {
    const id = await publishClass(app, teacher, admin);
    for (const person of [other, student, admin]) expect((await remove(id, person)).status).toBe(403);
    expect((await read(id)).status).toBe(200);
  });
});

describe('GET /classes/teacher/{email}', () => {
  const list = (email: string, token?: string, query = '') =>
    app.call('GET', `/classes/teacher/${email}${query}`, { token });

  it('returns the teacher’s own classes in every status, paged, searched and sorted', async () => {
    const person = await createTeacher(app);
    const ids = [];
    for (const title of ['Beta', 'alpha', 'Gamma']) ids.push(await addClass(app, person, { title }));
    await reject(ids[0]!, 'No');
    const { body } = await list(person.email, person.token);
    expect(body.map(({ title }: { title: string }) => title)).toEqual(['Gamma', 'alpha', 'Beta']);
    expect(body[2]).toMatchObject({ status: 'rejected', reason: 'No' });
    const page = await list(person.email, person.token, '?sort=title&limit=2&page=2');
    expect(page.body.map(({ title }: { title: string }) => title)).toEqual(['Gamma']);
    expect(page.headers.get(TOTAL_COUNT_HEADER)).toBe('3');
    const found = await list(person.email, person.token, '?q=ALPH&status=Pending');
    expect(found.body.map(({ title }: { title: string }) => title)).toEqual(['alpha']);
  });

  it('is for that teacher and admins', async () => {
    expect((await list(teacher.email)).status).toBe(401);
    expect((await list(teacher.email, other.token)).status).toBe(403);
    expect((await list(teacher.email, student.token)).status).toBe(403);
    expect((await list(teacher.email, admin.token)).body.length).toBeGreaterThan(0);
    expect((await list(student.email, student.token)).body).toEqual([]);
    expect((await list('nobody@example.test', admin.token)).body).toEqual([]);
  });
});
