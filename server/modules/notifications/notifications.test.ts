import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { requestToTeach } from '#tests/support/teacher-requests.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, type TestUser } from '#tests/support/users.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('a notification', () => {
  it('is visible only to its user', async () => {
    const { body } = await app.call('GET', '/notifications', {
      token: (await createStudent(app, { isConfirmed: true })).token,
    });
    expect(body).toEqual([]);
  });

  it('is found by its kind and age', async () => {
    const [ada, ben] = [await createStudent(app), await createStudent(app)];
    for (const { email } of [ada, ben])
      await app.pool.query(
        `insert into notifications (user_id, kind, subject, email, created_at)
         select id, kind, kind || age, 'none', now() - age * interval '1 day'
           from users, (values ('new answer', 1), ('new answer', 20), ('submission graded', 2), ('sale', 1)) as n (kind, age)
          where users.email = $1`,
        [email],
      );
    const kindsOf = async (query: string) => {
      const { status, body } = await app.call('GET', `/notifications?${query}`, { token: ada.token });
      return status === 200 ? (body as { kind: string }[]).map(({ kind }) => kind) : status;
    };
    const kinds = `kinds=${encodeURIComponent('submission graded,new answer')}`;
    expect(await kindsOf(`${kinds}&days=14`)).toEqual(['new answer', 'submission graded']);
    expect(await kindsOf(kinds)).toEqual(['new answer', 'submission graded', 'new answer']);
    expect(await kindsOf(`${kinds}&limit=1`)).toEqual(['new answer']);
    expect(await kindsOf('kinds=made-up')).toBe(400);
  });

  it('leaves out what a server of the next version has written, while servers are replaced', async () => {
    const reader = await createStudent(app, { isConfirmed: true });
    const before = await app.call('GET', '/notifications', { token: reader.token });
    await app.pool.query('alter table notifications drop constraint notifications_kind_known');
    await app.pool.query(
      `insert into notifications (user_id, kind, subject, data, email)
       select id, 'of the next version', 'one', '{}', 'none' from users where email = $1`,
      [reader.email],
    );
    const after = await app.call('GET', '/notifications', { token: reader.token });
    expect(after.status).toBe(200);
    expect(after.body).toEqual(before.body);
    const unread = await app.call('GET', '/notifications/unread', { token: reader.token });
    expect(unread.body).toEqual({ count: before.body.length });
  });

  it('is counted until it is marked as read, and announced by other servers', async () => {
    const ada = await createStudent(app);
    const other = await startTestServer(app.databaseUrl);
    const response = await fetch(`${other.url}/api/notifications/stream`, {
      headers: { authorization: `Bearer ${ada.token}` },
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toContain('event: open');
    const next = reader.read();
    await requestToTeach(app, ada);
    expect((await next).value).toContain('event: change');
    const unread = async () =>
      (await app.call('GET', '/notifications/unread', { token: ada.token })).body.count;
    expect(await unread()).toBe(1);
    const { body } = await app.call('GET', '/notifications', { token: ada.token });
    const ben = await createStudent(app);
    const mark = (user: TestUser) =>
      app.call('PATCH', '/notifications/read', { body: { ids: [body[0]._id] }, token: user.token });
    expect((await mark(ben)).body).toEqual({ modifiedCount: 0 });
    expect(await unread()).toBe(1);
    expect((await mark(ada)).body).toEqual({ modifiedCount: 1 });
    expect(await unread()).toBe(0);
    // The server does not wait for open streams when it stops.
    await other.stop();
    await expect.poll(async () => (await reader.read()).done).toBe(true);
  });
});
