import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { userIdOf } from '#tests/support/books.ts';
import { publishClass } from '#tests/support/classes.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;
let id: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
});
beforeEach(async () => {
  teacher = await createTeacher(app);
  id = await userIdOf(app.pool, teacher);
  await publishClass(app, teacher, admin);
});
afterAll(() => app.close());

const save = (bio: string, version = 0) =>
  app.call('PUT', '/bios/own', { body: { bio, version }, token: teacher.token });
const own = async () => (await app.call('GET', '/bios/own', { token: teacher.token })).body;
const shown = async () => (await app.call('GET', `/teachers/${id}`)).body.bio;
const page = async () => (await fetch(`${app.url}/teachers/${id}`)).text();
const moderated = async () => (await app.call('GET', `/bios/${id}`, { token: admin.token })).body.bio;
const hide = (changedAt?: string) =>
  app.call('PATCH', `/bios/hide/${id}`, { body: { reason: 'Advertising', changedAt }, token: admin.token });
const show = () => app.call('PATCH', `/bios/show/${id}`, { token: admin.token });

describe('what a teacher writes about themselves', () => {
  it('is on their page at once, as text', async () => {
    expect(await own()).toEqual({ _id: id, isPublic: true, bio: '', version: 0 });
    expect(await page()).not.toContain('About</h2>');
    const text = '</script><script>alert(1)</script>\r\nI build "chairs".';
    expect((await save(`  ${text} `)).body).toEqual({ version: 1 });
    expect(await shown()).toBe(text.replace('\r', ''));
    const html = await page();
    expect(html).toContain('About</h2>');
    expect(html).not.toContain('<script>alert(1)');
    await save('', 1);
    expect(await shown()).toBeUndefined();
    expect(await page()).not.toContain('About</h2>');
  });

  it('is no longer than the limit', async () => {
    expect((await save('a'.repeat(TEXT_LIMITS.bio + 1))).status).toBe(400);
    expect((await save('a'.repeat(TEXT_LIMITS.bio))).status).toBe(200);
  });

  it('is not replaced by a tab that has not seen it, and a repeat changes nothing', async () => {
    const [one, other] = await Promise.all([save('One'), save('Other')]);
    expect([one.status, other.status].sort()).toEqual([200, 409]);
    const stored = await shown();
    expect((one.status === 409 ? one : other).body.error).toMatchObject({
      code: 'edit_conflict',
      current: { bio: stored, version: 1 },
    });
    expect((await save(stored)).body).toEqual({ version: 1 });
    expect((await save('Newer', 1)).body).toEqual({ version: 2 });
    expect((await save('Newer', 1)).body).toEqual({ version: 2 });
    expect((await save('Late', 1)).status).toBe(409);
  });
});

describe('an admin', () => {
  beforeEach(async () => {
    await save('Buy from me');
  });

  it('hides it with a reason that the teacher reads, and shows it again', async () => {
    const { changedAt } = await moderated();
    expect((await hide(changedAt)).body).toEqual({ modifiedCount: 1 });
    expect((await hide(changedAt)).body).toEqual({ modifiedCount: 0 });
    expect(await shown()).toBeUndefined();
    expect(await page()).not.toContain('Buy from me');
    expect(await own()).toMatchObject({ bio: 'Buy from me', hiddenReason: 'Advertising' });
    expect(await moderated()).toMatchObject({ bio: 'Buy from me', hiddenReason: 'Advertising' });
    for (const text of ['Another', '', 'Buy from me'])
      expect((await save(text, 1)).body.error).toMatchObject({ code: 'conflict' });
    expect((await show()).body).toEqual({ modifiedCount: 1 });
    expect((await show()).body).toEqual({ modifiedCount: 0 });
    expect(await shown()).toBe('Buy from me');
    expect((await save('Another', 1)).status).toBe(200);
  });

  it('tells the teacher in the product, each time', async () => {
    const told = async () => {
      const { body } = await app.call('GET', '/notifications?kinds=bio hidden,bio shown', {
        token: teacher.token,
      });
      return (body as { kind: string; quote?: string; path: string }[]).map(({ kind, quote, path }) => ({
        kind,
        quote,
        path,
      }));
    };
    const path = '/dashboard/studentProf#public-page';
    const hidden = { kind: 'bio hidden', quote: 'Advertising', path };
    await hide();
    await hide();
    expect(await told()).toEqual([hidden]);
    await show();
    await show();
    await hide();
    expect(await told()).toEqual([hidden, { kind: 'bio shown', path }, hidden]);
    const { rows } = await app.pool.query(
      "select distinct email from notifications where user_id = $1 and kind like 'bio %'",
      [id],
    );
    expect(rows, 'not by email').toEqual([{ email: 'none' }]);
  });

  it('does not hide what they have not read', async () => {
    const { changedAt } = await moderated();
    await save('I build chairs', 1);
    const { status, body } = await hide(changedAt);
    expect([status, body.error.current]).toEqual([409, expect.objectContaining({ text: 'I build chairs' })]);
    expect(await shown()).toBe('I build chairs');
  });

  it('leaves an entry in the audit trail, which forgets the name with the account', async () => {
    await hide();
    const entries = async () =>
      (await app.call('GET', '/audit', { token: admin.token })).body.filter(
        ({ subjectId }: { subjectId: string }) => subjectId === id,
      );
    expect(await entries()).toMatchObject([
      { action: 'bio hidden', subject: teacher.name, reason: 'Advertising' },
    ]);
    await app.call('DELETE', `/users/${id}`, { token: admin.token });
    expect(JSON.stringify(await entries())).not.toContain(teacher.name);
    expect((await app.pool.query('select 1 from teacher_bios where user_id = $1', [id])).rows).toEqual([]);
  });

  it('finds nothing to hide of somebody who has written nothing', async () => {
    id = await userIdOf(app.pool, admin);
    expect(await moderated()).toBeNull();
    expect((await hide()).status).toBe(404);
    expect((await show()).status).toBe(404);
  });
});

describe('a report', () => {
  let student: TestUser;
  const report = (by: TestUser, reason = 'Advertising') =>
    app.call('POST', `/bios/${id}/report`, { body: { reason }, token: by.token });
  const listed = async (query = '') =>
    (await app.call('GET', `/reports?kind=bio${query}`, { token: admin.token })).body.filter(
      ({ _id }: { _id: string }) => _id === id,
    );
  const dismiss = (changedAt: string) =>
    app.call('PATCH', `/reports/dismiss/${id}`, { body: { changedAt }, token: admin.token });

  beforeEach(async () => {
    student = await createStudent(app);
    await save('Buy from me');
  });

  it('reaches the admins once per user, who dismiss it or hide the text', async () => {
    expect((await report(student)).body).toEqual({ modifiedCount: 1 });
    expect((await report(student)).body).toEqual({ modifiedCount: 0 });
    const [entry] = await listed();
    expect(entry).toMatchObject({
      kind: 'bio',
      text: 'Buy from me',
      user: { name: teacher.name },
      reports: 1,
      reasons: ['Advertising'],
    });
    expect(entry).not.toHaveProperty('classId');
    expect(await listed(`&q=${encodeURIComponent(teacher.email)}`)).toHaveLength(1);
    expect(await listed('&q=Zymurgist')).toEqual([]);

    expect((await dismiss(entry.changedAt)).body).toEqual({ modifiedCount: 1 });
    expect(await listed()).toEqual([]);
    expect((await report(student)).body).toEqual({ modifiedCount: 0 });
    await save('Buy even more', 1);
    expect((await dismiss(entry.changedAt)).body).toEqual({ modifiedCount: 0 });
    expect((await report(student)).body).toEqual({ modifiedCount: 1 });
    expect((await dismiss(entry.changedAt)).status).toBe(409);

    await hide();
    expect(await listed('&state=hidden')).toMatchObject([{ hiddenReason: 'Advertising' }]);
    expect((await report(await createStudent(app))).status).toBe(404);
  });

  it('needs a public text of somebody else', async () => {
    expect((await report(teacher)).status).toBe(409);
    await save('', 1);
    expect((await report(student)).status).toBe(404);
    id = await userIdOf(app.pool, student);
    expect((await report(teacher)).status).toBe(404);
  });

  it('is deleted with the text, and exported to its user', async () => {
    await report(student);
    const { body } = await app.call('GET', '/account/data', { token: student.token });
    expect(body.reports).toMatchObject([{ reported: 'Buy from me', reason: 'Advertising' }]);
    await app.call('DELETE', `/users/${id}`, { token: admin.token });
    expect(await listed()).toEqual([]);
    expect((await app.call('GET', '/account/data', { token: student.token })).body.reports).toEqual([]);
  });

  it('is decided on while the account is being deleted, without a deadlock', async () => {
    await report(student);
    const results = await Promise.all([
      hide(),
      app.call('DELETE', `/users/${id}`, { token: admin.token }),
      report(await createStudent(app)),
      save('Another', 1),
    ]);
    expect(results.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    expect((await app.pool.query('select 1 from teacher_bios where user_id = $1', [id])).rows).toEqual([]);
    const { body } = await app.call('GET', '/audit', { token: admin.token });
    expect(JSON.stringify(body)).not.toContain(teacher.name);
  });
});

it('is part of the personal data export', async () => {
  await save('I build chairs');
  const { body } = await app.call('GET', '/account/data', { token: teacher.token });
  expect(body.bio).toMatchObject([{ id, text: 'I build chairs' }]);
});
