import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_BRAND } from '#contract/brand.ts';
import type { RunningServer } from '../../server.ts';
import { migratedDatabase } from '#tests/support/empty-database.ts';
import { REAL_SITE, startTestServer } from '#tests/support/start-test-server.ts';
import { attachTestApp, type TestApp } from '#tests/support/test-app.ts';

const PASSWORD = 'a good password of the owner';
const OWNER = { email: 'owner@example.test', name: 'Olga Owner' };

const BRAND = { ...DEFAULT_BRAND, company: 'Rope School Ltd.', accent: '#7a1f5c' };

let databaseUrl: string;
let server: RunningServer;
let app: TestApp;

beforeAll(async () => {
  databaseUrl = await migratedDatabase();
  server = await startTestServer(databaseUrl, REAL_SITE);
  app = attachTestApp(server, { databaseUrl, pool: new Pool({ connectionString: databaseUrl }) });
});
afterAll(async () => {
  await app.pool.end();
  await app.close();
});

const token = () => new URL(server.setupUrl!).searchParams.get('token')!;
const isOpen = async (given: string) => (await app.call('GET', `/setup?token=${given}`)).body.open as boolean;
const claim = (body: object) => app.call('POST', '/setup', { body: { token: token(), ...OWNER, ...body } });
const setPassword = (link: string) =>
  app.call('POST', '/auth/reset-password', {
    body: { newPassword: PASSWORD, token: new URL(link).searchParams.get('token') },
  });

describe('the one-time address of a new site', () => {
  it('works only with its token', async () => {
    expect(server.setupUrl).toMatch(/\/login\/setup\?token=[\da-f]{48}$/);
    expect(await isOpen(token())).toBe(true);
    const wrong = `${token().slice(0, -1)}${token().endsWith('0') ? '1' : '0'}`;
    for (const guess of ['', 'guess', wrong, `${token()}0`]) {
      expect(await isOpen(guess)).toBe(false);
      expect((await claim({ token: guess })).body.error.code).toBe('link_invalid');
    }
  });

  it('does not take over an account that somebody has registered', async () => {
    const body = { email: 'early@example.test', name: 'Early', password: PASSWORD };
    await app.call('POST', '/auth/sign-up/email', { body });
    expect((await claim({ email: body.email })).body.error.code).toBe('email_taken');
  });

  it.each([
    [{ brand: { ...BRAND, accent: '#ffff00' } }, 'brand.accent'],
    [{ brand: { ...BRAND, company: '' } }, 'brand.company'],
    [{ brand: {} }, 'brand.logoFirst'],
    [{ currency: 'jpy' }, 'currency'],
    [{ currency: '' }, 'currency'],
    [{ contactEmail: 'office' }, 'contactEmail'],
  ])('changes nothing if a setting is not valid: %j', async (choices, field) => {
    const { status, body } = await claim(choices);
    expect(status).toBe(400);
    expect(body.error.fields).toHaveProperty([field]);
    expect((await claim({ token: 'guess', brand: BRAND })).status).toBe(410);
    const { rows } = await app.pool.query(
      `select (select count(*)::int from site_settings) as settings,
              (select count(*)::int from users where role = 'admin') as admins`,
    );
    expect(rows).toEqual([{ settings: 0, admins: 0 }]);
  });

  it('creates one admin, can be repeated until the password is set, and then closes, even if registration is closed', async () => {
    await app.pool.query(
      `insert into site_settings (logo_first, logo_second, company, claim, description, accent, logo_image, share_image, registration)
       values ('Class', 'Harbor', 'Company', '', 'Description', '#0b5563', '', '', 'closed')`,
    );
    const lost = await claim({ brand: BRAND });
    expect(lost.status).toBe(200);
    const { status, body } = await claim({ currency: 'eur', contactEmail: 'office@example.test' });
    expect(status).toBe(200);
    const [first, ...others] = await Promise.all([setPassword(body.link), claim({}), claim({})]);
    expect(first.status).toBe(200);
    for (const other of others) expect([200, 409, 410]).toContain(other.status);
    expect(await isOpen(token())).toBe(false);
    expect((await claim({ email: 'second@example.test' })).body.error.code).toBe('link_invalid');
    const { rows } = await app.pool.query("select email, role from users where role = 'admin'");
    expect(rows).toEqual([{ email: OWNER.email, role: 'admin' }]);
    const signedIn = await app.call('POST', '/auth/sign-in/email', {
      body: { email: OWNER.email, password: PASSWORD },
    });
    expect(signedIn.status).toBe(200);
  });

  it('sets the brand, the currency and the contact address that were sent, and leaves the rest unchanged', async () => {
    const { rows } = await app.pool.query(
      'select company, accent, currency, contact_email, registration, version from site_settings',
    );
    expect(rows).toEqual([
      {
        company: 'Rope School Ltd.',
        accent: '#7a1f5c',
        currency: 'eur',
        contact_email: 'office@example.test',
        registration: 'closed',
        version: 3,
      },
    ]);
    const { rows: entries } = await app.pool.query(
      `select actor_id, details from audit_trail where action = 'site settings changed' order by id`,
    );
    expect(entries).toEqual([
      { actor_id: null, details: { reason: 'Brand' } },
      { actor_id: null, details: { reason: 'Currency and receipts, Phone number and contact address' } },
    ]);
    await expect.poll(async () => (await fetch(app.url)).text()).toContain('Rope School Ltd.');
  });

  it('stays closed while the admin, whose change of address has removed a third-party account, has no password yet', async () => {
    await app.pool.query(
      'delete from identity.account where user_id = (select id from identity.user where email = $1)',
      [OWNER.email],
    );
    await app.pool.query('update identity.user set email_verified = true where email = $1', [OWNER.email]);
    expect(await isOpen(token())).toBe(false);
    expect((await claim({})).body.error.code).toBe('link_invalid');
  });

  it('is no longer printed at the next start', async () => {
    const next = await startTestServer(databaseUrl, REAL_SITE);
    expect(next.setupUrl).toBeUndefined();
    await next.stop();
  });
});
