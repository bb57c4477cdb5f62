import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEXT_CURSOR_HEADER } from '#contract/classes.ts';
import { TOTAL_COUNT_HEADER } from '#contract/paging.ts';
import { publishClass } from '#tests/support/classes.ts';
import { createStudent, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let student: TestUser;
let teacher: TestUser;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  student = await createStudent(app);
  teacher = await signInAs(app, 'Teacher');
  admin = await signInAs(app, 'Admin');
});
afterAll(() => app.close());

const list = async (query = '', token?: string) =>
  (await app.call('GET', `/classes${query}`, { token })).body;
const classIn = async (status: string, ofTeacher?: string): Promise<string> => {
  const { rows } = await app.pool.query<{ id: string }>(
    `select c.id from classes c join users u on u.id = c.teacher_id
     where c.status = $1 and ($2::text is null or u.email = $2) limit 1`,
    [status, ofTeacher ?? null],
  );
  return rows[0]!.id;
};

describe('GET /classes', () => {
  it('shows anonymous visitors and students the approved ones, without addresses and assignments', async () => {
    const { rows } = await app.pool.query<{ count: string }>(
      `select count(*) from classes where status = 'approve'`,
    );
    for (const token of [undefined, student.token]) {
      const classes = await list('', token);
      expect(classes).toHaveLength(Number(rows[0]!.count));
      for (const entry of classes) {
        expect(entry.status).toBe('approve');
        expect(entry).not.toHaveProperty('email');
        expect(entry).not.toHaveProperty('assignments');
        expect(entry).not.toHaveProperty('reason');
      }
    }
  });

  it('shows a teacher also their own in every status, and only those with an address', async () => {
    await app.pool.query(`update classes set status = 'Pending', decided_at = null where id = $1`, [
      await classIn('approve', teacher.email),
    ]);
    const classes = await list('', teacher.token);
    const own = classes.filter((entry: { email?: string }) => entry.email === teacher.email);
    expect(own.map((entry: { status: string }) => entry.status)).toContain('Pending');
    const others = classes.filter((entry: { email?: string }) => !own.includes(entry));
    expect(others.length).toBeGreaterThan(0);
    for (const entry of others) expect(entry).toMatchObject({ status: 'approve' });
  });

  it('shows an admin all, with the reasons of rejections', async () => {
    const classes = await list('', admin.token);
    const statuses = new Set(classes.map((entry: { status: string }) => entry.status));
    expect(statuses).toEqual(new Set(['Pending', 'approve', 'rejected']));
    const rejected = classes.find((entry: { status: string }) => entry.status === 'rejected');
    expect(rejected.reason).toBeTruthy();
    expect(rejected.email).toContain('@');
  });

  it('treats an invalid token as no token', async () => {
    const { status, body } = await app.call('GET', '/classes', { token: 'garbled' });
    expect(status).toBe(200);
    expect(body.length).toBe((await list()).length);
  });

  it('sorts by price in both directions and by enrollment', async () => {
    const prices = (await list('?sort=price')).map((entry: { price: number }) => entry.price);
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    expect((await list('?sort=-price')).map((entry: { price: number }) => entry.price)).toEqual(
      [...prices].reverse(),
    );
    const enrolls = (await list('?sort=-enroll&limit=6')).map((entry: { enroll: number }) => entry.enroll);
    expect(enrolls).toHaveLength(6);
    expect(enrolls).toEqual([...enrolls].sort((a, b) => b - a));
  });

  it('sorts by rating, and a single rating of five stars does not make a class the best', async () => {
    const classes: { rating?: { average: number; count: number } }[] = await list('?sort=-rating');
    const scores = classes.map(({ rating: { average, count } = { average: 0, count: 0 } }) =>
      Math.floor((1_000 * (5 * 3.5 + average * count)) / (5 + count)),
    );
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
    expect(new Set(scores).size).toBeGreaterThan(2);
    const { rows } = await app.pool.query<{ scores: number[] }>(
      `select array_agg(rating_score(ratings)) as scores
         from (values ('{0,0,0,0,0}'::int[]), ('{0,0,0,0,1}'), ('{0,0,0,10,90}'), ('{2147483647,0,0,0,0}')) as of (ratings)`,
    );
    expect(rows[0]!.scores).toEqual([3500, 3750, 4833, 1000]);
  });

  it('finds classes of an experience level, also in a search', async () => {
    const all: Record<string, string>[] = await list();
    const ofLevel = (entries: Record<string, string>[]) =>
      entries.filter(({ experience }) => experience === 'Mid Level').map(({ _id }) => _id);
    const idsOf = (entries: Record<string, string>[]) => entries.map(({ _id }) => _id);
    expect(idsOf(await list('?experience=Mid%20Level'))).toEqual(ofLevel(all));
    const search = '?q=the&status=approve&page=1&limit=100';
    const found = ofLevel(await list(search));
    expect(found.length).toBeGreaterThan(0);
    expect(idsOf(await list(`${search}&experience=Mid%20Level`))).toEqual(found);
  });

  it.each(['price', '-price', '-enroll', 'newest'])('pages by %s without a gap or a repeat', async (sort) => {
    const whole = (await list(`?sort=${sort}`)).map((entry: { _id: string }) => entry._id);
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path: string = `/classes?sort=${sort}&limit=5${cursor && `&cursor=${cursor}`}`;
      const { body, headers } = await app.call('GET', path);
      paged.push(...body.map((entry: { _id: string }) => entry._id));
      cursor = headers.get(NEXT_CURSOR_HEADER);
    }
    expect(paged).toEqual(whole);
  });

  it.each([
    ['typescr', 'TypeScript in practice', 'the beginning of a word'],
    ['modelled states', 'TypeScript in practice', 'another form of a word'],
    ['clara web', 'TypeScript in practice', 'the teacher’s name, and the category'],
    ['THE', 'TypeScript in practice', 'a word that is everywhere, in any case'],
    ['seo fundamentals', 'SEO fundamentals', 'several words'],
    ['Node.js', 'Node.js APIs with PostgreSQL', 'a word with a dot, as its title has it'],
    ['js apis', 'Node.js APIs with PostgreSQL', 'a part of such a word'],
  ])('finds by %s', async (text, title) => {
    const found = await list(`?q=${encodeURIComponent(text)}`);
    expect(found.map((entry: { title: string }) => entry.title)).toContain(title);
  });

  it.each([
    ['Drawing with <canvas> & R&D', ['canvas', '<canvas>', 'R&D']],
    ['Crème brûlée, Smørrebrød, Straßenmusik', ['creme brulee', 'CRE\u0300ME', 'smorre', 'strassenmusik']],
    ['Cafe and Ecole', ['café', 'École', 'e\u0301cole']],
    ['हिन्दी and 한국어', ['हिन्दी', '한국']],
    ['Learn “TypeScript” fast: ¿Qué es?', ['typescript', 'qué', '“TypeScript”']],
    ['L’été, don’t «Bonjour» „Hallo“', ['été', 'ete', 'l’été', "l'été", 'don’t', 'bonjour', 'hallo']],
    ['Wood—metal–glass\u00a0turning · STRAẞE…', ['metal', 'glass', 'glass turning', 'straße', 'strasse']],
    ['日本語、入門 می\u200cخواهم؟', ['入門', 'می\u200cخواهم']],
    ['Modern C++, C# and Notepad++', ['c++', 'C#', 'notepad++', 'notepad']],
  ])('finds %s', async (renamed, texts) => {
    const { rows } = await app.pool.query<{ id: string; title: string }>(
      `select id, title from classes where status = 'approve' order by id limit 1`,
    );
    const { id, title } = rows[0]!;
    const rename = (to: string) => app.pool.query('update classes set title = $2 where id = $1', [id, to]);
    await rename(renamed);
    for (const text of texts)
      expect(await list(`?q=${encodeURIComponent(text)}`), text).toContainEqual(
        expect.objectContaining({ _id: id }),
      );
    await rename(title);
  });

  it('takes a word with signs as a whole, so that C++ does not find color', async () => {
    expect(await list('?q=c')).not.toEqual([]);
    for (const text of ['c++', 'C#', 'typescr#'])
      expect(await list(`?q=${encodeURIComponent(text)}`)).toEqual([]);
  });

  it.each(["'", "a' & b", '!', '\u0301', 'ø\u0301', 'a | b:*', '\\\\', '<->', '()', 'nothinglikethis'])(
    'treats %s as plain words',
    async (text) => {
      const { status, body } = await app.call('GET', `/classes?q=${encodeURIComponent(text)}`);
      expect(status).toBe(200);
      expect(body.length).toBeLessThan(28);
    },
  );

  it('searches by words, with % and _ as literals, and by category', async () => {
    const found = await list('?q=TYPESCRIPT');
    expect(found.map((entry: { title: string }) => entry.title)).toContain('TypeScript in practice');
    expect(await list('?q=%25')).toEqual([]);
    const design = await list('?category=Graphics%20Design');
    expect(design.length).toBeGreaterThan(0);
    expect(new Set(design.map((entry: { category: string }) => entry.category))).toEqual(
      new Set(['Graphics Design']),
    );
  });

  const cursorOf = (text: string) => Buffer.from(text).toString('base64url');
  const id = '00000000-0000-4000-8000-000000000000';

  it.each([
    ['newest', '8640000000000000'],
    ['newest', '8640000000000001'],
    ['newest', '253402300800000'],
    ['newest', '9e15'],
    ['newest', '-1'],
    ['price', '100000000'],
    ['-price', '9007199254740991'],
    ['-enroll', '2147483648'],
    ['-enroll', '1.5'],
    ['name', '1'],
  ])('is 400 for a cursor that no row can have: %s, %s', async (sort, value) => {
    const cursor = cursorOf(`[${value},"${id}"]`);
    const { status, body } = await app.call('GET', `/classes?sort=${sort}&limit=5&cursor=${cursor}`);
    expect(status).toBe(400);
    expect(body.error.fields).toHaveProperty('cursor');
  });

  it('is 400 for a cursor in a non-canonical encoding', async () => {
    for (const text of [`[ 1,"${id}"]`, `[1.0,"${id}"]`, `[1,"${id}"] `, `[1,"${id}",2]`]) {
      expect((await app.call('GET', `/classes?sort=price&cursor=${cursorOf(text)}`)).status, text).toBe(400);
    }
    expect((await app.call('GET', `/classes?sort=price&cursor=${cursorOf(`[1,"${id}"]`)}`)).status).toBe(200);
    expect((await app.call('GET', '/classes?cursor=')).status).toBe(400);
  });

  it.each([
    ['sort=random', 'sort'],
    ['status=unknown', 'status'],
    ['limit=0', 'limit'],
    ['limit=many', 'limit'],
    ['limit=101', 'limit'],
    ['cursor=garbled', 'cursor'],
    [`cursor=${Buffer.from('[1e300,"x"]').toString('base64url')}`, 'cursor'],
    [`category=${'C'.repeat(61)}`, 'category'],
    ['category=%00', 'category'],
    ['category=', 'category'],
    ['q=%00', 'q'],
  ])('is 400 and names the field for %s', async (query, field) => {
    const { status, body } = await app.call('GET', `/classes?${query}`);
    expect(status).toBe(400);
    expect(body.error.fields).toHaveProperty(field);
  });

  it('filters by price and by teacher', async () => {
    const cheap = await publishClass(app, teacher, admin, { price: 12 });
    const dear = await publishClass(app, teacher, admin, { price: 640 });
    const ids = async (query: string) =>
      ((await app.call('GET', `/classes?${query}`)).body as { _id: string; price: number }[]).map(
        ({ _id }) => _id,
      );
    expect(await ids('minPrice=600&maxPrice=700')).toEqual([dear]);
    expect(await ids('maxPrice=12')).toContain(cheap);
    expect(await ids('minPrice=12.01')).not.toContain(cheap);
    const ofTeacher = await ids(`sameTeacherAs=${cheap}&limit=100`);
    expect(ofTeacher).toEqual(expect.arrayContaining([cheap, dear]));
    const names = (await app.call('GET', `/classes?sameTeacherAs=${cheap}`)).body as { name: string }[];
    expect(new Set(names.map(({ name }) => name))).toEqual(new Set([teacher.name]));
    expect((await app.call('GET', '/classes?minPrice=cheap')).status).toBe(400);
  });
});

describe('GET /classes/totals', () => {
  it('counts the approved classes and their enrollments', async () => {
    const { rows } = await app.pool.query(
      `select count(*)::int as classes, sum(enroll)::int as enrollments from classes
       where status = 'approve' and hidden_at is null`,
    );
    const { status, body } = await app.call('GET', '/classes/totals');
    expect(status).toBe(200);
    expect(body).toEqual(rows[0]);
  });
});

describe('GET /classes by pages', () => {
  it('counts all, and filters by status for an admin’s table', async () => {
    const { body, headers } = await app.call('GET', '/classes?page=1&limit=3&sort=-status', {
      token: admin.token,
    });
    expect(body).toHaveLength(3);
    expect(body[0].status).toBe('rejected');
    const { rows } = await app.pool.query(
      `select count(*) from classes where hidden_at is null and status <> 'Draft'`,
    );
    expect(headers.get(TOTAL_COUNT_HEADER)).toBe(rows[0].count);
    const beyond = await app.call('GET', '/classes?page=1000', { token: admin.token });
    expect(beyond.body).toEqual([]);
    expect(beyond.headers.get(TOTAL_COUNT_HEADER)).toBe(rows[0].count);
  });

  it.each([
    ['page=0', 'page'],
    ['page=100001', 'page'],
    ['page=1&cursor=abc', 'cursor'],
    [`sort=title&cursor=${Buffer.from(JSON.stringify([1, randomUUID()])).toString('base64url')}`, 'cursor'],
  ])('is 400 and names the field for %s', async (query, field) => {
    const { status, body } = await app.call('GET', `/classes?${query}`);
    expect(status).toBe(400);
    expect(body.error.fields).toHaveProperty(field);
  });
});
