import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOPICS } from '#server/database/topics.ts';
import { announceTopic } from '#tests/support/announce-topic.ts';
import { addClass, publishClass } from '#tests/support/classes.ts';
import { createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;

beforeAll(async () => {
  app = await startTestApp({ CLASS_PAGES: 'public' });
  admin = await signInAs(app, 'Admin');
  teacher = await createTeacher(app);
});
afterAll(() => app.close());

const visit = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${app.url}${path}`, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, html: await response.text() };
};

const elementOf = (html: string, start: string): unknown =>
  JSON.parse(
    html
      .split(start)[1]!
      .split('</script>')[0]!
      .replace(/^[^>]*>/, ''),
  );

describe('the status of a page', () => {
  it.each(['/', '/allClasses', '/about', '/login', '/dashboard', '/dashboard/allUsers', '/payment'])(
    'is 200 for %s',
    async (path) => {
      const { status, headers } = await visit(path);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    },
  );

  it.each([
    '/nothing',
    '/dashboard/nothing',
    '/classDetail',
    '/classDetail/mistyped',
    '/classDetail/00000000-0000-4000-8000-000000000000',
    '//elsewhere.example/nothing',
    '/index.html',
  ])('is 404 for %s', async (path) => {
    const { status, html } = await visit(path);
    expect(status).toBe(404);
    expect(html).not.toContain('rel="canonical"');
  });

  it('is 404 for a class that is not approved, without revealing its text', async () => {
    const id = await addClass(app, teacher, { title: 'A secret plan' });
    const { status, html } = await visit(`/classDetail/${id}`);
    expect(status).toBe(404);
    expect(html).toContain('No class details found.');
    expect(html).not.toContain('A secret plan');
  });

  it('is 503 while the data is unavailable, with the script that retries', async () => {
    await app.pool.query('alter table feedback rename to feedback_gone');
    await announceTopic(app.pool, TOPICS.everything);
    const { status, html } = await visit('/');
    await app.pool.query('alter table feedback_gone rename to feedback');
    expect(status).toBe(503);
    expect(html).toContain('Loading feedback...');
    expect(html).toContain('<script type="module"');
  });

  it('is 304 for a browser that has the page, until it changes', async () => {
    const etag = (await visit('/allClasses')).headers.get('etag')!;
    expect((await visit('/allClasses', { 'if-none-match': etag })).status).toBe(304);
    await publishClass(app, teacher, admin, { title: 'Something new' });
    const changed = await visit('/allClasses', { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.html).toContain('Something new');
  });
});

describe('the page of a class', () => {
  it('has structured data as a schema.org Course, with offer and rating, that cannot close the element', async () => {
    const title = 'Half </script><script>alert(1)</script> price';
    const id = await publishClass(app, teacher, admin, { title, price: 49.5 });
    const { html } = await visit(`/classDetail/${id}`);
    expect(html).not.toContain('<script>alert(1)');
    const course = elementOf(html, '<script type="application/ld+json"');
    expect(course).toMatchObject({
      '@type': 'Course',
      name: title,
      url: `${app.url}/classDetail/${id}`,
      offers: { '@type': 'Offer', price: 49.5, priceCurrency: 'USD', category: 'Paid' },
      hasCourseInstance: { instructor: { name: teacher.name } },
    });
    expect(course).not.toHaveProperty('aggregateRating');
  });

  it('has the rating once there is one', async () => {
    const { rows } = await app.pool.query<{ id: string }>(
      `select class_id as id from feedback join classes on classes.id = class_id
        where status = 'approve' and classes.hidden_at is null and feedback.hidden_at is null limit 1`,
    );
    if (!rows[0]) throw new Error('The demo data have no feedback');
    const { html } = await visit(`/classDetail/${rows[0].id}`);
    expect(elementOf(html, '<script type="application/ld+json"')).toMatchObject({
      aggregateRating: { '@type': 'AggregateRating', bestRating: 5 },
    });
  });

  it('shows no email address', async () => {
    const id = await publishClass(app, teacher, admin);
    expect((await visit(`/classDetail/${id}`)).html).not.toContain(teacher.email);
  });
});

describe('for search engines', () => {
  it('the sitemap lists the public pages and the published classes, and robots.txt refers to it', async () => {
    const shown = await publishClass(app, teacher, admin);
    const pending = await addClass(app, teacher);
    const sitemap = await visit('/sitemap.xml');
    expect(sitemap.headers.get('content-type')).toContain('application/xml');
    expect(sitemap.html).toContain(`<loc>${app.url}/about</loc>`);
    expect(sitemap.html).toMatch(
      new RegExp(`<loc>${app.url}/classDetail/${shown}</loc><lastmod>\\d{4}-\\d\\d-\\d\\dT`),
    );
    expect(sitemap.html).not.toContain(pending);
    const robots = await visit('/robots.txt');
    expect(robots.html).toContain(`Sitemap: ${app.url}/sitemap.xml`);
    expect(robots.html).toContain('Disallow: /dashboard');
    expect(robots.html).toContain('Allow: /api/certificates/*/picture');
  });

  it('the sitemap files together contain each class once', async () => {
    const whole = (await visit('/sitemap.xml')).html.match(/classDetail\/[^<]+/g)!;
    const spread: string[] = [];
    for (let byte = 0; byte < 256; byte += 1) {
      const { html } = await visit(`/sitemaps/${byte.toString(16).padStart(2, '0')}.xml`);
      spread.push(...(html.match(/classDetail\/[^<]+/g) ?? []));
    }
    expect(spread.sort()).toEqual(whole.sort());
    expect((await visit('/sitemaps/pages.xml')).html).toContain(`<loc>${app.url}/</loc>`);
    expect((await visit('/sitemaps/zz.xml')).status).toBe(404);
  });
});

it('shows visitors texts as given, and no email addresses', async () => {
  const id = await publishClass(app, teacher, admin, {
    description: '<img src=x onerror=alert(1)> & "more"',
  });
  const { body } = await app.call('GET', `/classes/${id}`);
  expect(body.description).toBe('<img src=x onerror=alert(1)> & "more"');
  const page = await (await fetch(`${app.url}/classDetail/${id}`)).text();
  expect(page).not.toContain('<img src=x');
  for (const path of ['/classes', '/feedback', `/classes/${id}`]) {
    expect(JSON.stringify((await app.call('GET', path)).body)).not.toMatch(/@[\w-]+\.(test|example)/);
  }
});
