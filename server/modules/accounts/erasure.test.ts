import { drizzle } from 'drizzle-orm/node-postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteOldNotifications } from '#server/modules/notifications/outbox.repository.ts';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { addLesson, addSection } from '#tests/support/curriculum.ts';
import { emailsDelivered, tokenEmailedTo } from '#tests/support/emails.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { setUpSecondFactor } from '#tests/support/second-factor.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let admin: TestUser;

beforeEach(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
});
afterEach(() => app.close());

const remove = (id: string) => app.call('DELETE', `/users/${id}`, { token: admin.token });

const idOf = async ({ email }: TestUser): Promise<string> => {
  const { rows } = await app.pool.query<{ id: string }>(
    'select id from users where email = $1 and deleted_at is null',
    [email],
  );
  return rows[0]!.id;
};

/** Lets the last email to a deleted account reach the age at which it is deleted. */
const forgetLastEmail = async (): Promise<void> => {
  await emailsDelivered(app);
  const { rowCount } = await app.pool.query(
    `update notifications set sent_at = now() - interval '8 days'
      where user_id is null and email = 'sent' and data->>'subject' = 'Your account was deleted'`,
  );
  expect(rowCount).toBe(1);
  await deleteOldNotifications(drizzle(app.pool) as never);
};

/** The columns that contain a text, in all tables except those of the sandboxes, which stand for other companies. */
const placesOf = async (text: string): Promise<string[]> => {
  const { rows: tables } = await app.pool.query<{ place: string }>(
    `select format('%I.%I', table_schema, table_name) as place from information_schema.tables
      where table_schema in ('public', 'identity') and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { place } of tables) {
    const { rows } = await app.pool.query<{ column: string }>(
      `select distinct cell.name as column from ${place} t, jsonb_each_text(to_jsonb(t)) as cell (name, content)
        where strpos(lower(cell.content), lower($1)) > 0`,
      [text],
    );
    found.push(...rows.map(({ column }) => `${place}.${column}`));
  }
  return found.sort();
};

describe('the data of a deleted user', () => {
  const NAME = 'Quirina Unmistakable';
  const EMAIL = 'quirina@unmistakable.test';
  const NEW_EMAIL = 'moved@unmistakable.test';
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

  /** A submission and a question, of which the teacher is notified. */
  const writeInFreeClass = async ({ token }: TestUser) => {
    const teacher = await createTeacher(app);
    const classId = await publishClass(app, teacher, admin, { price: 0 });
    const lesson = await addLesson(app, teacher, await addSection(app, teacher, classId));
    await app.call('PATCH', `/classes/${classId}/assignments`, {
      body: { title: 'Task', description: 'Do it', marks: 10, date: '2040-01-31' },
      token: teacher.token,
    });
    await app.call('POST', `/classes/${classId}/enrollment`, { token });
    await app.call('PUT', `/classes/${classId}/submission`, { body: { text: 'Done' }, token });
    await app.call('POST', `/lessons/${lesson}/questions`, { body: { text: `I am ${NAME}` }, token });
  };

  /** Changes of which the user is notified by email: the address, the second factor, the password and the role. */
  const changeCredentials = async (person: TestUser, id: string) => {
    const confirmed = await app.call('POST', '/account/email-confirmation', { token: person.token });
    expect(confirmed.body).toEqual({ sent: true });
    const changed = { newEmail: NEW_EMAIL, password: PASSWORD };
    await app.call('POST', '/account/email-change', { body: changed, token: person.token });
    const body = { token: await tokenEmailedTo(app, NEW_EMAIL) };
    const followed = await app.call('POST', '/account/email-link', { body, token: person.token });
    expect(followed.body).toEqual({ outcome: 'changed', email: NEW_EMAIL });
    const moved = await setUpSecondFactor(app, { ...person, email: NEW_EMAIL });
    await app.call('POST', '/auth/change-password', {
      body: { currentPassword: PASSWORD, newPassword: 'quite another one' },
      cookie: moved.cookie,
    });
    await app.call('DELETE', `/users/second-factor/${id}`, { token: admin.token });
    await app.call('DELETE', `/users/admin/${id}`, { token: admin.token });
    const { rows } = await app.pool.query<{ subject: string }>(
      "select data->>'subject' as subject from notifications where user_id = $1 and kind = 'notice' order by 1",
      [id],
    );
    expect(rows.map(({ subject }) => subject)).toEqual([
      'Two-factor authentication is on',
      'Two-factor authentication was reset',
      'You are no longer an admin',
      'Your email address is about to change',
      'Your email address was changed',
      'Your password was changed',
    ]);
  };

  it('is erased from every table if no money was paid', async () => {
    await app.call('POST', '/invitations/emails', {
      body: { emails: [NEW_EMAIL], days: 7 },
      token: admin.token,
    });
    const { person, id } = await registerQuirina();
    await writeInFreeClass(person);
    await askToTeach(person, 'reject');
    await askToTeach(person, 'teacher');
    const classId = await publishClass(app, person, admin);
    await app.call('POST', '/auth/request-password-reset', { body: { email: EMAIL } });
    await app.call('PATCH', `/users/admin/${id}`, { token: admin.token });
    await changeCredentials(person, id);
    const texts = [NAME, EMAIL, NEW_EMAIL, PHOTO];
    for (const text of texts) expect(await placesOf(text)).not.toEqual([]);
    expect((await remove(id)).status).toBe(200);
    expect(await placesOf(NEW_EMAIL)).toEqual(['public.notifications.address']);
    await forgetLastEmail();
    for (const text of texts) expect(await placesOf(text), text).toEqual([]);
    const { body } = await app.call('GET', '/audit?limit=100', { token: admin.token });
    const about = (body as { subjectId: string; subject: string }[]).filter(
      ({ subjectId }) => subjectId === id,
    );
    expect(about.length).toBeGreaterThan(1);
    expect(new Set(about.map(({ subject }) => subject))).toEqual(new Set(['Deleted user']));
    expect((await app.call('GET', `/classes/${classId}`)).status).toBe(404);
  });

  it('is kept only for the receipt and the books if money was paid', async () => {
    const { person, id } = await registerQuirina();
    await buyClass(app, person);
    expect((await remove(id)).status).toBe(200);
    await forgetLastEmail();
    expect(await placesOf(NAME)).toEqual(['public.accounting_documents.buyer_name', 'public.users.name']);
    expect(await placesOf(EMAIL)).toEqual([
      'public.accounting_documents.buyer_email',
      'public.payments.email',
      'public.users.email',
    ]);
    expect(await placesOf(PHOTO)).toEqual([]);
  });

  it('does not show the teacher the student any more, even if money was paid', async () => {
    const teacher = await createTeacher(app);
    const classId = await publishClass(app, teacher, admin);
    const { person, id } = await registerQuirina();
    await buyClass(app, person, classId);
    await remove(id);
    const { body } = await app.call('GET', `/classes/${classId}/students`, { token: teacher.token });
    expect(body).toEqual([]);
    const found = await app.call('GET', `/classes/${classId}/students?q=Quirina`, { token: teacher.token });
    expect(found.body).toEqual([]);
    const csv = await app.call('GET', `/classes/${classId}/students.csv`, { token: teacher.token });
    expect(csv.body).not.toContain(NAME);
  });

  it('is in no list of the admins but those of payments, even if money was paid', async () => {
    const { person, id } = await registerQuirina();
    await buyClass(app, person);
    await app.call('PATCH', `/users/admin/${id}`, { token: admin.token });
    const classId = await publishClass(app, await createTeacher(app), person);
    const read = async (path: string) => {
      const { status, body } = await app.call('GET', path, { token: admin.token });
      expect(status, path).toBe(200);
      return body;
    };
    const paths = [`/classes/${classId}/versions`, '/audit?limit=20', '/exports/audit.csv'];
    for (const path of paths) expect(JSON.stringify(await read(path)), path).toContain(EMAIL);
    await app.call('DELETE', `/users/admin/${id}`, { token: admin.token });
    await remove(id);
    for (const path of paths) {
      const shown = JSON.stringify(await read(path));
      expect(shown, path).toContain('Deleted user');
      for (const text of [NAME, EMAIL]) expect(shown, path).not.toContain(text);
    }
    expect(await read(`/audit?q=${encodeURIComponent(EMAIL)}`)).toEqual([]);
    expect(await read('/audit?q=Deleted user&limit=1')).toHaveLength(1);
    expect(JSON.stringify(await read('/payments?limit=5'))).toContain(NAME);
  });

  it('shows neither students nor admins who taught a class, even if somebody paid for it', async () => {
    const { person, id } = await registerQuirina();
    await askToTeach(person, 'teacher');
    const classId = await publishClass(app, person, admin);
    const student = await createStudent(app);
    await buyClass(app, student, classId);
    const path = `/enrollments?email=${student.email}`;
    await remove(id);
    for (const { token } of [student, admin]) {
      const { body } = await app.call('GET', path, { token });
      expect(body).toMatchObject([{ myClass: { name: 'Deleted user' } }]);
      for (const text of [NAME, EMAIL]) expect(JSON.stringify(body)).not.toContain(text);
      expect((await app.call('GET', `${path}&q=Quirina`, { token })).body).toEqual([]);
    }
  });
});
