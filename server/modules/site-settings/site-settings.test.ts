import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accentColors, contrastOf } from '#contract/brand-colors.ts';
import { type Brand, DEFAULT_BRAND } from '#contract/brand.ts';
import type { SiteSettings } from '#contract/site-settings.ts';
import { DEFAULT_SKILLS } from '#contract/skills.ts';
import { DEFAULT_HOME } from './default-home.ts';
import { sharp } from '../../pictures/sharp.ts';
import { PROJECT_ROOT } from '../../project-root.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { emailsTo } from '#tests/support/emails.ts';
import { register, signInAs, type TestUser } from '#tests/support/users.ts';

const BRAND: Brand = {
  logoFirst: 'Nord',
  logoSecond: 'licht',
  company: 'Nordlicht & Söhne',
  claim: '',
  description: 'Classes about the sky',
  accent: '#7a1f5c',
  logoImage: '/pictures/avatars/09.svg',
  shareImage: 'https://pictures.test/share.png',
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

const settings = async () =>
  (await app.call('GET', '/site-settings', { token: admin.token })).body as SiteSettings;
const change = async (changed: Partial<Brand>, version?: number) =>
  app.call('PUT', '/site-settings', {
    token: admin.token,
    body: {
      brand: { ...(await settings()).brand, ...changed },
      version: version ?? (await settings()).version,
    },
  });
const pageOf = async (url: string, path: string) => (await fetch(`${url}${path}`)).text();

/** The home page, another public page, a missing page, the login, and a page that is rendered in the browser. */
const PAGES = ['/', '/about', '/none', '/login', '/dashboard/userHome'];

describe('a change of the brand', () => {
  it('starts from the defaults', async () => {
    expect(await settings()).toEqual({
      brand: DEFAULT_BRAND,
      registration: 'open',
      seller: { name: '', address: '', taxNumber: '', taxRate: 0, currency: 'usd' },
      contact: { phone: '+1 (555) 010-1999', email: '' },
      skills: DEFAULT_SKILLS,
      home: { ...DEFAULT_HOME, userCount: 'fixed' },
      version: 0,
      updatedAt: null,
    });
  });

  it('is on every page of every server with the next request', async () => {
    for (const url of [app.url, other.url])
      for (const path of PAGES) expect(await pageOf(url, path), path).toContain('ClassHarbor');
    expect((await change(BRAND)).body).toMatchObject({ brand: BRAND, version: 1 });
    for (const path of PAGES) {
      const page = await pageOf(app.url, path);
      expect(page, path).toContain('<link rel="icon" href="/pictures/avatars/09.svg"/>');
      expect(page, path).toContain('--color-primary:#7a1f5c');
      expect(page, path).toContain('Nordlicht');
      expect(page, path).not.toContain('ClassHarbor');
    }
    await expect.poll(() => pageOf(other.url, '/about')).toContain('Nordlicht &amp; Söhne started');
    for (const path of PAGES) expect(await pageOf(other.url, path), path).not.toContain('ClassHarbor');
    expect(await pageOf(app.url, '/')).toContain('content="https://pictures.test/share.png"');
  });

  it('is in the manifest', async () => {
    const manifest = JSON.parse(await pageOf(app.url, '/site.webmanifest')) as object;
    expect(manifest).toMatchObject({
      name: 'Nordlicht',
      description: 'Classes about the sky',
      theme_color: '#7a1f5c',
      icons: [{ src: '/pictures/avatars/09.svg' }],
    });
  });

  it('is in emails', async () => {
    const { email } = await register(app);
    const [text = ''] = await emailsTo(app, email, other);
    expect(text).toContain('Nordlicht');
    expect(text).not.toContain('ClassHarbor');
  });

  it('is in the audit trail', async () => {
    const { body } = await app.call('GET', '/audit?action=site settings changed', { token: admin.token });
    expect(body).toMatchObject([{ action: 'site settings changed', subject: 'Nordlicht', reason: 'Brand' }]);
  });

  it('is in the picture for shared links, unless that is chosen', async () => {
    const picture = async (url: string) => {
      const response = await fetch(`${url}/share.png`);
      return { path: new URL(response.url).pathname, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    await change({ shareImage: '' });
    expect(await pageOf(app.url, '/')).toContain(`content="${app.url}/share.png"`);
    const first = await picture(app.url);
    expect(first.path).toBe('/share.png');
    expect(await sharp(first.bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    await change({ description: 'Classes about the sea' });
    expect((await picture(app.url)).bytes).not.toEqual(first.bytes);
    await expect.poll(async () => (await picture(other.url)).bytes).toEqual((await picture(app.url)).bytes);
    await change(DEFAULT_BRAND);
    expect((await picture(app.url)).path).toBe('/pictures/share.png');
    await change(BRAND);
  });

  it('does not overwrite another admin’s change', async () => {
    const { version } = await settings();
    const responses = await Promise.all(['One', 'Two'].map((company) => change({ company }, version)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = responses.find(({ status }) => status === 409)!;
    expect(refused.body).toMatchObject({ error: { code: 'edit_conflict', current: await settings() } });
    expect((await settings()).version).toBe(version + 1);
  });
});

describe('a brand that would break pages', () => {
  it.each<[keyof Brand, string]>([
    ['logoFirst', ''],
    ['logoFirst', 'x'.repeat(21)],
    ['company', 'two\nlines'],
    ['accent', '#ffff00'],
    ['accent', '#777777'],
    ['accent', 'red'],
    ['accent', '#000000}</style><script>'],
    ['logoImage', 'javascript:alert(1)'],
    ['shareImage', '//elsewhere.test/a.png'],
  ])('is refused with the reason: %s %j', async (name, value) => {
    const before = await settings();
    const { status, body } = await change({ [name]: value });
    expect(status).toBe(400);
    expect((body as { error: { fields: object } }).error.fields).toHaveProperty(`brand.${name}`);
    expect(await settings()).toEqual(before);
  });

  it('escapes texts', async () => {
    expect((await change({ company: '</title><script>alert(1)</script>' })).status).toBe(200);
    for (const path of PAGES) expect(await pageOf(app.url, path)).not.toContain('<script>alert');
  });
});

describe('the accent color', () => {
  it('of the product matches its stylesheet in both themes', async () => {
    const styles = await readFile(join(PROJECT_ROOT, 'web/styles.css'), 'utf8');
    const { light, dark } = accentColors(DEFAULT_BRAND.accent);
    const colors = Array.from(
      styles.matchAll(/--color-primary(?:-content)?: (#[\da-f]{6})/g),
      ([, color]) => color,
    );
    expect(colors).toEqual([light.accent, light.onAccent, dark.accent, dark.onAccent]);
  });

  it.each(['#0b5563', '#7a1f5c', '#1d4ed8', '#000000', '#b00000'])(
    '%s can be read in the dark theme too',
    (color) => {
      const { dark } = accentColors(color);
      expect(contrastOf(dark.accent, '#102126')).toBeGreaterThanOrEqual(7);
      expect(contrastOf(dark.onAccent, dark.accent)).toBeGreaterThanOrEqual(4.5);
    },
  );
});
