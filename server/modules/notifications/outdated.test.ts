import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EMAILS } from '#server/database/topics.ts';
import { announceTopic } from '#tests/support/announce-topic.ts';
import * as schema from '#server/database/schema.ts';
import { userIdOf } from '#tests/support/books.ts';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { dayFromNow } from '#tests/support/days.ts';
import { type MailServer, smtpError, startMailServer } from '#tests/support/mail-server.ts';
import { requestToTeach } from '#tests/support/teacher-requests.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createAdmin, createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { notifyOfDeadlines } from '../assignments/notify-of-assignments.ts';

let mail: MailServer;
let app: TestApp;
let admin: TestUser;
let onRecipient: (address: string) => void;

const accept = () => {
  onRecipient = () => undefined;
};

beforeAll(async () => {
  accept();
  mail = await startMailServer({ onRecipient: (address) => onRecipient(address) });
  app = await startTestApp({ SMTP_URL: mail.url, MAIL_RATE: '1000' });
  admin = await signInAs(app, 'Admin');
});
afterEach(accept);
afterAll(async () => {
  await app.close();
  await mail.close();
});

/** The states of the emails of a kind to a user. */
const statesOf = async ({ email }: TestUser, kind: string) => {
  const { rows } = await app.pool.query<{ email: string; attempts: number }>(
    `select n.email, n.attempts from notifications n join users u on u.id = n.user_id
      where u.email = $1 and n.kind = $2 order by n.created_at`,
    [email, kind],
  );
  return rows;
};

/** Waits until the mail server has refused an email for now. */
const heldBack = (user: TestUser, kind: string) =>
  expect
    .poll(() => statesOf(user, kind))
    .toEqual([{ email: 'queued', attempts: expect.toSatisfy((n) => n > 0) }]);

/** Lets the mail server accept everything, at once. */
const letAllThrough = async () => {
  accept();
  await app.pool.query("update pgboss.job set start_after = now() where name = 'emails' and state = 'retry'");
  await announceTopic(app.pool, EMAILS);
};

/** Lets the mail server accept everything. @returns the state of the email that was held back */
const release = async (user: TestUser, kind: string) => {
  await letAllThrough();
  await expect.poll(async () => (await statesOf(user, kind))[0]?.email).not.toBe('queued');
  return (await statesOf(user, kind))[0]!.email;
};

it('what is for admins neither reaches nor is shown to somebody who has lost the role', async () => {
  const [ada, eve] = [await createStudent(app), await createAdmin(app)];
  onRecipient = (address) => {
    throw address === ada.email ? smtpError(550, 'No such mailbox') : smtpError(451, 'Try again later');
  };
  await requestToTeach(app, ada);
  await heldBack(eve, 'attention');
  const bell = async (): Promise<[unknown, number]> => {
    const { token } = eve;
    const { body } = await app.call('GET', '/notifications', { token });
    return [(await app.call('GET', '/notifications/unread', { token })).body.count, body.length as number];
  };
  expect(await bell()).toEqual([1, 1]);
  const exported = async () => {
    const { body: data } = await app.call('GET', '/account/data', { token: eve.token });
    return (data.notifications as { kind: string }[]).map(({ kind }) => kind);
  };
  expect(await exported()).toContain('attention');
  const { body } = await app.call('GET', `/users?q=${eve.email}`, { token: admin.token });
  await app.call('DELETE', `/users/admin/${body[0]._id}`, { token: admin.token });
  expect(await release(eve, 'attention')).toBe('skipped');
  expect(mail.to(eve.email).map(({ subject }) => subject)).not.toContain('An email could not be delivered');
  expect(await bell()).toEqual([0, 0]);
  expect(await exported()).not.toContain('attention');
  await expect.poll(async () => (await statesOf(admin, 'attention'))[0]?.email).toBe('sent');
});

it('assignments and deadlines are not shown once the teacher has deleted their account, in no class but theirs', async () => {
  const [teacher, other] = [await createTeacher(app), await createTeacher(app)];
  const ada = await createStudent(app);
  for (const who of [teacher, other]) {
    const classId = await publishClass(app, who, admin, { price: 0 });
    await app.call('POST', `/classes/${classId}/enrollment`, { token: ada.token });
    const body = { title: 'A chair', description: 'Build one', marks: 10, date: dayFromNow(1) };
    await app.call('PATCH', `/classes/${classId}/assignments`, { body, token: who.token });
    await app.pool.query(
      "update assignments set created_at = now() - interval '9 days' where class_id = $1",
      [classId],
    );
  }
  await notifyOfDeadlines(drizzle(app.pool, { schema }));
  const shown = async () => {
    const { body } = await app.call('GET', '/notifications', { token: ada.token });
    const { body: unread } = await app.call('GET', '/notifications/unread', { token: ada.token });
    expect(unread.count).toBe((body as unknown[]).length);
    return (body as { kind: string }[])
      .map(({ kind }) => kind)
      .filter((kind) => kind !== 'welcome')
      .sort();
  };
  expect(await shown()).toEqual(['deadline near', 'deadline near', 'new assignment', 'new assignment']);
  const id = await userIdOf(app.pool, teacher);
  expect((await app.call('DELETE', `/users/${id}`, { token: admin.token })).status).toBe(200);
  expect(await shown()).toEqual(['deadline near', 'new assignment']);
});

describe('an email that was held back', () => {
  const DAY = 24 * 3_600_000;
  let teacher: TestUser;
  let ada: TestUser;
  let classId: string;
  const userId = `(select id from users where email = $1)`;

  beforeEach(async () => {
    teacher = await createTeacher(app);
    ada = await createStudent(app, { isConfirmed: true });
    classId = await publishClass(app, teacher, admin);
    await buyClass(app, ada, classId);
    onRecipient = () => {
      throw smtpError(451, 'Try again later');
    };
  });

  /** Gives an assignment, of which the student is notified. @returns its id */
  const assign = async (): Promise<string> => {
    const body = { title: 'A chair', description: 'Build one', marks: 10, date: dayFromNow(1) };
    await app.call('PATCH', `/classes/${classId}/assignments`, { body, token: teacher.token });
    await heldBack(ada, 'new assignment');
    const { rows } = await app.pool.query<{ id: string }>('select id from assignments where class_id = $1', [
      classId,
    ]);
    return rows[0]!.id;
  };
  const remind = async () => {
    await assign();
    await app.pool.query(
      "update assignments set created_at = now() - interval '9 days' where class_id = $1",
      [classId],
    );
    await notifyOfDeadlines(drizzle(app.pool, { schema }));
    await heldBack(ada, 'deadline near');
  };
  const endAssignment = () =>
    app.pool.query("update assignments set due_at = now() - interval '2 days' where class_id = $1", [
      classId,
    ]);
  const endEnrollment = () =>
    app.pool.query(`delete from enrollments where user_id = ${userId}`, [ada.email]);
  const deleteTeacher = async () => {
    const id = await userIdOf(app.pool, teacher);
    return app.call('DELETE', `/users/${id}`, { token: admin.token });
  };
  const submit = () =>
    app.call('PUT', `/classes/${classId}/submission`, { body: { text: 'Done' }, token: ada.token });

  it.each([
    ['is sent if nothing has changed', async () => {}, 'sent'],
    ['of a passed deadline', endAssignment, 'skipped'],
    ['to a student who was refunded since', endEnrollment, 'skipped'],
    ['of a class that is no longer graded', deleteTeacher, 'skipped'],
    [
      'of an assignment that was deleted with its class',
      () => app.pool.query('delete from assignments where class_id = $1', [classId]),
      'skipped',
    ],
  ])('new assignment: %s', async (_title, change, state) => {
    await assign();
    await change();
    expect(await release(ada, 'new assignment')).toBe(state);
  });

  it('new assignment: is sent with the deadline that was moved while the earlier one passed', async () => {
    await assign();
    await endAssignment();
    await app.pool.query(`update notifications set data = data || $2 where user_id = ${userId}`, [
      ada.email,
      { date: dayFromNow(-2) },
    ]);
    const date = dayFromNow(12);
    const body = { title: 'A chair', description: 'Build one', marks: 10, date };
    const { status } = await app.call('PATCH', `/classes/${classId}/assignments`, {
      body,
      token: teacher.token,
    });
    expect(status).toBe(200);
    expect(await release(ada, 'new assignment')).toBe('sent');
    const { rows } = await app.pool.query(
      `select data->>'date' as date from notifications where user_id = ${userId} and kind = 'new assignment'`,
      [ada.email],
    );
    expect(rows).toEqual([{ date }]);
  });

  it.each([
    ['is sent if nothing has changed', async () => {}, 'sent'],
    ['of a passed deadline', endAssignment, 'skipped'],
    ['after the submission', submit, 'skipped'],
    [
      'of a deadline that was moved',
      () => app.pool.query('update assignments set due_date = due_date + 30 where class_id = $1', [classId]),
      'skipped',
    ],
    ['to a student who was refunded since', endEnrollment, 'skipped'],
    ['of a class that is no longer graded', deleteTeacher, 'skipped'],
  ])('deadline near: %s', async (_title, change, state) => {
    await remind();
    await change();
    expect(await release(ada, 'deadline near')).toBe(state);
  });

  it.each([
    ['is sent if nothing has changed', async () => {}, 'sent'],
    [
      'of a seat that was reserved until a passed moment',
      () =>
        app.pool.query(
          `with ended as (update waiting_list set kept_until = now() where user_id = ${userId} returning *)
           update notifications n set data = data || jsonb_build_object('keptUntil', kept_until)
             from ended where n.user_id = ended.user_id and kind = 'seat free'`,
          [ada.email],
        ),
      'skipped',
    ],
    [
      'of a seat that was offered again, until another moment',
      () =>
        app.pool.query(
          `update waiting_list set kept_until = kept_until + interval '1 hour' where user_id = ${userId}`,
          [ada.email],
        ),
      'skipped',
    ],
    [
      'of a seat that was taken or given up',
      () => app.pool.query(`delete from waiting_list where user_id = ${userId}`, [ada.email]),
      'skipped',
    ],
  ])('seat free: %s', async (_title, change, state) => {
    const other = await publishClass(app, teacher, admin);
    await app.pool.query(
      `with entry as (
         insert into waiting_list (user_id, class_id, kept_until)
           select id, $2, now() + interval '48 hours' from users where email = $1 returning *
       ) insert into notifications (user_id, kind, subject, data)
         select user_id, 'seat free', id || ' ' || kept_until,
                jsonb_build_object('classId', class_id, 'title', 'Woodworking', 'keptUntil', kept_until) from entry`,
      [ada.email, other],
    );
    await heldBack(ada, 'seat free');
    await change();
    expect(await release(ada, 'seat free')).toBe(state);
  });

  it('invitation: that has expired', async () => {
    const email = `invited-${ada.email}`;
    const stateOf = async () => {
      const { rows } = await app.pool.query<{ email: string; attempts: number }>(
        'select email, attempts from notifications where address = $1',
        [email],
      );
      return rows[0]!;
    };
    await app.call('POST', '/invitations/emails', { body: { emails: [email], days: 7 }, token: admin.token });
    await expect.poll(async () => (await stateOf()).attempts).toBeGreaterThan(0);
    await app.pool.query('update notifications set data = data || $2 where address = $1', [
      email,
      { until: new Date(Date.now() - DAY) },
    ]);
    await letAllThrough();
    await expect.poll(async () => (await stateOf()).email).toBe('skipped');
  });
});
