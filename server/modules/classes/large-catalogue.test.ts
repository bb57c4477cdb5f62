import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEXT_CURSOR_HEADER } from '#contract/classes.ts';
import { COUNTED_ENTRIES } from '#contract/constants.ts';
import { TOTAL_COUNT_HEADER } from '#contract/paging.ts';
import { publishClass, registerTeacher } from '#tests/support/classes.ts';
import { signInAs, type TestPerson } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: TestPerson;
let classId: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  classId = await publishClass(app, await registerTeacher(app, admin), admin);
});
afterAll(() => app.close());

describe('more classes than are counted', () => {
  beforeAll(async () => {
    await app.pool.query(
      `insert into classes (teacher_id, image, price, title, experience, description, status, decided_at, category)
       select teacher_id, image, n % 90, 'Bulk ' || n, experience, description, status, decided_at, 'Game Development'
         from classes, generate_series(1, 1500) n where id = $1`,
      [classId],
    );
  });

  it('are all answered without parameters, each once, newest first', async () => {
    const { body } = await app.call('GET', '/classes');
    const { rows } = await app.pool.query<{ id: string }>(
      `select id from classes where status = 'approve' and hidden_at is null order by created_at desc, id desc`,
    );
    expect(body.map(({ _id }: { _id: string }) => _id)).toEqual(rows.map(({ id }) => id));
    expect(body[0]).not.toHaveProperty('email');
  });

  it('are counted up to the limit, and paged by number no further', async () => {
    const page = async (number: number, token?: string) =>
      app.call('GET', `/classes?status=approve&q=bulk&limit=100&page=${number}`, { token });
    const last = await page(COUNTED_ENTRIES / 100);
    expect(last.body).toHaveLength(100);
    expect(last.headers.get(TOTAL_COUNT_HEADER)).toBe(String(COUNTED_ENTRIES + 1));
    expect((await page(COUNTED_ENTRIES / 100 + 1)).body).toEqual([]);
    const ofAdmin = await page(15, admin.token);
    expect(ofAdmin.body).toHaveLength(100);
    expect(ofAdmin.headers.get(TOTAL_COUNT_HEADER)).toBe('1500');
  });

  it.each(['', '&status=approve', '&maxPrice=0.1', '&minPrice=0.5&maxPrice=0.5&category=Game%20Development'])(
    'are counted as they are found: q=bulk%s',
    async (filter) => {
      const { body } = await app.call('GET', `/classes?q=bulk${filter}`);
      const { headers } = await app.call('GET', `/classes?q=bulk${filter}&page=1`);
      expect(body.length).toBeGreaterThan(0);
      expect(headers.get(TOTAL_COUNT_HEADER)).toBe(String(Math.min(body.length, COUNTED_ENTRIES + 1)));
    },
  );

  it('are reached by a cursor to the end', async () => {
    const found = new Set<string>();
    let cursor: string | null = '';
    while (cursor !== null) {
      const path: string = `/classes?q=bulk&limit=100${cursor && `&cursor=${cursor}`}`;
      const { body, headers } = await app.call('GET', path);
      for (const { _id } of body as { _id: string }[]) found.add(_id);
      cursor = headers.get(NEXT_CURSOR_HEADER);
    }
    expect(found.size).toBe(1_500);
  });
});
