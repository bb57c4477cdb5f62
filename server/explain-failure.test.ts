import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { expect, inject, it } from 'vitest';
import { explainFailure } from './explain-failure.ts';
import { freePort } from './free-port.ts';
import { StartError } from './start-error.ts';
import { createStripe } from './stripe/client.ts';

const failureOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    return explainFailure(error);
  }
  throw new Error('Nothing failed');
};

it('describes problems that an operator can fix in one line', async () => {
  const closedPort = await freePort();
  const stripe = createStripe({ secretKey: 'sk_test_x', apiBase: `http://127.0.0.1:${closedPort}` });
  const wrap = (cause: unknown) => new Error('Failed query: select 1\nparams: a secret', { cause });
  expect(await failureOf(() => readFile('/nowhere/file'))).toBe(
    'Cannot use /nowhere/file: it does not exist (ENOENT)',
  );
  expect(await failureOf(() => readFile('/'))).toContain('it is a folder (EISDIR)');
  expect(await failureOf(() => parseArgs({ args: ['--typo'], options: {} }))).toMatch(
    /^Unknown option '--typo'.*$/,
  );
  const option = { options: { classes: { type: 'string' } } } as const;
  expect(await failureOf(() => parseArgs({ args: ['--classes', '-1'], ...option }))).toMatch(
    /^Option '--classes' argument is ambiguous\. .*use '--classes=-XYZ'\.$/,
  );
  expect(await failureOf(() => stripe.balance.retrieve())).toMatch(
    /^Cannot reach the card provider, check the network \(connect ECONNREFUSED .*\)$/,
  );
  expect(await failureOf(() => new Client(`postgres://127.0.0.1:${closedPort}/x`).connect())).toMatch(
    /^The connection to the database was lost: connect ECONNREFUSED/,
  );
  const client = new Client(inject('postgresUrl'));
  await client.connect();
  const refusal = await failureOf(() =>
    client.query('select * from nothing').catch((error: unknown) => Promise.reject(wrap(error))),
  );
  await client.end();
  expect(refusal).toBe('The database reported an error: relation "nothing" does not exist (42P01)');
  expect(explainFailure(wrap(Object.assign(new Error('could not extend file'), { code: '53100' })))).toBe(
    'The disk of the database is full: free some space (could not extend file)',
  );
  expect(explainFailure(new StartError('Do this'))).toBe('Do this');
});

it('shows the stack of a bug', () => {
  expect(explainFailure(new TypeError('x is not a function'))).toContain('explain-failure.test.ts');
});
