import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '#tests/support/books.ts';
import { addClass, buyClass, publishClass } from '#tests/support/classes.ts';
import {
  createAdmin,
  createStudent,
  createTeacher,
  signIn,
  signInAs,
  type TestUser,
} from '#tests/support/users.ts';
import { requestToTeach } from '#tests/support/teacher-requests.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

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
    await expect(signIn(app, ada.email, 'a good password')).rejects.toThrow('Not signed in');
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
      body: { title: 'Task', description: 'Do it', marks: 10, date: '2030-01-31' },
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

  it('hides a teacher’s classes, which stay available to their students', async () => {
    const teacher = await createTeacher(app);
    const [sold, waiting] = [await publishClass(app, teacher, admin), await addClass(app, teacher)];
    const ada = await createStudent(app);
    await buyClass(app, ada, sold);
    await remove(await idOf(teacher));
    for (const id of [sold, waiting]) {
      expect((await app.call('GET', `/classes/${id}`, { token: admin.token })).status).toBe(404);
    }
    const { body } = await app.call('GET', `/enrollments?email=${ada.email}`, { token: ada.token });
    expect(body).toMatchObject([{ myClass: { _id: sold, name: teacher.name } }]);
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

describe('DELETE /users/{id} while somebody decides on what the user said, made or asked for', () => {
  let eve: TestUser;
  let other: TestUser;
  let eveId: string;
  let said: string;
  let requestId: string;

  beforeEach(async () => {
    other = await createAdmin(app);
    eve = await createStudent(app);
    eveId = await idOf(eve);
    const classId = await publishClass(app, await createTeacher(app), admin, { price: 0 });
    await app.call('POST', `/classes/${classId}/enrollment`, { token: eve.token });
    const body = { classId, feedback: 'Buy from me', rating: 1 };
    said = (await app.call('POST', '/feedback', { body, token: eve.token })).body.insertedId;
    requestId = (await requestToTeach(app, eve)).body.insertedId;
  });

  const isWaiting = async (callers: number): Promise<boolean> => {
    const { rows } = await app.pool.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]!.count === callers;
  };

  /** Stops the deletion at a row, has the other admin act meanwhile, and lets both go on. */
  const removeMeanwhile = async (row: string, id: string, act: () => ReturnType<TestApp['call']>) => {
    const holder = await app.pool.connect();
    await holder.query('begin');
    await holder.query(`select from ${row} where id = $1 for update`, [id]);
    const removal = remove(eveId);
    await until('the deletion waits', () => isWaiting(1));
    let isDone = false;
    const acted = act().finally(() => (isDone = true));
    await until('the other admin waits or is done', async () => isDone || (await isWaiting(2)));
    await holder.query('rollback');
    holder.release();
    return [(await removal).status, (await acted).status];
  };

  it('does both, if they hide feedback', async () => {
    const hide = () =>
      app.call('PATCH', `/feedback/hide/${said}`, { body: { reason: 'Advertising' }, token: other.token });
    expect(await removeMeanwhile('users', eveId, hide)).toEqual([200, 200]);
  });

  it('deletes the user first, if they approve a teacher request', async () => {
    const approve = () => app.call('PATCH', `/teacher-req/teacher/${requestId}`, { token: other.token });
    expect(await removeMeanwhile('feedback', said, approve)).toEqual([200, 404]);
  });

  it('deletes the user first, if they withdraw a class of the user', async () => {
    await app.call('PATCH', `/teacher-req/teacher/${requestId}`, { token: other.token });
    const own = await publishClass(app, eve, admin);
    const body = { status: 'rejected', reason: 'Advertising' };
    const withdraw = () => app.call('PATCH', `/classes/withdraw/${own}`, { body, token: other.token });
    expect(await removeMeanwhile('feedback', said, withdraw)).toEqual([200, 404]);
  });

  it('deletes the user first, if a teacher grades their submission', async () => {
    const teacher = await createTeacher(app);
    const classId = await publishClass(app, teacher, admin, { price: 0 });
    const task = { title: 'Task', description: 'Do it', marks: 10, date: '2040-01-31' };
    await app.call('PATCH', `/classes/${classId}/assignments`, { body: task, token: teacher.token });
    await app.call('POST', `/classes/${classId}/enrollment`, { token: eve.token });
    const work = await app.call('PUT', `/classes/${classId}/submission`, {
      body: { text: 'Done' },
      token: eve.token,
    });
    const body = { marks: 9, comment: '' };
    const grade = () => app.call('PATCH', `/submissions/${work.body._id}`, { body, token: teacher.token });
    expect(await removeMeanwhile('feedback', said, grade)).toEqual([200, 404]);
  });
});

/** The columns that contain a text, in all tables except those of the sandboxes, which stand for other companies. */
const placesOf = async (text: string): Promise<string[]> => {
  const { rows: columns } = await app.pool.query<{ place: string; column: string }>(
    `select format('%I.%I', table_schema, table_name) as place, column_name as column
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema in ('public', 'identity') and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { place, column } of columns) {
    const { rowCount } = await app.pool.query(
      `select 1 from ${place} where strpos(lower("${column}"::text), lower($1)) > 0 limit 1`,
      [text],
    );
    if (rowCount) found.push(`${place}.${column}`);
  }
  return found.sort();
};

describe('what remains of a deleted user', () => {
  const NAME = 'Quirina Unmistakable';
  const EMAIL = 'quirina@unmistakable.test';
  /** The default picture of `register`, with an address that only this user has. */
  const PHOTO = '/pictures/quirina.svg';

  const registerQuirina = async (): Promise<{ person: TestUser; id: string }> => {
    const person = await createStudent(app, { name: NAME, email: EMAIL });
    const body = { name: NAME, image: PHOTO };
    await app.call('POST', '/auth/update-user', { body, cookie: person.cookie });
    return { person, id: await idOf(person) };
  };
  const askToTeach = async (person: TestUser, decision: 'teacher' | 'reject') => {
    const { body } = await app.call('POST', '/teacher-req', {
      body: {
        name: NAME,
        email: EMAIL,
        title: 'Carpenter',
        image: PHOTO,
        experience: 'Junior',
        category: 'Web Development',
      },
      token: person.token,
    });
    const sent = decision === 'reject' ? { body: {} } : {};
    await app.call('PATCH', `/teacher-req/${decision}/${body.insertedId}`, { ...sent, token: admin.token });
  };

  it('is nothing in any table if no money was paid', async () => {
    const { person, id } = await registerQuirina();
    await askToTeach(person, 'reject');
    await askToTeach(person, 'teacher');
    const classId = await publishClass(app, person, admin);
    await app.call('POST', '/auth/request-password-reset', { body: { email: EMAIL } });
    await promote(person);
    for (const text of [NAME, EMAIL, PHOTO]) expect(await placesOf(text)).not.toEqual([]);
    expect((await remove(id)).status).toBe(200);
    for (const text of [NAME, EMAIL, PHOTO]) expect(await placesOf(text), text).toEqual([]);
    const { body } = await app.call('GET', '/audit?limit=100', { token: admin.token });
    const about = (body as { subjectId: string; subject: string }[]).filter(
      ({ subjectId }) => subjectId === id,
    );
    expect(about.length).toBeGreaterThan(1);
    expect(new Set(about.map(({ subject }) => subject))).toEqual(new Set(['Deleted user']));
    expect((await app.call('GET', `/classes/${classId}`)).status).toBe(404);
  });

  it('is what the receipt shows if money was paid', async () => {
    const { person, id } = await registerQuirina();
    await buyClass(app, person);
    expect((await remove(id)).status).toBe(200);
    expect(await placesOf(NAME)).toEqual(['public.accounting_documents.buyer_name', 'public.users.name']);
    expect(await placesOf(EMAIL)).toEqual([
      'public.accounting_documents.buyer_email',
      'public.payments.email',
      'public.users.email',
    ]);
    expect(await placesOf(PHOTO)).toEqual([]);
  });
});
