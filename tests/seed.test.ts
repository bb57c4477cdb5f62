import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findErrors } from '#tests/support/books.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

/** The settings of a site that is not a demo. */
const REAL = {
  DEMO: 'off',
  BASE_URL: 'https://classes.example',
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
};

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const count = async (table: string): Promise<number> =>
  (await app.pool.query<{ rows: number }>(`select count(*)::int as rows from ${table}`)).rows[0]!.rows;

describe('npm run seed', () => {
  it('adds the requested classes, students and enrollments, with progress, and the books stay correct', async () => {
    const tables = ['classes', 'users', 'enrollments'] as const;
    const before = await Promise.all(tables.map(count));
    const args = ['--classes', '5500', '--users', '300', '--enrollments', '1000'];
    const { code, output } = await runCommand('seed', args, app.databaseUrl);
    expect(code, output).toBe(0);
    expect(output).toContain('Classes: 5,000 of 5,500');
    const after = await Promise.all(tables.map(count));
    expect(after.map((rows, index) => rows - before[index]!)).toEqual([5_500, 300, 1_000]);
    expect(await findErrors(app.pool)).toEqual([]);
    expect((await app.call('GET', '/classes/totals')).body.classes).toBeGreaterThan(5_500);
    expect((await app.call('GET', '/classes?q=part 5500')).body).toHaveLength(1);
  });

  it('refuses impossible numbers, and a real site', async () => {
    const refused = async (args: string[], variables = {}) => {
      const { code, output } = await runCommand('seed', args, app.databaseUrl, variables);
      expect(code).toBe(1);
      return output;
    };
    expect(await refused(['--classes', 'many'])).toContain('--classes is not a number');
    expect(await refused(['--classes', '10', '--enrollments', '5'])).toContain('need more --users');
    expect(await refused(['--classes', '1'], REAL)).toContain('for the demo only');
  });
});
