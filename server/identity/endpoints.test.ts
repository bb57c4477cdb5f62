import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { ENDPOINTS, REFUSED_ENDPOINTS } from './endpoints.ts';
import { libraryEndpoints } from './identity.routes.ts';

let app: TestApp;
let ada: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  ada = await register(app, { name: 'Ada' });
});
afterAll(() => app.close());

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

describe('the identity provider’s endpoints', () => {
  it('are all listed as either used or refused', () => {
    const decided = [...ENDPOINTS.map(nameOf), ...REFUSED_ENDPOINTS].sort();
    expect(decided).toEqual(libraryEndpoints(app.server.app.identityProvider).sort());
  });

  it.each(REFUSED_ENDPOINTS)('%s responds with 404', async (name) => {
    const [method = '', path = ''] = name.split(' ');
    const response = await app.call(method, `/auth${path.replace(/:\w+/, 'sandbox')}`, {
      cookie: ada.cookie,
      ...(method === 'POST' && { body: {} }),
    });
    expect(response.status).toBe(404);
    expect(response.body.error.code).toBe('not_found');
  });

  it('have a rate limit and a body schema if they write', () => {
    for (const endpoint of ENDPOINTS) {
      if (endpoint.method === 'GET') continue;
      expect(endpoint.limits.length, endpoint.path).toBeGreaterThan(0);
      expect(endpoint.body.safeParse('a text').success, endpoint.path).toBe(false);
    }
  });

  it.each(ENDPOINTS.filter(({ session }) => session === 'required').map(({ path }) => path))(
    '%s needs a live session, whatever is sent',
    async (path) => {
      expect((await app.call('POST', `/auth${path}`, { body: {} })).status).toBe(401);
      const cookie = 'better-auth.session_token=made-up.signature';
      expect((await app.call('POST', `/auth${path}`, { body: {}, cookie })).status).toBe(401);
    },
  );

  it('forbid caching, also of errors', async () => {
    for (const { method, path } of ENDPOINTS) {
      for (const cookie of [undefined, method === 'GET' ? ada.cookie : undefined]) {
        const { headers } = await app.call(method, `/auth${path.replace(':id', 'sandbox')}`, { cookie });
        expect(headers.get('cache-control'), path).toBe('no-store');
      }
    }
    expect((await app.call('GET', '/auth/nothing')).headers.get('cache-control')).toBe('no-store');
  });
});

describe('the identity provider rejects what the contract forbids', () => {
  const LONG = 'x'.repeat(50_000);
  const registration = { email: 'new@example.test', name: 'New', password: PASSWORD };
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;

  it.each([
    ['a long name', { name: LONG }],
    ['a name with a line break', { name: 'New\r\nBcc: everybody@example.test' }],
    ['a name with NUL', { name: 'New\u0000' }],
    ['an object as a name', { name: { $ne: null } }],
    ['an empty name', { name: ' ' }],
    ['a script as a photo', { image: 'javascript:alert(1)' }],
    ['data as a photo', { image: 'data:image/svg+xml,<svg onload="alert(1)">' }],
    ['a long photo', { image: `https://pictures.test/${LONG}` }],
    ['a long address', { email: `${'x'.repeat(290)}@example.test` }],
    ['an address with NUL', { email: 'new\u0000@example.test' }],
    ['a list as an address', { email: ['new@example.test'] }],
    ['a long password', { password: LONG }],
    ['an object as a password', { password: { toString: 'x' } }],
  ])('on registration: %s', async (_, wrong) => {
    const accounts = () => app.pool.query('select id from identity.user order by id');
    const { rows: before } = await accounts();
    const { status } = await app.call('POST', '/auth/sign-up/email', { body: { ...registration, ...wrong } });
    expect(status).toBe(400);
    expect((await accounts()).rows).toEqual(before);
  });

  it.each([
    ['a long name', { name: LONG }],
    ['a name with NUL', { name: 'Ada\u0000' }],
    ['an object as a name', { name: {} }],
    ['a script as a photo', { image: 'javascript:alert(1)' }],
    ['data as a photo', { image: 'data:text/html,x' }],
    ['nothing', {}],
  ])('in the profile: %s', async (_, body) => {
    const { status } = await app.call('POST', '/auth/update-user', { body, cookie: ada.cookie });
    expect(status).toBe(400);
    const { rows } = await app.pool.query('select name, image from identity.user where email = $1', [
      ada.email,
    ]);
    expect(rows).toEqual([{ name: 'Ada', image: '/pictures/avatars/05.svg' }]);
  });

  it.each(ENDPOINTS.filter(({ method }) => method === 'POST').map(({ path }) => path))(
    'in brackets 30,000 deep, by %s',
    async (path) => {
      for (const body of [deep, `{"email":${deep}}`, `{"name":${deep}}`, `{"password":${deep}}`]) {
        const { status } = await app.call('POST', `/auth${path}`, { body, cookie: ada.cookie });
        expect(status, path).toBeLessThan(500);
      }
      ada = await register(app, { name: 'Ada' });
    },
  );
});

describe('the network address of a session', () => {
  const addressFrom = async (forwarded: string, trustedProxies?: string): Promise<string> => {
    const site = await startTestApp(trustedProxies ? { TRUSTED_PROXIES: trustedProxies } : {});
    const body = { email: 'student@classharbor.test', password: 'harbor123' };
    const headers = { 'x-forwarded-for': forwarded, 'x-client-address': '203.0.113.66' };
    await site.call('POST', '/auth/sign-in/email', { body, headers });
    const { rows } = await site.pool.query<{ ip_address: string }>('select ip_address from identity.session');
    await site.close();
    return rows[0]!.ip_address;
  };

  it('is that of the connection, whatever headers the client sends', async () => {
    expect(await addressFrom('203.0.113.9')).toBe('127.0.0.1');
  });

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:51234', '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ])('is what a trusted proxy says: %s', async (forwarded, expected) => {
    expect(await addressFrom(forwarded, '127.0.0.1,::1')).toBe(expected);
  });
});
