import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallToAction, HomeChanges, Partner, ShownHome, Slide } from '#contract/home-content.ts';
import type { SiteSettings } from '#contract/site-settings.ts';
import { phonePhoto, uploadPicture } from '#tests/support/pictures.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, signInAs, type TestUser } from '#tests/support/users.ts';

const SLIDE: Slide = {
  headline: 'Learn to sail',
  subtitle: 'In a week',
  picture: '/pictures/heroes/harbor.svg',
  narrowPicture: '',
  description: '',
  text: 'panel',
  label: '',
  link: '',
};
const CALL: CallToAction = {
  title: 'Sail this weekend',
  text: '',
  label: 'Rent one',
  link: 'https://boats.example/',
  picture: '/pictures/heroes/harbor.svg',
};
const PARTNER: Partner = { name: 'Nordwind', symbol: 'waves', picture: '' };

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

const settings = async () =>
  (await app.call('GET', '/site-settings', { token: admin.token })).body as SiteSettings;
const change = async (home: HomeChanges, version?: number) =>
  app.call('PUT', '/site-settings', {
    token: admin.token,
    body: { home, version: version ?? (await settings()).version },
  });
const shown = async () => (await app.call('GET', '/home-content')).body as ShownHome;
const homeOf = async (url: string) => (await fetch(`${url}/`)).text();

describe('the home page', () => {
  it('starts with the defaults of the product', async () => {
    const { slides, partners, services, calls } = await shown();
    expect(slides.map(({ headline }) => headline)).toEqual([
      'Learn With Us And Make A Smart Career',
      'Become A Teacher And Help To Build Their Career',
      'Develop Digital Skills And Earn The Badge To Built Career',
      '',
    ]);
    expect(partners).toHaveLength(9);
    expect(services.map(({ title }) => title)).toEqual([
      'Graphics Designing',
      'Digital Marketing',
      'SEO Development',
      'Application Development',
      'Game Development',
      'UI/UX Designing',
    ]);
    expect(calls.map(({ title, label, link }) => [title, label, link])).toEqual([
      ['Become A Teacher To This Platform', 'Become A Teacher', '/teacherReq'],
      ['Build the career that you want', 'See More', '/contacts'],
    ]);
    expect((await settings()).home).toEqual({ slides, partners, services, calls, userCount: 'fixed' });
    const page = await homeOf(app.url);
    for (const text of ['Learn With Us And', 'Teaching, Learning And Management', 'Fjordline', 'UI/UX'])
      expect(page).toContain(text);
  });

  it('shows a change on every server with the next request, and is cached again', async () => {
    for (const url of [app.url, other.url]) expect(await homeOf(url)).toContain('Fjordline');
    const before = (await fetch(`${app.url}/`)).headers.get('etag');
    const { services, calls } = await shown();
    const stored = await change({ slides: [SLIDE], partners: [PARTNER], services: services.toReversed() });
    expect(stored.status).toBe(200);
    expect(await shown()).toEqual({
      slides: [SLIDE],
      partners: [PARTNER],
      services: services.toReversed(),
      calls,
      totalUsers: 23,
    });
    const after = await fetch(`${app.url}/`);
    const page = await after.text();
    expect(page).toContain('Learn to sail');
    expect(page).toContain('Nordwind');
    expect(page).not.toContain('Fjordline');
    expect(page.indexOf('UI/UX Designing')).toBeLessThan(page.indexOf('Graphics Designing'));
    const etag = after.headers.get('etag')!;
    expect(etag).not.toBe(before);
    const again = await fetch(`${app.url}/`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    await expect.poll(() => homeOf(other.url)).toContain('Learn to sail');
  });

  it('has buttons and calls to action that lead to configured links', async () => {
    const slide = { ...SLIDE, label: 'See the boats', link: '/allClasses?q=boats' };
    expect((await change({ slides: [slide], calls: [CALL] })).status).toBe(200);
    const page = await homeOf(app.url);
    expect(page).toMatch(/<a[^>]*href="\/allClasses\?q=boats"[^>]*>See the boats<\/a>/);
    expect(page).toMatch(/<a[^>]*href="https:\/\/boats\.example\/"[^>]*>Rent one<\/a>/);
    expect(page).not.toContain('Become A Teacher To This Platform');
    expect(page).not.toContain('Build the career');
    await change({ calls: null });
    expect(await homeOf(app.url)).toContain('Become A Teacher To This Platform');
  });

  it('shows slides that an earlier version has stored, which have no button', async () => {
    const earlier = Object.entries(SLIDE).filter(([name]) => name !== 'label' && name !== 'link');
    await app.pool.query('update site_settings set slides = $1', [
      JSON.stringify([Object.fromEntries(earlier)]),
    ]);
    expect((await settings()).home.slides).toEqual([SLIDE]);
    expect((await change({ slides: [SLIDE] })).status).toBe(200);
  });

  it('omits partners and services if there are none', async () => {
    expect((await change({ partners: [], services: [] })).status).toBe(200);
    const page = await homeOf(app.url);
    expect(page).not.toContain('Meet Our Global Partners');
    expect(page).not.toContain('Our services');
    expect(page).toContain('Total Users');
  });

  it('restores the defaults of each part separately', async () => {
    expect((await change({ partners: null })).status).toBe(200);
    const { slides, partners, services } = await shown();
    expect([slides, partners.length, services]).toEqual([[SLIDE], 9, []]);
    await change({ slides: null, services: null });
    expect(await homeOf(app.url)).toContain('Learn With Us And Make A Smart Career');
  });

  it('escapes texts', async () => {
    const script = '</script><script>alert(1)</script>';
    const { status } = await change({
      slides: [{ ...SLIDE, headline: script, picture: '/"><script>alert(1)</script>' }],
      partners: [{ ...PARTNER, name: script }],
      services: [{ title: '<img src=x onerror=alert(1)>', text: script, symbol: 'leaf', picture: '' }],
    });
    expect(status).toBe(200);
    const page = await homeOf(app.url);
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<img src=x');
    expect(page).toContain('&lt;script&gt;alert(1)');
    await change({ slides: null, partners: null, services: null });
  });
});

/** The first number in the home page's statistics. */
const usersOn = async (url: string) => /sr-only">([\d,]+)</.exec(await statisticsOf(url))?.[1];
const statisticsOf = async (url: string) => (await homeOf(url)).split('Total Users')[1]!;

describe('the number of users', () => {
  it('is fixed at 23, however many users register', async () => {
    expect(await usersOn(app.url)).toBe('23');
    await createStudent(app);
    expect((await shown()).totalUsers).toBe(23);
  });

  it('is the actual one if admins choose so, and follows every account on every server', async () => {
    expect((await change({ userCount: 'counted' })).status).toBe(200);
    const { rows } = await app.pool.query<{ count: string }>(
      'select count(*) from users where deleted_at is null',
    );
    const before = Number(rows[0]!.count);
    expect(await usersOn(app.url)).toBe(String(before));
    await expect.poll(() => usersOn(other.url)).toBe(String(before));
    const { email } = await createStudent(app);
    expect(await usersOn(app.url)).toBe(String(before + 1));
    await expect.poll(() => usersOn(other.url)).toBe(String(before + 1));
    const { rows: people } = await app.pool.query<{ id: string }>('select id from users where email = $1', [
      email,
    ]);
    await app.call('DELETE', `/users/${people[0]!.id}`, { token: admin.token });
    expect(await usersOn(app.url)).toBe(String(before));
    await expect.poll(() => usersOn(other.url)).toBe(String(before));
    expect((await change({ userCount: 'fixed' })).status).toBe(200);
    expect(await usersOn(app.url)).toBe('23');
  });
});

describe('a change', () => {
  it.each<[string, string, HomeChanges]>([
    ['no slide', 'home.slides', { slides: [] }],
    ['nine slides', 'home.slides', { slides: Array.from({ length: 9 }, () => SLIDE) }],
    [
      'a headline that is too long',
      'home.slides.0.headline',
      { slides: [{ ...SLIDE, headline: 'x'.repeat(101) }] },
    ],
    ['a headline of two lines', 'home.slides.0.headline', { slides: [{ ...SLIDE, headline: 'a\nb' }] }],
    ['no picture', 'home.slides.0.picture', { slides: [{ ...SLIDE, picture: '' }] }],
    [
      'a script as the picture',
      'home.slides.0.picture',
      { slides: [{ ...SLIDE, picture: 'javascript:alert(1)' }] },
    ],
    [
      'a picture of another protocol',
      'home.slides.0.narrowPicture',
      { slides: [{ ...SLIDE, narrowPicture: '//x.test/a.png' }] },
    ],
    [
      'neither headline nor description',
      'home.slides.0.description',
      { slides: [{ ...SLIDE, headline: '', subtitle: '' }] },
    ],
    [
      'a line above no headline',
      'home.slides.0.headline',
      { slides: [{ ...SLIDE, headline: '', description: 'A' }] },
    ],
    ['an unknown look', 'home.slides.0.text', { slides: [{ ...SLIDE, text: 'pink' as 'dark' }] }],
    ['a partner without a name', 'home.partners.0.name', { partners: [{ ...PARTNER, name: ' ' }] }],
    [
      'an unknown symbol',
      'home.partners.0.symbol',
      { partners: [{ ...PARTNER, symbol: 'skull' as 'leaf' }] },
    ],
    ['a button without an address', 'home.slides.0.link', { slides: [{ ...SLIDE, label: 'Go' }] }],
    [
      'a button that is a script',
      'home.slides.0.link',
      { slides: [{ ...SLIDE, label: 'Go', link: 'javascript:alert(1)' }] },
    ],
    [
      'a button below no headline',
      'home.slides.0.label',
      { slides: [{ ...SLIDE, headline: '', subtitle: '', description: 'A', label: 'Go', link: '/' }] },
    ],
    ['a call to action without a button', 'home.calls.0.label', { calls: [{ ...CALL, label: '' }] }],
    ['a call to action that leads nowhere', 'home.calls.0.link', { calls: [{ ...CALL, link: '//x.test' }] }],
    ['three calls to action', 'home.calls', { calls: [CALL, CALL, CALL] }],
    ['an unknown count', 'home.userCount', { userCount: 'guessed' as 'fixed' }],
    ['25 partners', 'home.partners', { partners: Array.from({ length: 25 }, () => PARTNER) }],
    [
      'a service with too much text',
      'home.services.0.text',
      { services: [{ title: 'A', text: 'x'.repeat(201), symbol: 'leaf', picture: '' }] },
    ],
  ])('with %s is refused with the reason', async (_what, field, home) => {
    const before = await settings();
    const { status, body } = await change(home);
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields)).toEqual([field]);
    expect(await settings()).toEqual(before);
  });

  it('of one admin does not overwrite that of another, and is in the audit trail', async () => {
    const { version } = await settings();
    const responses = await Promise.all(
      ['One', 'Two'].map((headline) => change({ slides: [{ ...SLIDE, headline }] }, version)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = responses.find(({ status }) => status === 409)!;
    expect(refused.body.error).toMatchObject({ code: 'edit_conflict', current: await settings() });
    const { body } = await app.call('GET', '/audit?limit=1', { token: admin.token });
    expect(body).toMatchObject([{ action: 'site settings changed', reason: 'Slides of the home page' }]);
  });

  it('is stored once if the call is sent again because the response was lost', async () => {
    for (const slides of [[SLIDE], null]) {
      const { version } = await settings();
      const first = await change({ slides }, version);
      const again = await change({ slides }, version);
      expect(again).toMatchObject({ status: 200, body: first.body });
      expect((await change({ slides, calls: [CALL] }, version)).status).toBe(409);
    }
  });

  it('is for admins only', async () => {
    const { token } = await createStudent(app);
    const { status } = await app.call('PUT', '/site-settings', { token, body: { home: {}, version: 0 } });
    expect(status).toBe(403);
  });

  it('keeps the pictures that it uses from being deleted with the account that uploaded them', async () => {
    const second = await createStudent(app);
    const [used, unused] = [await phonePhoto(400, 200), await phonePhoto(440, 200)];
    const picture = (await uploadPicture(app, second, used)).body.image as string;
    const gone = (await uploadPicture(app, second, unused)).body.image as string;
    expect((await change({ slides: [{ ...SLIDE, narrowPicture: picture }] })).status).toBe(200);
    const { rows } = await app.pool.query<{ id: string }>('select id from users where email = $1', [
      second.email,
    ]);
    const { status } = await app.call('DELETE', `/users/${rows[0]!.id}`, { token: admin.token });
    expect(status).toBe(200);
    const addresses = await app.pool.query('select address from pictures where address = any($1)', [
      [picture, gone],
    ]);
    expect(addresses.rows).toEqual([{ address: picture }]);
  });
});
