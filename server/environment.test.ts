import { describe, expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const secret = { SECRET: 'x'.repeat(32) };

describe('settings', () => {
  it('is a demo on port 3000 where nothing is set', () => {
    expect(readEnvironment({})).toMatchObject({ demo: true, port: 3000, host: 'localhost' });
  });

  it('is no demo where a database or the card provider is named', () => {
    expect(readEnvironment({ ...stripe, ...secret }).demo).toBe(false);
    expect(readEnvironment({ ...stripe, ...secret, DATABASE_URL: 'postgres://localhost/x' }).demo).toBe(
      false,
    );
  });

  it('can be a demo on a named database', () => {
    expect(readEnvironment({ DATABASE_URL: 'postgres://localhost/x', DEMO: 'on' }).demo).toBe(true);
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL'],
    [{ DEMO: 'perhaps' }, 'DEMO'],
    [{ SECRET: 'short' }, 'SECRET'],
    [{ ...secret, ...stripe, STRIPE_WEBHOOK_SECRET: 'nonsense' }, 'STRIPE_WEBHOOK_SECRET'],
    [{ GOOGLE_CLIENT_ID: 'only this' }, 'GOOGLE_CLIENT_SECRET'],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_PUBLISHABLE_KEY'],
  ])('names the setting that is wrong: %o', (variables, name) => {
    expect(() => readEnvironment(variables)).toThrow(name);
  });

  it('has no default secret and no sandbox outside the demo', () => {
    expect(() => readEnvironment({ ...stripe })).toThrow('Set SECRET');
    expect(() => readEnvironment({ ...secret, DEMO: 'off' })).toThrow('Set STRIPE_SECRET_KEY');
  });

  it('takes an empty setting as none', () => {
    expect(readEnvironment({ PORT: '', SECRET: '' }).port).toBe(3000);
  });
});
