import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EditedPost, PostContent, PostEntry } from '#contract/blog-posts.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { signInAs, type TestUser } from '#tests/support/users.ts';

const POST: PostContent = {
  title: 'Wind & water',
  author: 'Ada Lovelace',
  date: '2026-11-20',
  picture: 'https://pictures.test/wind.png',
  text: 'How **wind** works.\n\n<script>alert(1)</script>',
};
const DEFAULT = 'turn-in-the-ugly-version';

let app: TestApp;
let other: Awaited<ReturnType<typeof startTestServer>>;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  other = await startTestServer(app.databaseUrl);
  admin = await signInAs(app, 'Admin');
});
afterAll(async () => {
  await other.stop();
  await app.close();
});

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  app.call(method, path, { token: admin.token, ...(body && { body }) });
const edited = async (slug: string) => (await send('GET', `/edited-posts/${slug}`)).body as EditedPost;
const add = (slug: string, publish: boolean, content: object = POST) =>
  send('POST', '/edited-posts', { slug, content, publish });
const write = async (slug: string, content: object, publish: boolean, version?: number) =>
  send('PUT', `/edited-posts/${slug}`, {
    content,
    publish,
    version: version ?? (await edited(slug)).version,
  });
const remove = async (slug: string, what = '') =>
  send('DELETE', `/edited-posts/${slug}${what}?version=${(await edited(slug)).version}`);
const visit = async (url: string, path: string) => {
  const response = await fetch(`${url}${path}`);
  return { status: response.status, html: await response.text() };
};
const titlesIn = (html: string) =>
  [...html.matchAll(/<h2[^>]*><a[^>]*>([^<]*)<\/a>/g)].map(([, title]) => title);
const DEFAULT_TITLES = [
  'Turn in the ugly version',
  'One number for a small shop',
  'A level should teach with kindness',
];

describe('a blog that nobody has changed', () => {
  it('shows its three posts as a whole, newest first', async () => {
    const { html } = await visit(app.url, '/blogs');
    expect(titlesIn(html)).toEqual(DEFAULT_TITLES);
    expect(html).toContain('<p>It works for classes too. Students should be able to fail');
    expect(html).toContain('<time dateTime="2026-10-06">October 6, 2026</time>');
    expect(html).not.toContain('Read more');
  });

  it('has a page for each, which the sitemap lists', async () => {
    const { status, html } = await visit(app.url, `/blogs/${DEFAULT}`);
    expect(status).toBe(200);
    expect(html).toContain('<title>Turn in the ugly version · ClassHarbor</title>');
    expect(html).toMatch(/<meta name="description" content="Every term, someone asks/);
    expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"]*/blogs/${DEFAULT}"/>`));
    expect((await visit(app.url, '/sitemap.xml')).html).toContain(`/blogs/${DEFAULT}</loc>`);
    for (const unknown of ['nothing', 'constructor'])
      expect((await visit(app.url, `/blogs/${unknown}`)).status).toBe(404);
    expect((await visit(app.url, '/blogs/Not%20a%20post')).status).toBe(404);
  });
});

describe('a post', () => {
  it('is visible only to admins while it is a draft', async () => {
    expect((await add('wind', false)).body).toMatchObject({ published: null, draft: POST, version: 1 });
    expect((await visit(app.url, '/blogs/wind')).status).toBe(404);
    expect((await app.call('GET', '/blog-posts/wind')).status).toBe(404);
    expect(titlesIn((await visit(app.url, '/blogs')).html)).toEqual(DEFAULT_TITLES);
    const { posts } = (await send('GET', '/edited-posts')).body as { posts: PostEntry[] };
    expect(posts[0]).toEqual({
      slug: 'wind',
      title: 'Wind & water',
      date: '2026-11-20',
      isPublished: false,
      hasDraft: true,
    });
  });

  it('is on every server with the next request once it is published', async () => {
    await visit(other.url, '/blogs');
    expect((await write('wind', POST, true)).body).toMatchObject({ published: POST, draft: null });
    const { status, html } = await visit(app.url, '/blogs/wind');
    expect(status).toBe(200);
    expect(html).toContain('<strong>wind</strong>');
    expect(html).toContain('<meta property="og:image" content="https://pictures.test/wind.png"/>');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('<script>alert');
    await expect
      .poll(async () => titlesIn((await visit(other.url, '/blogs')).html))
      .toEqual(['Wind &amp; water', ...DEFAULT_TITLES]);
    expect((await visit(app.url, '/sitemap.xml')).html).toContain('/blogs/wind</loc>');
  });

  it('stays as it is for readers while an admin writes the next version', async () => {
    await write('wind', { ...POST, title: 'New wind' }, false);
    expect((await visit(app.url, '/blogs/wind')).html).not.toContain('New wind');
    expect((await remove('wind', '/draft')).body).toMatchObject({ published: POST, draft: null });
  });

  it('is withdrawn and becomes the draft, and is deleted', async () => {
    expect((await remove('wind', '/published')).body).toMatchObject({ published: null, draft: POST });
    expect((await visit(app.url, '/blogs/wind')).status).toBe(404);
    expect((await remove('wind')).body).toEqual({ deletedCount: 1 });
    expect((await send('GET', '/edited-posts/wind')).status).toBe(404);
    expect((await add('wind', false)).status).toBe(200);
    await remove('wind');
  });

  it('from the defaults can be changed, withdrawn and deleted', async () => {
    const { published } = await edited(DEFAULT);
    await write(DEFAULT, { ...published, title: 'Show the ugly version' }, true);
    expect(titlesIn((await visit(app.url, '/blogs')).html)[0]).toBe('Show the ugly version');
    await remove(DEFAULT, '/published');
    expect(titlesIn((await visit(app.url, '/blogs')).html)).toEqual(DEFAULT_TITLES.slice(1));
    await remove(DEFAULT);
    expect((await visit(app.url, `/blogs/${DEFAULT}`)).status).toBe(404);
    expect((await send('GET', `/edited-posts/${DEFAULT}`)).status).toBe(404);
  });

  it('does not overwrite another admin’s change', async () => {
    await add('race', false);
    const responses = await Promise.all(
      ['One', 'Two'].map((title) => write('race', { ...POST, title }, false, 1)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = responses.find(({ status }) => status === 409)!;
    expect(refused.body).toMatchObject({ error: { code: 'edit_conflict', current: await edited('race') } });
    expect((await add('race', false)).body).toMatchObject({
      error: {
        code: 'conflict',
        fields: { slug: 'Another post already uses this URL' },
        current: await edited('race'),
      },
    });
    await remove('race');
  });

  it('is added once if the call is sent again because the response was lost', async () => {
    const published = async () => {
      const { body } = await send('GET', '/audit?action=post published');
      return (body as object[]).length;
    };
    const before = await published();
    const [first, second] = [await add('again', true), await add('again', true)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(await published()).toBe(before + 1);
    expect((await add('again', false)).status).toBe(409);
    await remove('again');
  });

  it('keeps a new one at its address if its deletion is sent again', async () => {
    await add('reused', true);
    const { version } = await edited('reused');
    const repeat = () => send('DELETE', `/edited-posts/reused?version=${version}`);
    expect((await repeat()).status).toBe(200);
    expect((await repeat()).status).toBe(404);
    await add('reused', true);
    expect((await repeat()).body).toMatchObject({ error: { code: 'edit_conflict' } });
    expect((await visit(app.url, '/blogs/reused')).status).toBe(200);
    await remove('reused');
  });

  it('is in the audit trail when readers see a change', async () => {
    const { body } = await send('GET', '/audit?sort=oldest');
    const actions = (body as { action: string; subject: string }[])
      .filter(({ action }) => action.startsWith('post '))
      .map(({ action, subject }) => `${action}: ${subject}`);
    expect(actions.slice(0, 3)).toEqual([
      'post published: Wind & water',
      'post withdrawn: Wind & water',
      'post deleted: Wind & water',
    ]);
    const entries = async () => ((await send('GET', '/audit')).body as object[]).length;
    const before = await entries();
    await add('only-a-draft', false);
    await remove('only-a-draft', '/published');
    expect(await entries()).toBe(before);
    await remove('only-a-draft');
  });

  it.each([
    ['title', ''],
    ['author', ''],
    ['date', '2026-02-30'],
    ['picture', 'javascript:alert(1)'],
    ['text', ' '],
  ])('is refused with the reason if its %s is %j', async (field, value) => {
    const { status, body } = await add('refused', true, { ...POST, [field]: value });
    expect(status).toBe(400);
    expect((body as { error: { fields: object } }).error.fields).toHaveProperty(`content.${field}`);
  });

  it.each(['', 'Wind', 'a--b', '-a', 'a/b', 'x'.repeat(81)])(
    'is refused with the address %j',
    async (slug) => {
      expect((await add(slug, true)).status).toBe(400);
    },
  );
});

it('a blog of more than ten posts has pages, and shows the beginnings of long posts', async () => {
  const long = `${'A long paragraph. '.repeat(50)}\n\n${'Another one. '.repeat(100)}\n\nThe end.`;
  for (let day = 1; day <= 11; day += 1)
    await add(`day-${day}`, true, {
      ...POST,
      title: `Day ${day}`,
      date: `2027-01-${String(day).padStart(2, '0')}`,
      text: long,
    });
  const first = (await visit(app.url, '/blogs')).html;
  expect(titlesIn(first)).toHaveLength(10);
  expect(titlesIn(first)[0]).toBe('Day 11');
  expect(first).toContain('Read more');
  expect(first).not.toContain('The end.');
  expect(first).toContain('href="/blogs?page=2"');
  const second = (await visit(app.url, '/blogs?page=2')).html;
  expect(titlesIn(second)).toEqual(['Day 1', ...DEFAULT_TITLES.slice(1)]);
  expect(second).toMatch(/<link rel="canonical" href="[^"]*\/blogs\?page=2"\/>/);
  expect((await visit(app.url, '/blogs/day-1')).html).toContain('The end.');
});
