import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { dayFromNow } from '#tests/support/days.ts';
import { emailsDelivered } from '#tests/support/emails.ts';
import { type MailServer, smtpError, startMailServer } from '#tests/support/mail-server.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let mail: MailServer;
let admin: TestUser;
let teacher: TestUser;
let ada: TestUser;
let classId: string;
let isMailServerBusy = false;

beforeAll(async () => {
  mail = await startMailServer({
    onRecipient: () => {
      if (isMailServerBusy) throw smtpError(451, 'Try again later');
    },
  });
  app = await startTestApp({ SMTP_URL: mail.url, MAIL_RATE: '1000' });
  admin = await signInAs(app, 'Admin');
});
beforeEach(async () => {
  teacher = await createTeacher(app);
  ada = await createStudent(app, { isConfirmed: true });
  classId = await publishClass(app, teacher, admin, { title: 'Joinery' });
  await buyClass(app, ada, classId);
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

const announce = (text: string, { by = teacher, key }: { by?: TestUser; key?: string } = {}) =>
  app.call('POST', `/classes/${classId}/announcements`, { body: { text, key }, token: by.token });
const announced = async (text: string): Promise<string> => (await announce(text)).body.insertedId;
const list = (reader: TestUser, query = '') =>
  app.call('GET', `/classes/${classId}/announcements${query}`, { token: reader.token });
const textsFor = async (reader: TestUser): Promise<string[]> =>
  (await list(reader)).body.map(({ text }: { text: string }) => text);
const notified = async (reader: TestUser) =>
  (await app.call('GET', '/notifications?kinds=announcement', { token: reader.token })).body;
const emailed = async (reader: TestUser) => {
  await emailsDelivered(app);
  return mail.to(reader.email).filter(({ subject }) => subject?.includes('Announcement'));
};

describe('the announcements of a class', () => {
  it('are 404 for a class that does not exist', async () => {
    for (const { token } of [admin, teacher, ada]) {
      const path = `/classes/${randomUUID()}/announcements`;
      expect((await app.call('GET', path, { token })).status).toBe(404);
    }
  });
});

describe('an announcement', () => {
  it('reaches all students of the class in the product and by email', async () => {
    const ben = await createStudent(app, { isConfirmed: true });
    await buyClass(app, ben, classId);
    const stranger = await createStudent(app, { isConfirmed: true });
    const id = await announced('We meet on Monday');
    for (const student of [ada, ben]) {
      expect(await notified(student)).toMatchObject([
        {
          kind: 'announcement',
          quote: 'We meet on Monday',
          path: `/dashboard/myAssignmentTasks/${classId}#announcements`,
        },
      ]);
      const [email, ...others] = await emailed(student);
      expect(others).toEqual([]);
      expect(email!.text).toContain('We meet on Monday');
      expect((await list(student)).body).toEqual([
        { _id: id, text: 'We meet on Monday', createdAt: expect.any(String) },
      ]);
    }
    expect(await notified(stranger)).toEqual([]);
    expect((await list(stranger)).body.error.code).toBe('not_enrolled');
  });

  it('can be read by students who enroll later, without a notification', async () => {
    await announced('We met on Monday');
    const late = await createStudent(app);
    await buyClass(app, late, classId);
    expect(await textsFor(late)).toEqual(['We met on Monday']);
    expect(await notified(late)).toEqual([]);
  });

  it('is sent once, however often and however quickly the call is repeated', async () => {
    const key = randomUUID();
    const responses = await Promise.all([1, 2, 3, 4].map(() => announce('Once', { key })));
    expect(new Set(responses.map(({ body }) => body.insertedId)).size).toBe(1);
    expect(await textsFor(ada)).toEqual(['Once']);
    expect(await notified(ada)).toHaveLength(1);
  });

  it('is sent at most three times per hour, including deleted ones', async () => {
    for (const text of ['One', 'Two']) await announced(text);
    await app.call('DELETE', `/announcements/${await announced('Three')}`, { token: teacher.token });
    expect((await announce('Four')).body.error).toMatchObject({
      code: 'limit_reached',
      message: 'You can send at most 3 announcements per hour',
    });
    expect(await textsFor(ada)).toEqual(['Two', 'One']);
  });

  it('is written by the teacher of the class alone', async () => {
    for (const by of [ada, admin]) expect((await announce('Mine', { by })).status).toBe(403);
    expect((await announce('Mine', { by: await createTeacher(app) })).body.error.code).toBe('forbidden');
    expect(await textsFor(ada)).toEqual([]);
  });

  it('still reaches the students of a class that its teacher has deleted', async () => {
    await app.call('DELETE', `/classes/${classId}`, { token: teacher.token });
    await announced('Thank you all');
    expect(await textsFor(ada)).toEqual(['Thank you all']);
    expect(await textsFor(teacher)).toEqual(['Thank you all']);
  });

  it('disappears with its notifications and unsent emails when it is deleted', async () => {
    await emailsDelivered(app);
    isMailServerBusy = true;
    const id = await announced('Wrong date');
    expect(await notified(ada)).toHaveLength(1);
    expect((await app.call('DELETE', `/announcements/${id}`, { token: ada.token })).status).toBe(403);
    expect((await app.call('DELETE', `/announcements/${id}`, { token: teacher.token })).body).toEqual({
      deletedCount: 1,
    });
    isMailServerBusy = false;
    expect(await notified(ada)).toEqual([]);
    expect(await emailed(ada)).toEqual([]);
    expect(await textsFor(ada)).toEqual([]);
    expect((await app.call('DELETE', `/announcements/${id}`, { token: teacher.token })).status).toBe(404);
  });

  it('is not emailed to a student who has left the class before it was sent', async () => {
    classId = await publishClass(app, teacher, admin, { price: 0 });
    await app.call('POST', `/classes/${classId}/enrollment`, { token: ada.token });
    await emailsDelivered(app);
    isMailServerBusy = true;
    await announced('We meet on Monday');
    const refused = async () => {
      const { rowCount } = await app.pool.query(
        `select from notifications n join users u on u.id = n.user_id
          where n.kind = 'announcement' and n.attempts > 0 and u.email = $1`,
        [ada.email],
      );
      return rowCount;
    };
    await expect.poll(refused).toBe(1);
    await app.call('DELETE', `/classes/${classId}/enrollment`, { token: ada.token });
    isMailServerBusy = false;
    expect(await emailed(ada)).toEqual([]);
  });

  it.each([
    [
      'leaves a free class',
      async () => {
        classId = await publishClass(app, teacher, admin, { price: 0 });
        await app.call('POST', `/classes/${classId}/enrollment`, { token: ada.token });
        return () => app.call('DELETE', `/classes/${classId}/enrollment`, { token: ada.token });
      },
    ],
    [
      'gets a refund',
      async () => {
        const { body } = await app.call('GET', `/payments?q=${ada.email}`, { token: admin.token });
        const refund = { body: { reason: 'As you asked' }, token: admin.token };
        return () => app.call('POST', `/payments/${body[0]._id}/refund`, refund);
      },
    ],
  ])('disappears from the bell of a student who %s, as does the assignment', async (_how, enroll) => {
    const end = await enroll();
    const other = await publishClass(app, teacher, admin);
    await buyClass(app, ada, other);
    const elsewhere = { body: { text: 'In another class' }, token: teacher.token };
    await app.call('POST', `/classes/${other}/announcements`, elsewhere);
    await announced('We meet on Monday');
    const body = { title: 'A chair', description: 'Build one', marks: 10, date: dayFromNow(9) };
    await app.call('PATCH', `/classes/${classId}/assignments`, { body, token: teacher.token });
    expect(await notified(ada)).toHaveLength(2);
    expect((await end()).status).toBe(200);
    expect(await notified(ada)).toMatchObject([{ quote: 'In another class' }]);
    const { body: left } = await app.call('GET', '/notifications?kinds=new assignment', { token: ada.token });
    expect(left).toEqual([]);
  });

  it('is deleted with the account of its teacher', async () => {
    await announced('Write to me at home');
    const { status } = await app.call('DELETE', '/account', {
      body: { email: teacher.email, password: PASSWORD },
      token: teacher.token,
    });
    expect(status).toBe(200);
    expect(await textsFor(ada)).toEqual([]);
    expect(JSON.stringify(await notified(ada))).not.toContain('Write to me');
  });

  it('comes page by page, newest first', async () => {
    for (const text of ['One', 'Two', 'Three']) await announced(text);
    const { body, headers } = await list(ada, '?page=2&limit=2');
    expect(body).toMatchObject([{ text: 'One' }]);
    expect(headers.get('x-total-count')).toBe('3');
  });
});

describe('moderation', () => {
  const reported = async (query = '') =>
    (await app.call('GET', `/reports?kind=announcement&${query}`, { token: admin.token })).body.filter(
      ({ classId: of }: { classId: string }) => of === classId,
    );
  const report = (id: string, by: TestUser = ada) =>
    app.call('POST', `/announcements/${id}/report`, { body: { reason: 'Advertising' }, token: by.token });
  const hide = (id: string, changedAt?: string) =>
    app.call('PATCH', `/announcements/hide/${id}`, {
      body: { reason: 'No advertising', changedAt },
      token: admin.token,
    });

  it('shows admins what students have reported, once per student', async () => {
    const id = await announced('Buy from my shop');
    expect((await report(id)).body).toEqual({ modifiedCount: 1 });
    expect((await report(id)).body).toEqual({ modifiedCount: 0 });
    expect((await report(id, await createStudent(app))).body.error.code).toBe('not_enrolled');
    const [found, ...others] = await reported('state=reported');
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      _id: id,
      kind: 'announcement',
      title: 'Joinery',
      text: 'Buy from my shop',
      user: { email: teacher.email },
      reports: 1,
      reasons: ['Advertising'],
    });
    const dismissed = await app.call('PATCH', `/reports/dismiss/${id}`, {
      body: { changedAt: found.changedAt },
      token: admin.token,
    });
    expect(dismissed.body).toEqual({ modifiedCount: 1 });
    expect(await reported()).toEqual([]);
    expect(await textsFor(ada)).toEqual(['Buy from my shop']);
  });

  it('hides an announcement from students with its notifications, until it is shown again', async () => {
    const id = await announced('Buy from my shop');
    await report(id);
    const [{ changedAt }] = await reported();
    expect((await hide(id, changedAt)).body).toEqual({ modifiedCount: 1 });
    expect((await hide(id, changedAt)).body).toEqual({ modifiedCount: 0 });
    expect(await textsFor(ada)).toEqual([]);
    expect(await notified(ada)).toEqual([]);
    expect((await report(id)).status).toBe(404);
    for (const reader of [teacher, admin])
      expect((await list(reader)).body).toMatchObject([{ _id: id, hiddenReason: 'No advertising' }]);
    expect((await app.call('DELETE', `/announcements/${id}`, { token: teacher.token })).status).toBe(409);
    expect(await reported('state=hidden')).toMatchObject([{ hiddenReason: 'No advertising' }]);
    const { body: audit } = await app.call('GET', '/audit?limit=1', { token: admin.token });
    expect(audit).toMatchObject([{ action: 'announcement hidden', reason: 'No advertising' }]);
    await app.call('PATCH', `/announcements/show/${id}`, { token: admin.token });
    expect(await textsFor(ada)).toEqual(['Buy from my shop']);
  });
});
