import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addClass, publishClass } from '#tests/support/classes.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;
let member: TestUser;
let classId: string;
const TITLE = 'A class for members';

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app);
  member = await createStudent(app);
  classId = await publishClass(app, teacher, admin, { title: TITLE });
});
afterAll(() => app.close());

const visit = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(`${app.url}${path}`, { headers, redirect: 'manual', method });
  return { status: response.status, headers: response.headers, html: await response.text() };
};

const expectLogin = ({ status, headers, html }: Awaited<ReturnType<typeof visit>>, path: string) => {
  expect(status).toBe(302);
  expect(headers.get('location')).toBe(`/login?from=${encodeURIComponent(path)}`);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(html).toBe('');
};

describe('the page of a class, for an anonymous visitor', () => {
  it('redirects to the login at once, which leads back', async () => {
    const path = `/classDetail/${classId}`;
    for (const address of [path, `${path}?x=1`, `${path}/`, `/CLASSDETAIL/${classId.toUpperCase()}`])
      expectLogin(await visit(address), path);
    expectLogin(await visit(path, {}, 'HEAD'), path);
  });

  it('does not reveal whether the class exists', async () => {
    const pending = await addClass(app, teacher, { title: 'Not yet published' });
    for (const id of [pending, '00000000-0000-4000-8000-000000000000', 'mistyped'])
      expectLogin(await visit(`/classDetail/${id}`), `/classDetail/${id}`);
  });

  it('redirects with an invalid cookie as well, and with an access token, which pages do not read', async () => {
    const path = `/classDetail/${classId}`;
    expectLogin(await visit(path, { cookie: 'better-auth.session_token=abc.def' }), path);
    expectLogin(await visit(path, { authorization: `Bearer ${member.token}` }), path);
  });
});

describe('the page of a class, for a signed-in user', () => {
  it('is sent at once, and never from the cache to anyone else', async () => {
    const path = `/classDetail/${classId}`;
    const first = await visit(path, { cookie: member.cookie });
    expect(first.status).toBe(200);
    expect(first.html).toContain(TITLE);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const again = await visit(path, { cookie: teacher.cookie });
    expect(again.html).toBe(first.html);
    expect(again.headers.get('cache-control')).toBe('private, no-cache');
    const etag = first.headers.get('etag')!;
    expect((await visit(path, { cookie: member.cookie, 'if-none-match': etag })).status).toBe(304);
    expectLogin(await visit(path, { 'if-none-match': etag }), path);
  });

  it('is the login again after they have signed out', async () => {
    const guest = await createStudent(app);
    const path = `/classDetail/${classId}`;
    expect((await visit(path, { cookie: guest.cookie })).status).toBe(200);
    await app.call('POST', '/auth/sign-out', { cookie: guest.cookie, body: {} });
    expectLogin(await visit(path, { cookie: guest.cookie }), path);
  });

  it('never redirects to the login while the session cannot be checked', async () => {
    await app.pool.query('alter table identity.session rename to session_gone');
    const { status, html, headers } = await visit(`/classDetail/${classId}`, { cookie: member.cookie });
    await app.pool.query('alter table identity.session_gone rename to session');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(html).toContain('<script type="module"');
    expect(html).not.toContain(TITLE);
  });

  it('is 404 for a missing class', async () => {
    expect((await visit('/classDetail/mistyped', { cookie: member.cookie })).status).toBe(404);
  });
});

describe('search engines', () => {
  it('find no page of a class', async () => {
    expect((await visit('/sitemap.xml')).html).not.toContain('classDetail');
    expect((await visit('/sitemaps/00.xml')).status).toBe(404);
    expect((await visit('/robots.txt')).html).toContain('Disallow: /classDetail/');
  });

  it('are told not to index the login and personal pages', async () => {
    expect((await visit('/robots.txt')).html).not.toContain('Disallow: /login');
    for (const path of ['/login', `/login?from=/classDetail/${classId}`, '/registration', '/dashboard'])
      expect((await visit(path)).html, path).toContain('<meta name="robots" content="noindex"/>');
    expect((await visit('/about')).html).not.toContain('noindex');
  });
});

it('the setting is sent to browsers, and CLASS_PAGES=public opens the page to everyone', async () => {
  expect((await app.call('GET', '/config')).body.classPages).toBe('members');
  const open = await startTestApp({ CLASS_PAGES: 'public' });
  const [offer] = (await open.call('GET', '/classes?limit=1')).body as { _id: string; title: string }[];
  const response = await fetch(`${open.url}/classDetail/${offer!._id}`, { redirect: 'manual' });
  const html = await response.text();
  const robots = await (await fetch(`${open.url}/robots.txt`)).text();
  const sitemap = await (await fetch(`${open.url}/sitemap.xml`)).text();
  const config = (await open.call('GET', '/config')).body;
  await open.close();
  expect(response.status).toBe(200);
  expect(html).toContain('"@type":"Course"');
  expect(html).not.toContain('noindex');
  expect(robots).not.toContain('classDetail');
  expect(sitemap).toContain(`/classDetail/${offer!._id}`);
  expect(config.classPages).toBe('public');
});
