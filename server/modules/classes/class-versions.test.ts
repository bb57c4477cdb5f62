import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approveChange, proposeChange, rejectChange } from '#tests/support/class-changes.ts';
import { addClass, buyClass, classInput, publishClass } from '#tests/support/classes.ts';
import { openIntent } from '#tests/support/payments.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;
let classId: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
});
beforeEach(async () => {
  teacher = await createTeacher(app);
  classId = await publishClass(app, teacher, admin);
});
afterAll(() => app.close());

const update = (change: object) =>
  app.call('PUT', `/classes/${classId}`, { body: classInput(change), token: teacher.token });
const versions = async (id: string = classId) =>
  (await app.call('GET', `/classes/${id}/versions`, { token: admin.token })).body;
const ofClass = ({ title, price, description } = classInput()) => ({ title, price, description });

describe('the history of a class', () => {
  it('has each published text and price, including those that needed no review', async () => {
    await update({ price: 5 });
    await update({ price: 5, image: '/a.png' });
    expect(await versions()).toMatchObject([
      { number: 2, texts: { ...ofClass(), price: 5 }, before: ofClass() },
      { number: 1, texts: ofClass() },
    ]);
    expect((await versions())[0]).not.toHaveProperty('approvedBy');
    expect((await versions())[1]).not.toHaveProperty('before');
    expect(await versions(await addClass(app, teacher))).toEqual([]);
    const page = await app.call('GET', `/classes/${classId}/versions?page=2&limit=1`, { token: admin.token });
    expect(page.body).toMatchObject([{ number: 1 }]);
  });

  it('has one version a day of lower prices, which need no review', async () => {
    for (const price of [9, 8, 7]) await update({ price });
    expect(await versions()).toMatchObject([
      { number: 2, texts: { price: 7 }, before: ofClass() },
      { number: 1, texts: ofClass() },
    ]);
    await app.pool.query(
      `update class_versions set created_at = created_at - interval '1 day' where class_id = $1`,
      [classId],
    );
    await update({ price: 6 });
    expect(await versions()).toMatchObject([
      { number: 3, texts: { price: 6 }, before: { price: 7 } },
      { number: 2, texts: { price: 7 } },
      { number: 1 },
    ]);
  });

  it('has each price that somebody has paid or is about to pay', async () => {
    await update({ price: 9 });
    await openIntent(app, await createStudent(app), { _id: classId, price: 9 });
    await update({ price: 8 });
    await buyClass(app, await createStudent(app), classId);
    await update({ price: 7 });
    await update({ price: 6 });
    const prices = (await versions()).map(({ texts }: { texts: { price: number } }) => texts.price);
    expect(prices).toEqual([6, 8, 9, ofClass().price]);
  });

  it('is deleted with the account, except for published versions', async () => {
    await rejectChange(
      app,
      admin,
      await proposeChange(app, teacher, classId, { title: 'Joinery for web developers' }),
    );
    await proposeChange(app, teacher, classId, { title: 'Joinery for web developers' });
    const { body } = await app.call('GET', '/account/data', { token: teacher.token });
    expect(body.classChanges).toHaveLength(2);
    expect(body.classVersions).toHaveLength(1);
    const { body: users } = await app.call('GET', `/users?q=${teacher.email}`, { token: admin.token });
    await app.call('DELETE', `/users/${users[0]._id}`, { token: admin.token });
    const { rows } = await app.pool.query('select id from class_changes where class_id = $1', [classId]);
    expect(rows).toEqual([]);
    expect(await versions()).toHaveLength(1);
  });
});

describe('an update that names the revision it is based on', () => {
  const NEW = { title: 'Joinery for web developers', price: 25 };
  const read = async (by?: TestUser) =>
    (await app.call('GET', `/classes/${classId}`, { token: by?.token })).body;
  const revision = async () => (await read(teacher)).revision as number;

  it('is refused if the teacher has updated the class since', async () => {
    const seen = await revision();
    expect((await update({ seats: 30, revision: seen })).status).toBe(200);
    const refused = await update({ image: '/a.png', revision: seen });
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({ code: 'edit_conflict', current: { revision: seen + 1 } });
    expect(await read()).toMatchObject({ image: classInput().image, seats: 30 });
    expect(await read()).not.toHaveProperty('revision');
  });

  it('is refused if a change was approved since', async () => {
    const change = await proposeChange(app, teacher, classId, NEW);
    const seen = await revision();
    await approveChange(app, admin, change);
    expect((await update({ revision: seen })).status).toBe(409);
    expect(await read()).toMatchObject(NEW);
    expect((await update({ ...NEW, revision: await revision() })).status).toBe(200);
  });
});
