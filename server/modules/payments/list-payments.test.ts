import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOTAL_COUNT_HEADER } from '#contract/paging.ts';
import { signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
});
afterAll(() => app.close());

describe('GET /payments', () => {
  const list = (query: string) => app.call('GET', `/payments${query}`, { token: admin.token });

  it('is searched by class, filtered by state, sorted and paged', async () => {
    const page = await list('?sort=-price&limit=5');
    const prices = page.body.map(({ price }: { price: number }) => price);
    expect(prices).toEqual([...prices].sort((a, b) => b - a));
    expect(Number(page.headers.get(TOTAL_COUNT_HEADER))).toBeGreaterThan(100);
    const found = await list('?q=pixel platformer');
    expect(found.body.length).toBeGreaterThan(0);
    for (const { title } of found.body) expect(title).toBe('Make a pixel platformer');
    expect((await list('?state=refunded')).body).toEqual([]);
    expect((await list('?state=lost')).status).toBe(400);
  });
});
