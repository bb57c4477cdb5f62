import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addClass, buyClass, publishClass } from '#tests/support/classes.ts';
import { dayFromNow } from '#tests/support/days.ts';
import { isWaitingForLock, whileLocked } from '#tests/support/locks.ts';
import { createStudent, createTeacher, signIn, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { PASSWORD } from '#tests/support/password.ts';

let app: TestApp;
let admin: TestUser;

beforeEach(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
});
afterEach(() => app.close());

const idOf = async ({ email }: TestUser): Promise<string> => {
  const { rows } = await app.pool.query<{ id: string }>(
    'select id from users where email = $1 and deleted_at is null',
    [email],
  );
  return rows[0]!.id;
};
const remove = (id: string, by: TestUser = admin) => app.call('DELETE', `/users/${id}`, { token: by.token });
const promote = async (person: TestUser) =>
  app.call('PATCH', `/users/admin/${await idOf(person)}`, { token: admin.token });

describe('DELETE /users/{id}', () => {
  it('ends sessions and tokens at once and releases the address', async () => {
    const ada = await createStudent(app, { email: 'ada@example.test' });
    expect((await remove(await idOf(ada))).body).toEqual({ deletedCount: 1 });
    expect((await app.call('GET', `/enrollments?email=${ada.email}`, { token: ada.token })).status).toBe(401);
    const token = await app.call('POST', '/jwt', { body: { email: ada.email }, cookie: ada.cookie });
    expect(token.status).toBe(401);
    await expect(signIn(app, ada.email, PASSWORD)).rejects.toThrow('Not signed in');
    const again = await createStudent(app, { email: 'ada@example.test' });
    const { body } = await app.call('GET', `/enrollments?email=${again.email}`, { token: again.token });
    expect(body).toEqual([]);
  });

  it('keeps a student’s payments and enrollments for the books and deletes their feedback', async () => {
    const teacher = await createTeacher(app);
    const classId = await publishClass(app, teacher, admin);
    const ada = await createStudent(app);
    const transactionId = await buyClass(app, ada, classId);
    await app.call('POST', '/feedback', { body: { classId, feedback: 'Fine', rating: 5 }, token: ada.token });
    await app.call('PATCH', `/classes/${classId}/assignments`, {
      body: { title: 'Task', description: 'Do it', marks: 10, date: dayFromNow(30) },
      token: teacher.token,
    });
    await app.call('PUT', `/classes/${classId}/submission`, { body: { text: 'Done' }, token: ada.token });
    await remove(await idOf(ada));
    const { body: payments } = await app.call('GET', `/payments?q=${transactionId}`, { token: admin.token });
    expect(payments).toMatchObject([{ transactionId, email: ada.email, name: ada.name, price: 19.5 }]);
    const { rows } = await app.pool.query(
      'select c.enroll, count(e.id)::int as enrollments from classes c left join enrollments e on e.class_id = c.id where c.id = $1 group by c.id',
      [classId],
    );
    expect(rows).toEqual([{ enroll: 1, enrollments: 1 }]);
    expect((await app.call('GET', `/feedback?classId=${classId}`)).body).toEqual([]);
    const progress = await app.call('GET', `/classes/${classId}/progress`, { token: teacher.token });
    expect(progress.body).toMatchObject({ enrollments: 1, submissions: 0 });
  });

  it('hides a teacher’s classes, which stay available to their students, but only the books name the teacher', async () => {
    const teacher = await createTeacher(app);
    const [sold, waiting] = [await publishClass(app, teacher, admin), await addClass(app, teacher)];
    const ada = await createStudent(app);
    await buyClass(app, ada, sold);
    await remove(await idOf(teacher));
    for (const id of [sold, waiting]) {
      expect((await app.call('GET', `/classes/${id}`, { token: admin.token })).status).toBe(404);
    }
    const { body } = await app.call('GET', `/enrollments?email=${ada.email}`, { token: ada.token });
    expect(body).toMatchObject([{ myClass: { _id: sold, name: 'Deleted user' } }]);
    const { body: payments } = await app.call('GET', '/payments?limit=1', { token: admin.token });
    expect(payments).toMatchObject([{ email: ada.email, teacher: teacher.name }]);
  });

  it('deletes a pending teacher request', async () => {
    const ada = await createStudent(app);
    await app.call('POST', '/teacher-req', {
      body: {
        name: 'Ada',
        email: ada.email,
        title: 'Carpenter',
        image: '/a.png',
        experience: 'Junior',
        category: 'Web Development',
      },
      token: ada.token,
    });
    await remove(await idOf(ada));
    const { body } = await app.call('GET', `/teacher-req?q=${ada.email}`, { token: admin.token });
    expect(body).toEqual([]);
  });

  it('is 409 for the caller’s own account, with another code for the last admin', async () => {
    const last = await remove(await idOf(admin));
    expect(last.status).toBe(409);
    expect(last.body.error.code).toBe('last_admin');
    const ada = await createStudent(app);
    await promote(ada);
    const own = await remove(await idOf(admin));
    expect(own.status).toBe(409);
    expect(own.body.error.code).toBe('own_account');
    expect((await app.call('GET', '/users', { token: admin.token })).status).toBe(200);
  });

  it('leaves one admin when two delete each other concurrently', async () => {
    const ada = await createStudent(app);
    await promote(ada);
    const [adaId, adminId] = [await idOf(ada), await idOf(admin)];
    const statuses = (await Promise.all([remove(adaId, admin), remove(adminId, ada)])).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, 401]);
    const { rows } = await app.pool.query(
      `select count(*)::int from users where role = 'admin' and deleted_at is null`,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('is 403 for an admin whose role is revoked meanwhile', async () => {
    const [ada, ben] = [await createStudent(app), await createStudent(app)];
    await promote(ada);
    const [adaId, benId] = [await idOf(ada), await idOf(ben)];
    const { removal } = await whileLocked(app.pool, async (holder) => {
      await holder.query('update users set role = null where id = $1', [adaId]);
      const removal = remove(benId, ada);
      await expect.poll(() => isWaitingForLock(app.pool)).toBe(true);
      return { removal };
    });
    expect((await removal).status).toBe(403);
  });

  it('is for admins; a repeat and an unknown id are 404, a malformed one 400', async () => {
    const [ada, ben] = [await createStudent(app), await createStudent(app)];
    const id = await idOf(ada);
    for (const person of [ben, ada, await createTeacher(app)]) {
      expect((await remove(id, person)).status).toBe(403);
    }
    expect((await app.call('DELETE', `/users/${id}`)).status).toBe(401);
    expect((await remove(id)).status).toBe(200);
    expect((await remove(id)).status).toBe(404);
    expect((await remove(randomUUID())).status).toBe(404);
    expect((await remove('mistyped')).status).toBe(400);
  });

  it('is recorded in the audit trail without the name of the deleted user', async () => {
    const ada = await createStudent(app, { name: 'Ada Gone' });
    const id = await idOf(ada);
    await remove(id);
    const { body } = await app.call('GET', '/audit?action=user deleted', { token: admin.token });
    expect(body).toMatchObject([
      { action: 'user deleted', subject: 'Deleted user', subjectId: id, actor: { email: admin.email } },
    ]);
  });
});
