import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Class } from '#contract/classes.ts';
import { MAX_SAVED_CLASSES } from '#contract/saved-classes.ts';
import { addClass, publishClass } from '#tests/support/classes.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;
let ada: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app);
});
beforeEach(async () => {
  ada = await createStudent(app);
});
afterAll(() => app.close());

const publish = (more: object = {}) => publishClass(app, teacher, admin, more);
const save = (id: string, { token }: Partial<TestUser> = ada) =>
  app.call('PUT', `/classes/${id}/saved`, { token });
const remove = (id: string) => app.call('DELETE', `/classes/${id}/saved`, { token: ada.token });
const isSaved = async (id: string, { token } = ada): Promise<unknown> =>
  (await app.call('GET', `/classes/${id}/saved`, { token })).body;
const titles = async ({ token } = ada): Promise<string[]> => {
  const { body } = await app.call('GET', '/saved-classes', { token });
  return (body as Class[]).map(({ title }) => title);
};

describe('saved classes', () => {
  it('are listed last saved first, for their user only, until they are removed', async () => {
    const [oak, elm] = [await publish({ title: 'Oak' }), await publish({ title: 'Elm' })];
    expect(await isSaved(oak)).toEqual({ saved: false });
    for (const id of [oak, elm, oak]) expect((await save(id)).body).toEqual({ saved: true });
    expect(await titles()).toEqual(['Elm', 'Oak']);
    expect(await isSaved(oak)).toEqual({ saved: true });
    for (const other of [teacher, admin]) {
      expect(await titles(other)).toEqual([]);
      expect(await isSaved(oak, other)).toEqual({ saved: false });
    }
    expect((await remove(elm)).body).toEqual({ deletedCount: 1 });
    expect((await remove(elm)).body).toEqual({ deletedCount: 0 });
    expect(await titles()).toEqual(['Oak']);
  });

  it('are pages of a list, without what only the teacher may see', async () => {
    for (const title of ['One', 'Two', 'Three']) await save(await publish({ title }));
    const { body, headers } = await app.call('GET', '/saved-classes?page=2&limit=2', { token: ada.token });
    expect(body).toMatchObject([{ title: 'One', status: 'approve' }]);
    for (const field of ['email', 'revision', 'assignments']) expect(body[0]).not.toHaveProperty(field);
    expect(headers.get('x-total-count')).toBe('3');
  });

  it('leave the list when the user enrolls, and when they are no longer published', async () => {
    const [free, withdrawn, deleted] = [
      await publish({ title: 'Free', price: 0 }),
      await publish({ title: 'Withdrawn' }),
      await publish({ title: 'Deleted' }),
    ];
    for (const id of [free, withdrawn, deleted]) await save(id);
    await app.call('POST', `/classes/${free}/enrollment`, { token: ada.token });
    await app.call('PATCH', `/classes/withdraw/${withdrawn}`, {
      token: admin.token,
      body: { status: 'rejected', reason: 'Outdated' },
    });
    await app.call('DELETE', `/classes/${deleted}`, { token: teacher.token });
    expect(await titles()).toEqual([]);
    await app.call('DELETE', `/classes/${free}/enrollment`, { token: ada.token });
    expect(await titles(), 'left again').toEqual(['Free']);
  });

  it('do not list the user’s own', async () => {
    await save(await publish({ title: 'Own' }), teacher);
    expect(await titles(teacher)).toEqual([]);
  });

  it('must be published', async () => {
    const pending = await addClass(app, teacher);
    for (const id of [pending, randomUUID()]) expect((await save(id)).status).toBe(404);
    expect((await save(pending, teacher)).status).toBe(404);
    expect(await isSaved(pending)).toEqual({ saved: false });
  });

  it('are limited, also for calls at the same time', async () => {
    const ids = await Promise.all([publish({ title: 'Last' }), publish({ title: 'Too many' })]);
    await app.pool.query(
      `with bulk as (
         insert into classes (teacher_id, title, description, price, image, experience, status, decided_at)
         select teacher_id, 'Bulk', description, price, image, experience, status, decided_at
           from classes, generate_series(2, $3) where id = $1
         returning id)
       insert into saved_classes (user_id, class_id) select u.id, bulk.id from users u, bulk where u.email = $2`,
      [ids[0], ada.email, MAX_SAVED_CLASSES],
    );
    const results = await Promise.all(ids.map((id) => save(id)));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(results.find(({ status }) => status === 409)!.body.error.code).toBe('limit_reached');
    const saved = results[0]!.status === 200 ? ids[0] : ids[1];
    await remove(saved);
    expect((await save(saved)).status).toBe(200);
  });
});
