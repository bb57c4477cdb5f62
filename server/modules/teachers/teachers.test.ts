import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userIdOf } from '#tests/support/books.ts';
import { addClass, approveClass, buyClass, publishClass } from '#tests/support/classes.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createAdmin, createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

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
});
afterAll(() => app.close());

const get = (reader?: TestUser) => app.call('GET', `/teachers/${id}`, { token: reader?.token });
const give = (classId: string, { token }: TestUser, rating: number) =>
  app.call('POST', '/feedback', { body: { classId, feedback: 'Fine', rating }, token });
const page = async (query = '') => {
  const response = await fetch(`${app.url}/teachers/${id}${query}`);
  return { status: response.status, html: await response.text() };
};

describe('a teacher', () => {
  it('is found by everybody once a class is published, without an email address', async () => {
    const classId = await addClass(app, teacher);
    expect((await get()).status).toBe(404);
    expect((await page()).status).toBe(404);
    await approveClass(app, admin, classId);
    const expected = {
      _id: id,
      name: teacher.name,
      photo: expect.any(String),
      title: expect.any(String),
      experience: expect.any(String),
      classes: 1,
      enrollments: 0,
    };
    for (const reader of [undefined, teacher, admin]) expect((await get(reader)).body).toEqual(expected);
    const { status, html } = await page();
    expect(status).toBe(200);
    expect(html).toContain(`<title>${teacher.name} · `);
    expect(html).not.toContain(teacher.email);
    expect(html).toContain(`"@type":"Person","name":"${teacher.name}"`);
  });

  it('has the enrollments and ratings of the published classes only', async () => {
    const [first, second] = [
      await publishClass(app, teacher, admin),
      await publishClass(app, teacher, admin),
    ];
    const withdrawn = await publishClass(app, teacher, admin);
    const [ada, ben] = [await createStudent(app), await createStudent(app)];
    for (const classId of [first, second, withdrawn]) await buyClass(app, ada, classId);
    await buyClass(app, ben, first);
    await give(first, ada, 5);
    await give(first, ben, 4);
    await give(second, ada, 1);
    await give(withdrawn, ada, 1);
    expect((await get()).body).toMatchObject({
      classes: 3,
      enrollments: 4,
      rating: { count: 4, average: 11 / 4 },
    });
    await app.call('PATCH', `/classes/withdraw/${withdrawn}`, {
      body: { status: 'rejected', reason: 'Not true' },
      token: admin.token,
    });
    expect((await get()).body).toMatchObject({
      classes: 2,
      enrollments: 3,
      rating: { count: 3, average: 10 / 3 },
    });
  });

  it('is not found once the last class is deleted, nor once the account is', async () => {
    const classId = await publishClass(app, teacher, admin);
    await buyClass(app, await createStudent(app), classId);
    expect((await page()).status).toBe(200);
    await app.call('DELETE', `/classes/${classId}`, { token: teacher.token });
    expect((await get()).status).toBe(404);
    await publishClass(app, teacher, admin);
    expect((await page()).status).toBe(200);
    await app.call('DELETE', `/users/${id}`, { token: admin.token });
    expect((await get()).status).toBe(404);
    expect((await page()).status).toBe(404);
  });

  it('is named by each published class, and by no other', async () => {
    const classId = await addClass(app, teacher);
    const ofClass = async (reader?: TestUser) =>
      (await app.call('GET', `/classes/${classId}`, { token: reader?.token })).body;
    expect(await ofClass(teacher)).not.toHaveProperty('teacherId');
    await approveClass(app, admin, classId);
    expect(await ofClass()).toMatchObject({ teacherId: id });
    const student = await createStudent(app);
    await buyClass(app, student, classId);
    await app.call('DELETE', `/classes/${classId}`, { token: teacher.token });
    expect(await ofClass(student)).not.toHaveProperty('teacherId');
  });

  it('has no page as a student or an admin who has never taught', async () => {
    for (const user of [await createStudent(app), await createAdmin(app)]) {
      id = await userIdOf(app.pool, user);
      expect((await get()).status).toBe(404);
      expect((await page()).status).toBe(404);
    }
    expect((await fetch(`${app.url}/teachers/nobody`)).status).toBe(404);
  });
});

describe('the classes of a teacher', () => {
  it('are the published ones, page by page, for admins too', async () => {
    await publishClass(app, await createTeacher(app), admin, { title: 'Of another' });
    for (const title of ['One', 'Two', 'Three']) await publishClass(app, teacher, admin, { title });
    const pending = await addClass(app, teacher, { title: 'Pending' });
    for (const reader of [undefined, teacher, admin]) {
      const path = `/classes?teacher=${id}&status=approve&sort=-enroll&limit=2`;
      const [first, second] = await Promise.all(
        [1, 2].map((number) => app.call('GET', `${path}&page=${number}`, { token: reader?.token })),
      );
      expect(first!.headers.get('x-total-count')).toBe('3');
      const titles = [...first!.body, ...second!.body].map(({ title }: { title: string }) => title);
      expect(titles.sort()).toEqual(['One', 'Three', 'Two']);
    }
    const all = await app.call('GET', `/classes?teacher=${id}`, { token: admin.token });
    expect(all.body.map(({ _id }: { _id: string }) => _id)).toContain(pending);
    const found = await app.call('GET', `/classes?teacher=${id}&status=approve&q=three&page=1`);
    expect(found.body).toMatchObject([{ title: 'Three' }]);
  });

  it('are on the page, which leads to the first page of the list after its end', async () => {
    await publishClass(app, teacher, admin, { title: 'Joinery' });
    expect((await page()).html).toContain('Joinery');
    const { status, html } = await page('?page=7');
    expect(status).toBe(200);
    expect(html).toContain('This page of the list is empty');
    expect(html).toContain('Go to the first page');
  });
});

describe('the sitemap', () => {
  const pagesIn = async (path: string) =>
    (await (await fetch(`${app.url}${path}`)).text()).match(/teachers\/[\da-f-]{36}(?=<)/g) ?? [];

  it('lists the teachers with published classes once, and so do its files together', async () => {
    await addClass(app, teacher);
    const shown = await createTeacher(app);
    await publishClass(app, shown, admin);
    const whole = await pagesIn('/sitemap.xml');
    expect(whole).toContain(`teachers/${await userIdOf(app.pool, shown)}`);
    expect(whole).not.toContain(`teachers/${id}`);
    const spread = [];
    for (const digit of '0123456789abcdef')
      spread.push(...(await pagesIn(`/sitemaps/teachers-${digit}.xml`)));
    expect(spread.sort()).toEqual(whole.sort());
    expect((await fetch(`${app.url}/sitemaps/teachers-g.xml`)).status).toBe(404);
  });
});
