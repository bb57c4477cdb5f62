import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStudent } from '#tests/support/users.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { attachTestApp, startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('headers', () => {
  const policyOf = async (path: string) =>
    (await fetch(`${app.url}${path}`)).headers.get('content-security-policy') ?? '';

  it('allow a page only the site’s own scripts and the inline script with the listed hash', async () => {
    const page = await fetch(`${app.url}/`);
    const policy = page.headers.get('content-security-policy')!;
    const scripts = /script-src ([^;]+)/.exec(policy)![1]!;
    expect(scripts).not.toMatch(/unsafe|https?:|\*/);
    const inline = [...(await page.text()).matchAll(/<script>([\s\S]*?)<\/script>/g)];
    expect(inline).toHaveLength(1);
    const hash = createHash('sha256').update(inline[0]![1]!).digest('base64');
    expect(scripts).toContain(`'sha256-${hash}'`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
  });

  it('let API responses do nothing in a browser', async () => {
    expect(await policyOf('/api/classes?limit=1')).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it('are set on pages, API responses, files and errors', async () => {
    for (const path of ['/', '/api/config', '/favicon.svg', '/api/nothing', '/nothing']) {
      const { headers } = await fetch(`${app.url}${path}`);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin');
      expect(headers.get('permissions-policy'), path).toContain('camera=()');
      expect(headers.get('x-request-id'), path).toMatch(/^[\da-f-]{36}$/);
      expect(headers.get('strict-transport-security'), path).toBeNull();
    }
  });

  it('require HTTPS on a site with HTTPS, and allow Stripe where it is used', async () => {
    const { databaseUrl, pool } = app;
    const shop = attachTestApp(
      await startTestServer(databaseUrl, {
        BASE_URL: 'https://classes.example',
        STRIPE_SECRET_KEY: 'sk_test_x',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
        STRIPE_WEBHOOK_SECRET: 'whsec_x',
        STRIPE_API_BASE: 'http://localhost:9',
      }),
      { databaseUrl, pool },
    );
    const { port } = shop.server.app.server.address() as { port: number };
    const response = await fetch(`http://localhost:${port}/`);
    await response.text();
    const { headers } = response;
    const signedIn = await fetch(`http://localhost:${port}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://classes.example' },
      body: JSON.stringify({ email: 'student@classharbor.test', password: 'harbor123' }),
    });
    await signedIn.text();
    const api = (await (await fetch(`http://localhost:${port}/api/openapi.json`)).json()) as {
      components: { securitySchemes: { session: object } };
    };
    await shop.close();
    expect(signedIn.headers.getSetCookie().join()).toMatch(/__Secure-[^;]*session_token=[^,]*; Secure/);
    expect(api.components.securitySchemes.session).toMatchObject({
      name: '__Secure-better-auth.session_token',
    });
    // The address can be the apex of a domain with other sites, of which some may be http-only.
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(headers.get('content-security-policy')).toMatch(/script-src [^;]*https:\/\/js\.stripe\.com/);
    expect(headers.get('content-security-policy')).toContain("connect-src 'self' https://api.stripe.com");
  });

  it('open the API to no other site', async () => {
    const { headers } = await fetch(`${app.url}/api/classes?limit=1`, {
      headers: { origin: 'https://evil.example' },
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('a request that another site makes with the user’s cookie', () => {
  it('is refused by the identity provider, and has no effect elsewhere', async () => {
    const bob = await createStudent(app);
    const forged = { cookie: bob.cookie, headers: { origin: 'https://evil.example' } };
    const signOut = await app.call('POST', '/auth/sign-out', { body: {}, ...forged });
    expect(signOut.status).toBe(403);
    const form = await app.call('POST', '/jwt', {
      body: `email=${bob.email}`,
      cookie: bob.cookie,
      headers: { ...forged.headers, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form.status).toBe(415);
  });

  it('carries no cookie of ours: it is SameSite, and scripts cannot read it', async () => {
    const { headers } = await app.call('POST', '/auth/sign-in/email', {
      body: { email: 'student@classharbor.test', password: 'harbor123' },
    });
    const [cookie] = headers.getSetCookie().filter((one) => one.includes('session_token'));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
  });
});
