import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Class } from '#contract/classes.ts';
import { approveChange, proposeChange, rejectChange } from '#tests/support/class-changes.ts';
import { classInput, publishClass } from '#tests/support/classes.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

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

const own = async (): Promise<Class> => {
  const { body } = await app.call('GET', `/classes/teacher/${teacher.email}`, { token: teacher.token });
  return (body as Class[])[0]!;
};
const propose = () => proposeChange(app, teacher, classId, { title: 'Joinery' });
const update = (change: object = {}) =>
  app.call('PUT', `/classes/${classId}`, { body: classInput(change), token: teacher.token });
const withdrawClass = () =>
  app.call('PATCH', `/classes/withdraw/${classId}`, {
    body: { status: 'rejected', reason: 'Copied' },
    token: admin.token,
  });

describe('a rejected change in the list of its teacher', () => {
  it('is shown with its reason, if there is one', async () => {
    await rejectChange(app, admin, await propose(), 'Promises too much');
    expect(await own()).toMatchObject({ status: 'approve', changeRejected: { reason: 'Promises too much' } });
    await rejectChange(app, admin, await propose());
    expect((await own()).changeRejected).toEqual({});
    const published = await app.call('GET', `/classes/${classId}`);
    expect(published.body).not.toHaveProperty('changeRejected');
  });

  it('is followed by the next proposal, and not shown again once that is withdrawn or approved', async () => {
    await rejectChange(app, admin, await propose());
    const { _id } = await propose();
    expect(await own()).toMatchObject({ changeWaits: true });
    expect(await own()).not.toHaveProperty('changeRejected');
    await app.call('DELETE', `/class-changes/${_id}`, { token: teacher.token });
    expect(await own()).not.toHaveProperty('changeRejected');
    await approveChange(app, admin, await propose());
    expect(await own()).not.toHaveProperty('changeRejected');
  });

  it('is gone after an edit that needs no review', async () => {
    await rejectChange(app, admin, await propose());
    await update({ price: 5 });
    expect(await own()).not.toHaveProperty('changeRejected');
  });

  it('gives way to the withdrawal of the class', async () => {
    await rejectChange(app, admin, await propose());
    await withdrawClass();
    expect(await own()).toMatchObject({ status: 'rejected', reason: 'Copied', withdrawn: true });
    expect(await own()).not.toHaveProperty('changeRejected');
    await update();
    expect(await own()).not.toHaveProperty('withdrawn');
  });
});
