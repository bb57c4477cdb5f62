import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { publishClass } from '#tests/support/classes.ts';
import { whileLocked } from '#tests/support/locks.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let classId: string;
let member: TestUser;

beforeAll(async () => {
  app = await startTestApp({ CLASS_PAGES: 'public' });
  const admin = await signInAs(app, 'Admin');
  classId = await publishClass(app, await createTeacher(app), admin);
  member = await createStudent(app);
});
afterAll(() => app.close());

const visit = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${app.url}${path}`, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, html: await response.text() };
};

const countPages = async (outcome: 'rendered' | 'shed'): Promise<number> => {
  const metrics = await (await fetch(`${app.url}/api/metrics`)).text();
  return Number(new RegExp(`^pages_total\\{outcome="${outcome}"\\} (\\d+)`, 'm').exec(metrics)?.[1] ?? 0);
};

/** How many pages are rendered during some requests. */
const rendersOf = async (ask: () => Promise<unknown>): Promise<number> => {
  const before = await countPages('rendered');
  await ask();
  return (await countPages('rendered')) - before;
};

describe('pages that are rendered once', () => {
  const spellings: [string, () => string[]][] = [
    [
      '/about',
      () => ['/about?x=1', '/about?x=2', '/about?x=1&x=2', '/ABOUT', '/%61bout', '/about/', '/about?'],
    ],
    ['/', () => ['/?x=1', '/?utm_source=a', '/?page=2']],
    [
      '/allClasses?category=Game+Development&sort=price&page=2',
      () => [
        '/allClasses?page=2&sort=price&category=Game+Development',
        '/allClasses?page=2&page=3&sort=price&sort=-price&category=Game+Development',
        '/allClasses?page=02&sort=price&category=Game%20Development&price=cheap&x=y',
        '/allclasses/?sort=price&category=Game+Development&page=2&q=+',
      ],
    ],
    [
      '/allClasses',
      () => ['/allClasses?page=abc', '/allClasses?sort=x', '/allClasses?page=1', '/allClasses?q='],
    ],
    [
      '/classDetail/{id}',
      () => [
        `/classDetail/${classId.toUpperCase()}`,
        `/CLASSDETAIL/${classId}/`,
        `/classDetail/${classId}?x=1`,
        `/classDetail/${classId}?feedback=1`,
      ],
    ],
    [
      '/classDetail/{id}?feedback=2',
      () => [`/classDetail/${classId}?x=1&feedback=02`, `/CLASSDETAIL/${classId}/?feedback=2&feedback=3`],
    ],
  ];

  it.each(spellings)('%s, whatever else its address contains', async (address, others) => {
    const path = address.replace('{id}', classId);
    let html = '';
    expect(await rendersOf(async () => ({ html } = await visit(path)))).toBe(1);
    const renders = await rendersOf(async () => {
      for (const other of [path, ...others()]) {
        const response = await visit(other);
        expect(response.status, other).toBe(200);
        expect(response.html, other).toBe(html);
      }
      expect((await visit(`${path}#x`, { method: 'HEAD' })).status).toBe(200);
      expect((await visit(path, { headers: { authorization: 'Bearer of nothing' } })).html).toBe(html);
    });
    expect(renders).toBe(0);
  });

  it('not-found pages', async () => {
    const missing = () => `/${randomUUID()}`;
    const classes = () => `/classDetail/${randomUUID()}`;
    for (const path of [missing(), classes(), '/classDetail/mistyped']) await visit(path);
    const renders = await rendersOf(async () => {
      for (let time = 0; time < 10; time += 1) {
        for (const path of [missing(), classes(), `/classDetail/x${time}`, `/a//${time}`, `//${time}`]) {
          const { status, html } = await visit(path);
          expect(status, path).toBe(404);
          expect(html).toMatch(/Page Not Found 404|No class details found\./);
        }
      }
    });
    expect(renders).toBe(0);
  });

  it('a page that is requested concurrently', async () => {
    const path = `/allClasses?q=${randomUUID()}`;
    let responses: Awaited<ReturnType<typeof visit>>[] = [];
    const renders = await rendersOf(async () => {
      responses = await Promise.all(Array.from({ length: 20 }, (_, n) => visit(`${path}&x=${n}`)));
    });
    expect(new Set(responses.map(({ html }) => html)).size).toBe(1);
    expect(renders).toBe(1);
  });
});

it('a response of the API is created once, whatever else its address contains', async () => {
  const { html } = await visit('/api/feedback?limit=20');
  await app.pool.query('alter table feedback rename to feedback_gone');
  const others = [
    '/api/feedback?x=1&limit=20',
    '/api/feedback?limit=20&utm_source=a',
    '/api/feedback/?limit=20',
  ];
  const responses = await Promise.all(others.map((path) => visit(path)));
  const unknown = await visit('/api/feedback?limit=19');
  await app.pool.query('alter table feedback_gone rename to feedback');
  for (const response of responses) expect(response.html).toBe(html);
  expect(unknown.status).toBe(500);
});

it('when too many pages wait to be rendered, anonymous visitors get a 503, signed-in users do not', async () => {
  await visit('/about');
  // Pages with the list wait until the lock is released.
  const { flood, members } = await whileLocked(app.pool, async (holder) => {
    await holder.query('lock table classes in access exclusive mode');
    const flood = Array.from({ length: 150 }, (_, n) => visit(`/allClasses?sort=price&page=${n + 2}`));
    // Two pages are being rendered, and 32 are waiting.
    await vi.waitFor(async () => expect(await countPages('shed')).toBe(116), { timeout: 20_000 });
    expect((await visit('/about')).status).toBe(200);
    const cookie = 'better-auth.session_token=abc.def';
    expect((await visit('/allClasses?page=2', { headers: { cookie } })).status).toBe(503);
    const members = Array.from({ length: 5 }, (_, n) =>
      visit(`/allClasses?page=${n + 3}`, { headers: { cookie: member.cookie } }),
    );
    // Each of them takes the place of an anonymous visitor.
    await vi.waitFor(async () => expect(await countPages('shed')).toBe(122), { timeout: 20_000 });
    return { flood, members };
  });
  for (const { status } of await Promise.all(members)) expect(status).toBe(200);
  const responses = await Promise.all(flood);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(29);
  const shed = responses.filter(({ status }) => status === 503);
  expect(shed).toHaveLength(121);
  for (const { headers, html } of shed) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    // The browser renders the page.
    expect(html).toContain('<script type="module"');
  }
});
