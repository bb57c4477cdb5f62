import { afterAll, beforeAll, expect, it } from 'vitest';
import { TOTAL_COUNT_HEADER } from '#contract/paging.ts';
import { addClass, addDraft as addDraftOfClass, approveClass, publishClass } from '#tests/support/classes.ts';
import { addDraft, addLesson, addSection, lessonInput } from '#tests/support/curriculum.ts';
import { isWaitingForLock, whileLocked } from '#tests/support/locks.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;
let classId: string;
let section: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app);
  classId = await publishClass(app, teacher, admin);
  section = await addSection(app, teacher, classId, 'Zymurgy');
});
afterAll(() => app.close());

const write = async (method: string, path: string, body?: object) => {
  const response = await app.call(method, path, { body, token: teacher.token });
  expect(response.status).toBe(200);
  return response.body;
};
const find = async (q: string, by?: TestUser, filters = 'status=approve&page=1'): Promise<string[]> => {
  const { body } = await app.call('GET', `/classes?${filters}&q=${encodeURIComponent(q)}`, {
    token: by?.token,
  });
  return (body as { _id: string }[]).map(({ _id }) => _id);
};

it('finds a class by its published lessons, their sections and what it teaches, at once', async () => {
  expect(await find('zymurgy')).toEqual([]);
  const lesson = await addLesson(app, teacher, section, { title: 'Quokka habitats' });
  expect(await find('quokkas')).toEqual([classId]);
  // Words of the lesson, its section and the title of the class.
  expect(await find('quokka zymurgy woodworking')).toEqual([classId]);
  expect(await find('quokka', undefined, 'status=approve&page=1&sort=price')).toEqual([classId]);
  expect(await find('quokka', undefined, 'status=approve&page=1&sort=-rating')).toEqual([classId]);
  expect(await find('quokka', undefined, 'category=Game%20Development&page=1')).toEqual([]);

  await write('PUT', `/lessons/${lesson}`, lessonInput({ title: 'Wombats', version: 2 }));
  expect([await find('quokka'), await find('wombat')]).toEqual([[], [classId]]);
  await write('PUT', `/sections/${section}`, { title: 'Xylography', version: 1 });
  expect([await find('zymurgy'), await find('xylography')]).toEqual([[], [classId]]);
  await write('PUT', `/classes/${classId}/curriculum/outcomes`, { outcomes: ['Feed numbats'], version: 1 });
  expect(await find('numbat')).toEqual([classId]);
  const other = await addSection(app, teacher, classId, 'Yabbies');
  await write('PATCH', `/lessons/${lesson}/place`, { sectionId: other, before: null });
  expect([await find('xylography'), await find('yabbies'), await find('wombat')]).toEqual([
    [],
    [classId],
    [classId],
  ]);
  await write('PUT', `/lessons/${lesson}`, lessonInput({ title: 'Wombats', status: 'draft', version: 3 }));
  expect([await find('wombat'), await find('yabbies')]).toEqual([[], []]);
  await write('PUT', `/lessons/${lesson}`, lessonInput({ title: 'Wombats', version: 4 }));
  expect(await find('wombat')).toEqual([classId]);
  await write('DELETE', `/sections/${other}`);
  expect(await find('wombat')).toEqual([]);
  expect(await find('numbat')).toEqual([classId]);
});

it('keeps words of the curriculum when the class or the name of its teacher changes', async () => {
  const id = await publishClass(app, teacher, admin);
  await addLesson(app, teacher, await addSection(app, teacher, id), { title: 'Bandicoots' });
  await app.pool.query(`update classes set title = 'Renamed thylacine' where id = $1`, [id]);
  await app.pool.query(
    `update users set name = 'Ignatius Okonjo' where id = (select teacher_id from classes where id = $1)`,
    [id],
  );
  expect(await find('thylacine ignatius bandicoot')).toEqual([id]);
});

it('does not find what a visitor cannot see: drafts of lessons, and lessons of unpublished classes', async () => {
  const student = await createStudent(app);
  await addDraft(app, teacher, section, 'Axolotl drafts');
  const pending = await addClass(app, teacher);
  await addLesson(app, teacher, await addSection(app, teacher, pending), { title: 'Axolotl care' });
  const draft = await addDraftOfClass(app, teacher);
  await addLesson(app, teacher, await addSection(app, teacher, draft), { title: 'Axolotl tanks' });
  for (const by of [undefined, student]) {
    for (const filters of ['status=approve&page=1', 'page=1', ''])
      expect(await find('axolotl', by, filters)).toEqual([]);
    const { body } = await app.call('GET', '/classes/corrected-search?q=axolotll');
    expect(body).toEqual({});
  }
  expect(await find('axolotl', admin, '')).toEqual([pending]);
  await approveClass(app, admin, pending);
  expect(await find('axolotl')).toEqual([pending]);
});

it('corrects typos in words of lessons', async () => {
  const correct = async (q: string) => (await app.call('GET', `/classes/corrected-search?q=${q}`)).body;
  expect(await correct('capybarra')).toEqual({});
  const lesson = await addLesson(app, teacher, section, { title: 'Capybara' });
  expect(await correct('capybarra')).toEqual({ correction: 'capybara' });
  await write('DELETE', `/lessons/${lesson}`);
  expect(await correct('capybarra')).toEqual({});
});

it('shows matches of the curriculum after the others, unless a sort order is chosen', async () => {
  const price = { price: 10 };
  const titled = await publishClass(app, teacher, admin, { title: 'Pangolins', price: 11 });
  const described = await publishClass(app, teacher, admin, { description: 'About a pangolin.', price: 12 });
  const taught = await publishClass(app, teacher, admin, price);
  await addLesson(app, teacher, await addSection(app, teacher, taught), { title: 'The pangolin' });
  expect(await find('pangolin')).toEqual([described, titled, taught]);
  const pages = [1, 2, 3].map((page) => find('pangolin', undefined, `status=approve&limit=1&page=${page}`));
  expect((await Promise.all(pages)).flat()).toEqual([described, titled, taught]);
  const { headers } = await app.call('GET', '/classes?status=approve&q=pangolin&page=1');
  expect(headers.get(TOTAL_COUNT_HEADER)).toBe('3');
  expect(await find('pangolin', undefined, 'status=approve&page=1&sort=newest')).toEqual([
    taught,
    described,
    titled,
  ]);
  expect(await find('pangolin', undefined, 'status=approve&page=1&sort=price')).toEqual([
    taught,
    titled,
    described,
  ]);
});

it('has the words of two changes that are made at the same time', async () => {
  const id = await publishClass(app, teacher, admin);
  const [one, two] = [await addSection(app, teacher, id), await addSection(app, teacher, id, 'Second')];
  const lesson = await addDraft(app, teacher, two);
  await addLesson(app, teacher, one);
  const { publishing } = await whileLocked(app.pool, async (client) => {
    await client.query(`update lessons set title = 'Echidna' where section_id = $1`, [one]);
    const publishing = app.call('PUT', `/lessons/${lesson}`, {
      body: lessonInput({ title: 'Platypus' }),
      token: teacher.token,
    });
    await expect.poll(() => isWaitingForLock(app.pool)).toBe(true);
    return { publishing };
  });
  expect((await publishing).status).toBe(200);
  expect(await find('echidna platypus')).toEqual([id]);
});

it('rebuilds a cached search, but no other list, once the words of a curriculum change', async () => {
  // Neither response shows the class, which would announce its changes.
  const search = '/classes?category=Pottery&page=1&q=kinkajou';
  const list = '/classes?category=Pottery&page=1';
  const areCached = () =>
    [search, list].map((path) => app.server.app.responseCache.get(`/api${path}`) !== undefined);
  await app.call('GET', search);
  await app.call('GET', list);
  expect(areCached()).toEqual([true, true]);
  const lesson = await addLesson(app, teacher, section, { title: 'Kinkajou' });
  expect(areCached()).toEqual([false, true]);
  await app.call('GET', search);
  await write('PUT', `/lessons/${lesson}`, lessonInput({ title: 'Kinkajou', text: 'New', version: 2 }));
  expect(areCached()).toEqual([true, true]);
});
