import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_DRAFT_CLASSES, MAX_PENDING_CLASSES } from '#contract/manage-classes.ts';
import { userIdOf } from '#tests/support/books.ts';
import { addDraft, approveClass, classInput } from '#tests/support/classes.ts';
import { addLesson, addSection } from '#tests/support/curriculum.ts';
import { dayFromNow } from '#tests/support/days.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { uploadFile } from '#tests/support/pictures.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  other = await createTeacher(app);
});
beforeEach(async () => {
  teacher = await createTeacher(app);
});
afterAll(() => app.close());

const UNFINISHED = { description: '', image: '' };

const read = (id: string, by: TestUser = teacher) => app.call('GET', `/classes/${id}`, { token: by.token });
const addRaw = (body: object) => app.call('POST', '/classes/drafts', { body, token: teacher.token });
const update = (id: string, body: object, by: TestUser = teacher) =>
  app.call('PUT', `/classes/drafts/${id}`, { body, token: by.token });
const submit = (id: string, revision?: number, by: TestUser = teacher) =>
  app.call('PATCH', `/classes/submit/${id}`, { body: { revision }, token: by.token });

/** Adds copies of a class until its teacher has a number of them. */
const copy = (id: string, count: number) =>
  app.pool.query(
    `insert into classes (teacher_id, image, price, title, experience, description, status)
       select teacher_id, image, price, title, experience, description, status
         from classes, generate_series(2, $2::int) where id = $1`,
    [id, count],
  );

const auditOf = async (id: string) => {
  const { rows } = await app.pool.query<{ action: string }>(
    'select action from audit_trail where subject_id = $1 order by id',
    [id],
  );
  return rows.map(({ action }) => action);
};

describe('a draft', () => {
  it('may lack a description and a picture, but not what every list shows', async () => {
    const { status, body } = await addRaw(classInput(UNFINISHED));
    expect(status).toBe(200);
    expect((await read(body.insertedId)).body).toMatchObject({
      ...classInput(UNFINISHED),
      status: 'Draft',
      revision: 1,
      enroll: 0,
    });
    for (const [wrong, field] of [
      [{ title: '' }, 'title'],
      [{ price: undefined }, 'price'],
      [{ price: 0.49 }, 'price'],
      [{ experience: 'Expert' }, 'experience'],
      [{ image: 'javascript:alert(1)' }, 'image'],
      [{ description: 'x'.repeat(5001) }, 'description'],
      [{ startsOn: '2020-01-31' }, 'startsOn'],
    ] as const) {
      const refused = await addRaw(classInput(wrong));
      expect(refused.status).toBe(400);
      expect(Object.keys(refused.body.error.fields)).toEqual([field]);
    }
  });

  it('is created once by a repeated call, also after it has been submitted', async () => {
    const input = classInput({ key: randomUUID() });
    const first = await addRaw(input);
    expect((await addRaw(input)).body).toEqual(first.body);
    await submit(first.body.insertedId);
    expect((await addRaw(input)).body).toEqual(first.body);
    expect((await read(first.body.insertedId)).body.status).toBe('Pending');
  });

  it('stays a draft when it is updated, unfinished or not', async () => {
    const id = await addDraft(app, teacher);
    const body = classInput({ ...UNFINISHED, title: 'Shorter', revision: 1 });
    expect((await update(id, body)).body).toEqual({ modifiedCount: 1 });
    expect((await read(id)).body).toMatchObject({ title: 'Shorter', status: 'Draft', revision: 2 });
    const stale = await update(id, body);
    expect(stale.status).toBe(409);
    expect(stale.body.error).toMatchObject({ code: 'edit_conflict', current: { revision: 2 } });
    const whole = await app.call('PUT', `/classes/${id}`, { body: classInput(), token: teacher.token });
    expect(whole.status).toBe(200);
    expect((await read(id)).body.status).toBe('Draft');
    const unfinished = { body: classInput(UNFINISHED), token: teacher.token };
    expect((await app.call('PUT', `/classes/${id}`, unfinished)).status).toBe(400);
  });

  it('gets a curriculum and an assignment', async () => {
    const id = await addDraft(app, teacher);
    const lesson = await addLesson(app, teacher, await addSection(app, teacher, id));
    const task = { title: 'Task', description: 'Do it', marks: 10, date: dayFromNow(30) };
    const { token } = teacher;
    expect((await app.call('PATCH', `/classes/${id}/assignments`, { body: task, token })).status).toBe(200);
    await submit(id);
    await approveClass(app, admin, id);
    const { body } = await app.call('GET', `/classes/${id}/curriculum`);
    expect(JSON.stringify(body)).toContain(lesson);
    expect((await read(id)).body.assignments).toMatchObject({ title: 'Task' });
  });

  it('is limited in number, also for concurrent calls', async () => {
    await copy(await addDraft(app, teacher), MAX_DRAFT_CLASSES - 1);
    const last = await Promise.all([1, 2, 3].map(() => addRaw(classInput())));
    expect(last.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(last.find(({ status }) => status === 409)!.body.error.code).toBe('limit_reached');
    const direct = await app.call('POST', '/classes', { body: classInput(), token: teacher.token });
    expect(direct.status, 'a class that is submitted at once').toBe(200);
  });

  it('is deleted without a trace, by its teacher and with their account', async () => {
    const [one, two] = [await addDraft(app, teacher), await addDraft(app, teacher)];
    const { token, email } = teacher;
    expect((await app.call('DELETE', `/classes/${one}`, { token })).body).toEqual({ deletedCount: 1 });
    expect(await auditOf(one)).toEqual([]);
    await app.call('DELETE', '/account', { body: { email, password: PASSWORD }, token });
    const { rowCount } = await app.pool.query('select from classes where id = any($1)', [[one, two]]);
    expect(rowCount).toBe(0);
  });
});

describe('a draft for others', () => {
  it('does not exist', async () => {
    const title = `Unheard of ${randomUUID()}`;
    const id = await addDraft(app, teacher, { title, price: 0 });
    const section = await addSection(app, teacher, id);
    const lesson = await addLesson(app, teacher, section, { isPreview: true });
    const { body: file } = await uploadFile(app, teacher, Buffer.from('Plan'), 'plan.txt', 'document');
    await addLesson(app, teacher, section, { kind: 'file', text: '', file: file._id });
    const task = { title: 'Task', description: 'Do it', marks: 10, date: dayFromNow(30) };
    const student = await createStudent(app);
    const calls: [string, string, object?][] = [
      ['GET', `/classes/${id}`],
      ['GET', `/classes/${id}/curriculum`],
      ['GET', `/classes/${id}/announcements`],
      ['GET', `/classes/${id}/waiting-list`],
      ['GET', `/classes/${id}/lesson-progress`],
      ['POST', `/classes/${id}/enrollment`],
      ['POST', `/create-payment-intent/${id}`, { price: 0 }],
      ['GET', `/lessons/${lesson}`],
      ['GET', `/lessons/${lesson}/questions`],
      ['POST', `/lessons/${lesson}/questions`, { text: 'Why?' }],
      ['PUT', `/lessons/${lesson}/progress`, { isDone: true }],
      ['GET', `/files/${file._id}/link`],
    ];
    const byTeachers: typeof calls = [
      ['PUT', `/classes/${id}`, classInput()],
      ['PUT', `/classes/drafts/${id}`, classInput()],
      ['PATCH', `/classes/submit/${id}`, {}],
      ['DELETE', `/classes/${id}`],
      ['PATCH', `/classes/${id}/assignments`, task],
      ['GET', `/classes/${id}/change`],
      ['GET', `/classes/${id}/curriculum/draft`],
      ['GET', `/classes/${id}/students`],
      ['POST', `/classes/${id}/sections`, { title: 'Mine' }],
      ['POST', `/classes/${id}/announcements`, { text: 'Mine' }],
      ['DELETE', `/sections/${section}`],
      ['DELETE', `/lessons/${lesson}`],
    ];
    const byAdmins: typeof calls = [
      ['PATCH', `/classes/${id}`, { status: 'approve' }],
      ['PATCH', `/classes/reject/${id}`, { status: 'rejected' }],
      ['PATCH', `/classes/withdraw/${id}`, { status: 'rejected', reason: 'Copied' }],
      ['GET', `/classes/${id}/versions`],
    ];
    for (const [by, list] of [
      [student, calls],
      [other, [...calls, ...byTeachers]],
      [admin, [...calls, ...byAdmins]],
    ] as const)
      for (const [method, path, body] of list) {
        const { status } = await app.call(method, path, { body, token: by.token });
        expect(status, `${by.name}: ${method} ${path}`).toBe(404);
      }
    for (const path of [`/classes/${id}`, `/classes/${id}/curriculum`, `/lessons/${lesson}`])
      expect((await app.call('GET', path)).status, path).toBe(404);
    expect((await read(id)).body.title).toBe(title);
    const { token, email } = teacher;
    for (const path of [`/lessons/${lesson}`, `/files/${file._id}/link`])
      expect((await app.call('GET', path, { token })).status, path).toBe(200);
    for (const path of [
      '/classes',
      '/classes?limit=100',
      '/classes?status=Draft',
      '/classes?status=Draft&page=1',
      `/classes?q=${encodeURIComponent(title)}`,
      `/classes?sameTeacherAs=${id}`,
      `/classes/teacher/${email}?page=1`,
      `/classes/teacher/${email}?status=Draft`,
      '/audit',
    ])
      for (const by of [undefined, student, other, admin]) {
        const found = await app.call('GET', path, { token: by?.token });
        expect(JSON.stringify(found.body), `${by?.name}: ${path}`).not.toContain(title);
      }
    const own = await app.call('GET', '/classes', { token });
    expect(JSON.stringify(own.body), 'the list that everybody has').not.toContain(title);
    for (const query of ['page=1', 'status=Draft', `q=${encodeURIComponent(title)}`, '']) {
      const found = await app.call('GET', `/classes/teacher/${email}?${query}`, { token });
      expect(JSON.stringify(found.body), query).toContain(title);
    }
  });

  it('is no part of any count', async () => {
    const counts = async () => [
      (await app.call('GET', '/classes/totals')).body,
      (await app.call('GET', '/classes?page=1&limit=1', { token: admin.token })).headers.get('x-total-count'),
      (await app.call('GET', `/classes/teacher/${teacher.email}?page=1`, { token: admin.token })).headers.get(
        'x-total-count',
      ),
    ];
    const before = await counts();
    await addDraft(app, teacher);
    expect(await counts()).toEqual(before);
  });

  it('of an admin who teaches is theirs alone', async () => {
    await app.call('PATCH', `/users/admin/${await userIdOf(app.pool, teacher)}`, { token: admin.token });
    const id = await addDraft(app, teacher);
    expect((await read(id)).body.status).toBe('Draft');
    expect((await read(id, admin)).status).toBe(404);
    expect((await approveClass(app, teacher, id)).status).toBe(404);
    const all = await app.call('GET', '/classes?limit=100', { token: teacher.token });
    expect(JSON.stringify(all.body)).not.toContain(id);
  });
});

describe('submitting a draft', () => {
  it('lets admins review it like a new class, once', async () => {
    const id = await addDraft(app, teacher);
    await app.pool.query("update classes set created_at = now() - interval '40 days' where id = $1", [id]);
    const twice = await Promise.all([submit(id, 1), submit(id, 1)]);
    expect(twice.map(({ body }) => body.modifiedCount as number).sort()).toEqual([0, 1]);
    expect(await auditOf(id)).toEqual(['class submitted']);
    expect((await read(id, admin)).body).toMatchObject({ status: 'Pending', revision: 2 });
    const { body } = await app.call('GET', '/classes?status=Pending&sort=newest&page=1&limit=1', {
      token: admin.token,
    });
    expect(body[0]._id, 'the newest of all').toBe(id);
    expect(Date.now() - Date.parse(body[0].submittedAt)).toBeLessThan(24 * 3_600_000);
    expect((await read(id)).body, 'for its teacher').not.toHaveProperty('submittedAt');
    expect((await update(id, classInput(UNFINISHED))).body.error.code).toBe('not_draft');
    expect((await approveClass(app, admin, id)).status).toBe(200);
    expect((await submit(id)).body).toEqual({ modifiedCount: 0 });
    expect((await read(id)).body.status).toBe('approve');
  });

  it('is refused for what the teacher has not seen', async () => {
    const id = await addDraft(app, teacher);
    await update(id, classInput({ title: 'Edited in another tab' }));
    const refused = await submit(id, 1);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({ code: 'edit_conflict', current: { revision: 2 } });
    expect((await submit(id, 2)).body).toEqual({ modifiedCount: 1 });
  });

  it('is refused for a draft that could not be added as a class', async () => {
    const id = await addDraft(app, teacher, UNFINISHED);
    const refused = await submit(id);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatchObject({
      message: 'An image is required. Description is required',
      fields: { image: 'An image is required', description: 'Description is required' },
    });
    const complete = classInput({ startsOn: dayFromNow(1) });
    await update(id, complete);
    await app.pool.query("update classes set starts_on = '2020-01-31' where id = $1", [id]);
    expect((await submit(id)).body.error.fields).toHaveProperty('startsOn');
    await app.pool.query("update classes set starts_on = null, experience = 'Gone' where id = $1", [id]);
    expect((await submit(id)).body.error.fields).toHaveProperty('experience');
    expect((await read(id)).body.status).toBe('Draft');
    expect(await auditOf(id)).toEqual([]);
  });

  it('is refused while too many classes of the teacher await review', async () => {
    const drafts = [await addDraft(app, teacher), await addDraft(app, teacher)];
    const { body } = await app.call('POST', '/classes', { body: classInput(), token: teacher.token });
    await copy(body.insertedId, MAX_PENDING_CLASSES - 1);
    const both = await Promise.all(drafts.map((id) => submit(id)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)!.body.error.code).toBe('limit_reached');
  });

  it('ends when the class is deleted meanwhile', async () => {
    const id = await addDraft(app, teacher);
    const { token } = teacher;
    const [removed, submitted] = await Promise.all([
      app.call('DELETE', `/classes/${id}`, { token }),
      submit(id),
    ]);
    expect(removed.status).toBe(200);
    expect([200, 404]).toContain(submitted.status);
    expect((await read(id)).status).toBe(404);
  });
});
