import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CURSOR_SORTS, NEXT_CURSOR_HEADER } from '#contract/classes.ts';
import { TOTAL_COUNT_HEADER, COUNTED_ENTRIES, FOUND_ENTRIES } from '#contract/paging.ts';
import { publishClass } from '#tests/support/classes.ts';
import { createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: TestUser;
let classId: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  classId = await publishClass(app, await createTeacher(app), admin);
});
afterAll(() => app.close());

describe('a catalog with more classes than are counted', () => {
  beforeAll(async () => {
    await app.pool.query(
      `insert into classes (teacher_id, image, price, title, experience, description, status, decided_at, category, created_at)
       select teacher_id, image, n % 90, case when n > 1300 then 'Bulk vintage ' else 'Bulk ' end || n, experience,
              description, status, decided_at, 'Game Development', now() - interval '1 minute' * n
         from classes, generate_series(1, 1600) n where id = $1`,
      [classId],
    );
  });

  it('returns all without parameters, each once, newest first', async () => {
    const { body } = await app.call('GET', '/classes');
    const { rows } = await app.pool.query<{ id: string }>(
      `select id from classes where status = 'approve' and hidden_at is null order by created_at desc, id desc`,
    );
    expect(body.map(({ _id }: { _id: string }) => _id)).toEqual(rows.map(({ id }) => id));
    expect(body[0]).not.toHaveProperty('email');
  });

  const page = async (query: string, number: number, token?: string) =>
    app.call('GET', `/classes?status=approve&limit=20&page=${number}&${query}`, { token });

  it.each([
    ['', COUNTED_ENTRIES],
    ['q=bulk', FOUND_ENTRIES],
  ])('counts up to a limit, and has no numbered pages beyond it: %s', async (query, limit) => {
    const last = await page(query, limit / 20);
    expect(last.body).toHaveLength(20);
    expect(last.headers.get(TOTAL_COUNT_HEADER)).toBe(String(limit + 1));
    const beyond = await page(query, limit / 20 + 1);
    expect(beyond.body).toEqual([]);
    expect(beyond.headers.get(TOTAL_COUNT_HEADER)).toBe(String(limit + 1));
  });

  it.each([
    ['/allClasses', 'more than 1,000'],
    ['/allClasses?q=bulk', 'more than 240'],
    ['/allClasses?q=bulk&page=10', 'more than 240'],
  ])('shows on the page that there are more: %s', async (address, count) => {
    expect(await (await fetch(`${app.url}${address}`)).text()).toContain(count);
  });

  it('counts all for an admin', async () => {
    const { body, headers } = await page('q=bulk', 80, admin.token);
    expect(body).toHaveLength(20);
    expect(headers.get(TOTAL_COUNT_HEADER)).toBe('1600');
  });

  it.each([
    ['q=bulk', COUNTED_ENTRIES],
    ['q=bulk&status=approve', FOUND_ENTRIES],
    ['q=bulk&status=approve&sort=-rating', FOUND_ENTRIES],
    ['q=bulk&status=approve&maxPrice=0.1', FOUND_ENTRIES],
    ['q=bulk&status=approve&minPrice=0.5&maxPrice=0.5&category=Game%20Development', FOUND_ENTRIES],
  ])('counts what a search finds: %s', async (query, limit) => {
    const { body } = await app.call('GET', `/classes?${query}`);
    const { headers } = await app.call('GET', `/classes?${query}&page=1`);
    expect(body.length).toBeGreaterThan(0);
    expect(headers.get(TOTAL_COUNT_HEADER)).toBe(String(Math.min(body.length, limit + 1)));
  });

  it('counts none if nothing is found', async () => {
    const { body, headers } = await page('q=bulk&category=SEO%20Development', 1);
    expect(body).toEqual([]);
    expect(headers.get(TOTAL_COUNT_HEADER)).toBe('0');
  });

  const SEARCHES = ['q=bulk', 'q=bulk&minPrice=0.3', 'q=vintage', 'q=vintage%20bulk&maxPrice=0.7', 'q=1499'];
  it.each(SEARCHES.flatMap((query) => CURSOR_SORTS.map((sort) => `${query}&sort=${sort}`)))(
    'pages search results in the order of the whole list: %s',
    async (query) => {
      const idsOf = (classes: { _id: string }[]) => classes.map(({ _id }) => _id);
      const { body } = await app.call('GET', `/classes?status=approve&${query}`);
      for (const number of [1, 3]) {
        const start = (number - 1) * 20;
        expect(idsOf((await page(query, number)).body)).toEqual(idsOf(body).slice(start, start + 20));
      }
    },
  );

  it('finds a class by its new price and category at once', async () => {
    const found = async (query: string) => (await page(`q=1500&${query}`, 1)).body.length as number;
    await app.pool.query(
      `update classes set price = 777700, category = 'SEO Development' where title = 'Bulk vintage 1500'`,
    );
    expect(await found('minPrice=7777&maxPrice=7777&category=SEO%20Development')).toBe(1);
    expect(await found('maxPrice=7776')).toBe(0);
    expect(await found('category=Game%20Development')).toBe(0);
  });

  it('is paged to the end by a cursor', async () => {
    const found = new Set<string>();
    let cursor: string | null = '';
    while (cursor !== null) {
      const path: string = `/classes?q=bulk&limit=100${cursor && `&cursor=${cursor}`}`;
      const { body, headers } = await app.call('GET', path);
      for (const { _id } of body as { _id: string }[]) found.add(_id);
      cursor = headers.get(NEXT_CURSOR_HEADER);
    }
    expect(found.size).toBe(1_600);
  });
});
