import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EditedPage, PageContent, SitePageName } from '#contract/site-pages.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { signInAs, type TestUser } from '#tests/support/users.ts';

const TERMS: PageContent = {
  title: 'Terms & conditions',
  lead: 'What {company} and you agree on.',
  text: '## Payment\n\nYou pay **once**. See [the law](https://law.test/).\n\n<script>alert(1)</script>',
};

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

const pages = async () =>
  ((await app.call('GET', '/site-pages', { token: admin.token })).body as { pages: EditedPage[] }).pages;
const pageNamed = async (name: SitePageName) => (await pages()).find((page) => page.name === name)!;
const write = async (name: SitePageName, content: object, publish: boolean, version?: number) =>
  app.call('PUT', `/site-pages/${name}`, {
    token: admin.token,
    body: { content, publish, version: version ?? (await pageNamed(name)).version },
  });
const remove = async (name: SitePageName, what: 'draft' | 'published') =>
  app.call('DELETE', `/site-pages/${name}/${what}?version=${(await pageNamed(name)).version}`, {
    token: admin.token,
  });
const visit = async (url: string, path: string) => {
  const response = await fetch(`${url}${path}`);
  return { status: response.status, html: await response.text() };
};

describe('a site whose pages nobody has changed', () => {
  it('shows the default texts as headings and paragraphs', async () => {
    const { html } = await visit(app.url, '/about');
    expect(html).toContain('<title>About us · ClassHarbor</title>');
    expect(html).toContain('ClassHarbor Ltd. started in 1999 as a two-person office');
    expect(html).toContain('<h2>What we believe</h2>');
    expect(html).toContain('<p>A good class leaves you able to do something');
    expect(html).toMatch(/<summary[^>]*>How long do I keep a class\?<\/summary>/);
    expect((await visit(app.url, '/branding')).html).toContain('<p>Two designers from our teaching team');
    expect((await visit(app.url, '/marketing')).html).toContain('<h2>What we don’t do</h2>');
  });

  it.each(['terms', 'privacy', 'imprint'])('has no page /%s, and no link to it', async (name) => {
    const { status, html } = await visit(app.url, `/${name}`);
    expect(status).toBe(404);
    expect(html).toContain('Page Not Found 404');
    expect((await visit(app.url, '/')).html).not.toContain(`href="/${name}"`);
    expect((await app.call('GET', `/pages/${name}`)).status).toBe(404);
    expect((await visit(app.url, '/sitemap.xml')).html).not.toContain(`/${name}<`);
  });
});

describe('the text of a page', () => {
  it('is visible only to admins while it is a draft', async () => {
    expect((await write('terms', TERMS, false)).body).toMatchObject({
      published: null,
      draft: TERMS,
      version: 1,
    });
    expect((await visit(app.url, '/terms')).status).toBe(404);
    expect((await app.call('GET', '/pages/terms')).status).toBe(404);
  });

  it('is on every server with the next request once it is published, with its link and in the sitemap', async () => {
    for (const { url } of [app, other]) await visit(url, '/contacts');
    expect((await write('terms', TERMS, true)).body).toMatchObject({ published: TERMS, draft: null });
    const { status, html } = await visit(app.url, '/terms');
    expect(status).toBe(200);
    expect(html).toContain('<title>Terms &amp; conditions · ClassHarbor</title>');
    expect(html).toContain('<meta name="description" content="What ClassHarbor Ltd. and you agree on."/>');
    expect(html).toMatch(/<link rel="canonical" href="[^"]*\/terms"\/>/);
    expect(html).toContain('<strong>once</strong>');
    expect(html).toContain('<a href="https://law.test/" rel="noopener">the law</a>');
    await expect.poll(async () => (await visit(other.url, '/terms')).status).toBe(200);
    for (const { url } of [app, other])
      expect((await visit(url, '/contacts')).html).toMatch(/href="\/terms"[^>]*>Terms &amp; conditions<\/a>/);
    expect((await visit(app.url, '/sitemap.xml')).html).toContain('/terms</loc>');
  });

  it('shows scripts as text', async () => {
    const { html } = await visit(app.url, '/terms');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('<script>alert');
  });

  it('stays as it is for visitors while an admin writes the next one', async () => {
    await write('terms', { ...TERMS, title: 'New terms' }, false);
    expect((await visit(app.url, '/terms')).html).not.toContain('New terms');
    expect((await remove('terms', 'draft')).body).toMatchObject({ published: TERMS, draft: null });
  });

  it('is removed everywhere once it is withdrawn, and becomes the draft', async () => {
    expect((await remove('terms', 'published')).body).toMatchObject({ published: null, draft: TERMS });
    for (const { url } of [app, other]) {
      await expect.poll(async () => (await visit(url, '/terms')).status).toBe(404);
      expect((await visit(url, '/contacts')).html).not.toContain('href="/terms"');
    }
  });

  it('is replaced by the default again', async () => {
    const before = (await pageNamed('about')).published!;
    await write('about', { ...before, title: 'Who we are' }, true);
    expect((await visit(app.url, '/about')).html).toContain(
      '<h1 dir="auto" class="wrap-anywhere">Who we are',
    );
    expect((await remove('about', 'published')).body).toMatchObject({
      published: before,
      isDefault: true,
      draft: { title: 'Who we are' },
    });
    expect((await visit(app.url, '/about')).html).not.toContain('Who we are');
  });

  it('is in the audit trail when visitors see a change', async () => {
    const { body } = await app.call('GET', '/audit?sort=oldest', { token: admin.token });
    const entries = (body as { action: string; subject: string }[]).filter(({ action }) =>
      action.startsWith('page '),
    );
    expect(entries.map(({ action, subject }) => `${action}: ${subject}`)).toEqual([
      'page published: Terms & conditions',
      'page withdrawn: Terms & conditions',
      'page published: Who we are',
      'page withdrawn: Who we are',
    ]);
  });

  it('does not overwrite another admin’s change', async () => {
    const { version } = await pageNamed('imprint');
    const responses = await Promise.all(
      ['One', 'Two'].map((title) => write('imprint', { ...TERMS, title }, false, version)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = responses.find(({ status }) => status === 409)!;
    expect(refused.body).toMatchObject({
      error: { code: 'edit_conflict', current: await pageNamed('imprint') },
    });
  });

  it.each([
    ['title', ''],
    ['title', 'two\nlines'],
    ['lead', 'x'.repeat(301)],
    ['text', ' \n'],
    ['text', 'x'.repeat(100_001)],
  ])('is refused with the reason if its %s is %j', async (field, value) => {
    const { status, body } = await write('privacy', { ...TERMS, [field]: value }, true);
    expect(status).toBe(400);
    expect((body as { error: { fields: object } }).error.fields).toHaveProperty(`content.${field}`);
  });

  it('is refused for an unknown page', async () => {
    expect((await app.call('GET', '/pages/nothing')).status).toBe(400);
  });

  it('keeps the pictures that it shows from being removed', async () => {
    const address = `/images/${'a'.repeat(32)}-100x100/100.webp`;
    await write('privacy', { ...TERMS, text: `![Picture](${address})` }, false);
    const { rows } = await app.pool.query("select pictures from site_pages where name = 'privacy'");
    expect(rows).toEqual([{ pictures: [address] }]);
  });
});

describe('a long text', () => {
  it('may be as long as the terms of a company, and no longer', async () => {
    const paragraph = `§ 1 „Ümlaute“ und "Anführungszeichen" \\ ${'ein langer Satz '.repeat(20)}\n\n`;
    const text = paragraph.repeat(400).slice(0, 99_990) + '\n\nThe end';
    expect((await write('terms', { ...TERMS, text: '条'.repeat(100_000) }, false)).status).toBe(200);
    expect((await write('terms', { ...TERMS, text }, true)).status).toBe(200);
    expect((await visit(app.url, '/terms')).html).toContain('The end');
    const { status, body } = await write('terms', { ...TERMS, text: `${text}more than that` }, true);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { fields: { 'content.text': 'At most 100000 characters' } } });
    await remove('terms', 'published');
  });
});
