import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createAccountStore } from './sign-in/accounts.ts';
import { createOidcAdapter } from './sign-in/oidc-adapter.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('creates the tables of the sign-in sandbox once if several servers start at the same time', async () => {
  for (let round = 0; round < 5; round += 1) {
    await app.pool.query('drop schema sign_in_sandbox cascade');
    await Promise.all(
      Array.from({ length: 4 }, () => [createAccountStore(app.pool, []), createOidcAdapter(app.pool)]).flat(),
    );
  }
  const { rows } = await app.pool.query('select 1 from sign_in_sandbox.accounts');
  expect(rows).toEqual([]);
});
