import { DrizzleQueryError } from 'drizzle-orm';
import { Client, type DatabaseError } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { serializeError } from './log-error.ts';

const PERSON = 'in-the-log@example.test';
let client: Client;
beforeAll(async () => {
  client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
});
afterAll(() => client.end());

const failureOf = (statement: string): Promise<DatabaseError> =>
  client.query(statement, [PERSON]).then(
    () => expect.unreachable(),
    (error: unknown) => error as DatabaseError,
  );

it('shows no value of a failed query, whichever library throws its error', async () => {
  for (const statement of ['select $1::text::int', `select 1 from (select $1::text) a, "${PERSON}"`]) {
    const failure = await failureOf(statement);
    const wrapped = new DrizzleQueryError(statement, [PERSON], failure);
    const again = new Error('A purchase failed', { cause: failure });
    const twice = new Error('A purchase failed', { cause: wrapped });
    for (const error of [failure, wrapped, again, twice]) {
      const logged = JSON.stringify(serializeError(error));
      expect(logged).not.toContain(PERSON);
      expect(logged).toContain(failure.code);
    }
  }
});

it('shows no address that a mail server quotes, and still shows where an error comes from', () => {
  const error = new Error(`550 5.1.1 <${PERSON}>: unknown; (also "ünï@exämple.test")`);
  const { message, stack } = serializeError(error);
  expect(message).toBe('550 5.1.1 <[email]>: unknown; (also "[email]")');
  expect(stack).toContain('log-error.test.ts');
  expect(stack).not.toContain('@example');
  expect(serializeError(new Error('in node_modules/@fastify/static/index.js')).message).toContain(
    '@fastify/static',
  );
});
