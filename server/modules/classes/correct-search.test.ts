import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '#server/database/client.ts';
import * as schema from '#server/database/schema.ts';
import { addClass, approveClass, publishClass } from '#tests/support/classes.ts';
import { isWaitingForLock, whileLocked } from '#tests/support/locks.ts';
import { rowsReadBy } from '#tests/support/rows-read.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { findCorrection } from './correct-search.ts';
import { countTypos } from './count-typos.ts';
import { removeUnusedWords } from './remove-unused-words.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app, { name: 'Wilhelmina Oyelowo' });
  const category = 'Graphics Design';
  const description = 'Light, shadows and a calligraphic pen.';
  await publishClass(app, teacher, admin, { title: 'Photography with film', category, description });
  await publishClass(app, teacher, admin, { title: 'Woodworking for beginners', description });
  await publishClass(app, teacher, admin, { title: 'Fotografía de Niños', description });
});
afterAll(() => app.close());

const correct = async (q: string, filters = ''): Promise<string | undefined> => {
  const path = `/classes/corrected-search?q=${encodeURIComponent(q)}${filters}`;
  const { status, body } = await app.call('GET', path);
  expect(status).toBe(200);
  return (body as { correction?: string }).correction;
};
const search = async (q: string) =>
  (await app.call('GET', `/classes?status=approve&page=1&q=${encodeURIComponent(q)}`)).body as unknown[];

describe('typos', () => {
  it.each([
    ['cat', 'cat', 0],
    ['photograpy', 'photography', 1],
    ['phootgraphy', 'photography', 1],
    ['fotography', 'photography', 2],
    ['', 'ab', 2],
    ['abcd', 'badc', 2],
  ])('%s for %s: %i', (one, other, typos) => {
    expect(countTypos(one, other)).toBe(typos);
    expect(countTypos(other, one)).toBe(typos);
  });
});

describe('a search that finds nothing', () => {
  it.each([
    ['photograpy', 'photography'],
    ['Phootgraphy', 'photography'],
    ['fotography', 'photography'],
    ['photographyy', 'photography'],
    ['wodworking', 'woodworking'],
    ['calligrafic', 'calligraphic'],
    ['ninyos', 'ninos'],
    ['wilhelmia', 'wilhelmina'],
    ['photograpy with flim', 'photography with film'],
    ['Woodworking für  begniners!', 'Woodworking for  beginners!'],
    ['Woodworking xyzzyx begniners', undefined],
    ['Woodworking  for begniners!', 'Woodworking  for beginners!'],
    ['zzzzqqqq', undefined],
    ['12345', undefined],
    ['???', undefined],
  ])('%s: %s', async (q, correction) => {
    expect(await search(q)).toEqual([]);
    expect(await correct(q)).toBe(correction);
    if (correction) expect(await search(correction)).not.toEqual([]);
  });

  it('has a word that other classes have in place of the right one', async () => {
    await publishClass(app, teacher, admin, { title: 'Floristry', description: 'Good from the start.' });
    await publishClass(app, teacher, admin, { title: 'Quilting', description: 'A form for each of us.' });
    expect(await search('quilting from')).toEqual([]);
    expect(await correct('quilting from')).toBe('quilting form');
  });

  it('may have accents that are characters of their own, as on a Mac', async () => {
    await publishClass(app, teacher, admin, { title: 'Ténébrôsité' });
    expect(await correct('ténébbrôsité'.normalize('NFD'))).toBe('tenebrosite');
  });

  it('may have a typo twice, without fewer corrections that are tried', async () => {
    for (const title of ['Glark', 'Glarp']) await publishClass(app, teacher, admin, { title });
    await publishClass(app, teacher, admin, { title: 'Glart', experience: 'Experienced' });
    expect(await correct('glarz glarz', '&experience=Experienced')).toBe('glart glart');
  });

  it('is corrected only to what its filters show', async () => {
    expect(await correct('photograpy', '&category=Graphics%20Design')).toBe('photography');
    expect(await correct('photograpy', '&category=Web%20Development')).toBeUndefined();
    expect(await correct('photograpy', '&maxPrice=0')).toBeUndefined();
  });
});

it('a search that finds classes is not corrected', async () => {
  for (const q of ['photography', 'photogr', 'Niños', 'ninos']) {
    expect(await search(q)).not.toEqual([]);
    expect(await correct(q)).toBeUndefined();
  }
});

it('a long search is refused, and one with many words is not corrected', async () => {
  const path = `/classes/corrected-search?q=${'a'.repeat(101)}`;
  expect((await app.call('GET', path)).status).toBe(400);
  expect((await app.call('GET', '/classes/corrected-search')).status).toBe(400);
  expect(await correct('photograpy with film in the dark room')).toBeUndefined();
});

describe('words of classes that are not published', () => {
  const storedWords = async () =>
    (await app.pool.query<{ word: string }>('select word from search_words')).rows.map(({ word }) => word);

  it('are unknown before the approval, and after the class was hidden, withdrawn or renamed', async () => {
    const id = await addClass(app, teacher, { title: 'Beekeeping' });
    expect(await correct('beekeping')).toBeUndefined();
    expect(await storedWords()).not.toContain('beekeeping');
    await approveClass(app, admin, id);
    expect(await correct('beekeping')).toBe('beekeeping');
    await app.pool.query("update classes set title = 'Apiculture' where id = $1", [id]);
    expect(await correct('beekeping')).toBeUndefined();
    expect(await correct('apicultre')).toBe('apiculture');
    await app.call('PATCH', `/classes/withdraw/${id}`, {
      body: { status: 'rejected', reason: 'Copied' },
      token: admin.token,
    });
    expect(await correct('apicultre')).toBeUndefined();
    await app.pool.query("update classes set status = 'approve' where id = $1", [id]);
    expect(await correct('apicultre')).toBe('apiculture');
    await app.call('DELETE', `/classes/${id}`, { token: teacher.token });
    expect(await correct('apicultre')).toBeUndefined();
  });

  it('are removed at night, whatever the size of a batch, and only they', async () => {
    const id = await publishClass(app, teacher, admin, { title: 'Zymurgy' });
    await app.call('DELETE', `/classes/${id}`, { token: teacher.token });
    expect(await storedWords()).toContain('zymurgy');
    const db = drizzle(app.pool, { schema });
    await removeUnusedWords(db, 7);
    const left = await storedWords();
    for (const word of ['zymurgy', 'beekeeping', 'apiculture']) expect(left).not.toContain(word);
    for (const word of ['photography', 'ninos', 'wilhelmina', 'calligraphic']) expect(left).toContain(word);
    await removeUnusedWords(db);
    expect(await storedWords()).toEqual(expect.arrayContaining(left));
    const { rows } = await app.pool.query("select cron from pgboss.schedule where name = 'unused-words'");
    expect(rows).toEqual([{ cron: '50 3 * * *' }]);
  });

  it('stay if they are published again while they are removed', async () => {
    const first = await publishClass(app, teacher, admin, { title: 'Xylography' });
    await app.call('DELETE', `/classes/${first}`, { token: teacher.token });
    const again = await addClass(app, teacher, { title: 'Xylography' });
    const { removed } = await whileLocked(app.pool, async (client) => {
      await client.query("update classes set status = 'approve', decided_at = now() where id = $1", [again]);
      const removed = removeUnusedWords(drizzle(app.pool, { schema }));
      await expect.poll(() => isWaitingForLock(app.pool)).toBe(true);
      return { removed };
    });
    await removed;
    expect(await storedWords()).toContain('xylography');
    expect(await correct('xylografy')).toBe('xylography');
  });

  it('follow the name of a teacher', async () => {
    const rename = (name: string) =>
      app.pool.query('update users set name = $1 where email = $2', [name, teacher.email]);
    await rename('Ottoline Oyelowo');
    expect(await correct('wilhelmia')).toBeUndefined();
    expect(await correct('otoline')).toBe('ottoline');
    await rename('Wilhelmina Oyelowo');
  });
});

it('is corrected without reading all of many classes and words that resemble each other', async () => {
  const client = await app.pool.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    // Words of four syllables, so that each has hundreds of others near it.
    const syllables = `('{ba,ce,di,fo,gu,ha,je,ki,lo,mu,na,pe,qui,ro,su,ta,ve,wi,xo,zu}'::text[])`;
    await client.query(
      `create temporary table made as
       select n, ${syllables}[1 + n % 20] || ${syllables}[1 + n / 20 % 20]
            || ${syllables}[1 + n / 400 % 20] || ${syllables}[1 + n / 8000 % 20] as word from generate_series(0, 29999) n`,
    );
    await client.query('insert into search_words select word from made');
    await client.query(
      `with added as (
         insert into classes (teacher_id, image, price, title, experience, description, status, decided_at)
         select (select teacher_id from classes limit 1), '/a.svg', 0, word, 'Junior', 'Common text', 'approve', now() from made
         returning id, title, created_at
       )
       insert into class_words (class_id, words, on_sale, price, experience, created_at)
       select id, to_tsvector('simple', title || ' common text'), true, 0, 'Junior', created_at from added`,
    );
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
  const correctWith = (trx: Transaction, q: string) => findCorrection(trx, { q });
  const read = await rowsReadBy(app, async (trx) => {
    expect(await correctWith(trx, 'bacedifu')).toBe('bacedifo');
    expect(await correctWith(trx, 'lomunafoo')).toBe('lomunafo');
    expect(await correctWith(trx, 'xxxxxxxx')).toBeUndefined();
  });
  expect(read).toBeLessThan(10_000);
});
