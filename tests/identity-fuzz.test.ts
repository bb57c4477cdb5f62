import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS, REFUSED_ENDPOINTS } from '#server/identity/endpoints.ts';
import { type Operation, type Parameter, requestFor, type Schema } from '#tests/support/arbitrary-input.ts';
import { createStudent, signInAs, type TestUser } from '#tests/support/users.ts';
import { setUpSecondFactor } from '#tests/support/second-factor.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

/** Inputs to each endpoint, by each caller. `IDENTITY_INPUTS=200` is what a change of the endpoints should pass. */
const INPUTS = Number(process.env.IDENTITY_INPUTS ?? 5);
const SEED = Number(process.env.IDENTITY_SEED ?? 20_261_122);

const VICTIM = 'victim@example.test';
const VICTIMS_PASSWORD = 'nobody guesses this one';
const OWN_PASSWORD = 'a good password';

/** What tells an account and its sessions apart. Left out: counters of failures, and when a session was last used. */
const ROWS = `
  select 'user ' || u::text as row from identity.user u
  union all select 'account ' || a::text from identity.account a
  union all select 'factor ' || f.id || f.secret || f.backup_codes || f.user_id || f.verified from identity.two_factor f
  union all select 'session ' || s.id || s.token || s.user_id || coalesce(s.second_factor_at::text, '')
    from identity.session s
  union all select 'link ' || l::text from identity.email_link l
  union all select 'person ' || p::text from users p
  union all select 'trail ' || t::text from audit_trail t
  order by 1`;

let app: TestApp;
let known: fc.Arbitrary<string>;
let victimsRows: string[];
let tried = 0;

const CALLERS: Record<string, () => Promise<Partial<TestUser>>> = {
  'a visitor': async () => ({}),
  'a student': () => createStudent(app),
  'an admin without a second factor': () => registerAdmin(),
  'an admin with a second factor': async () => setUpSecondFactor(app, await registerAdmin()),
};

const registerAdmin = async (): Promise<TestUser> => {
  const person = await createStudent(app);
  await app.pool.query("update users set role = 'admin' where email = $1", [person.email]);
  return person;
};

const readRows = async (): Promise<string[]> =>
  (await app.pool.query<{ row: string }>(ROWS)).rows.map(({ row }) => row);

const readVictimsRows = async (): Promise<string[]> => {
  const { rows } = await app.pool.query<{ row: string }>(
    `select to_jsonb(u)::text || to_jsonb(a)::text || to_jsonb(s)::text || to_jsonb(p)::text as row
       from identity.user u join identity.account a on a.user_id = u.id join identity.session s on s.user_id = u.id
       join users p on p.email = u.email where u.email = $1`,
    [VICTIM],
  );
  return rows.map(({ row }) => row);
};

const schemaOf = (type: z.ZodType | undefined): Schema | undefined =>
  type && (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema);

const parametersOf = (type: z.ZodType | undefined, place: Parameter['in']): Parameter[] =>
  Object.entries(schemaOf(type)?.properties ?? {}).map(([name, schema]) => ({ name, in: place, schema }));

const OPERATIONS: Operation[] = [
  ...ENDPOINTS.map((endpoint) => ({
    method: endpoint.method,
    path: `/auth${endpoint.path.replace(/:(\w+)/, '{$1}')}`,
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    body: endpoint.method === 'POST' ? schemaOf(endpoint.body) : undefined,
  })),
  ...REFUSED_ENDPOINTS.map((name) => {
    const [method = '', path = ''] = name.split(' ');
    const body = method === 'POST' ? ({ type: 'object' } satisfies Schema) : undefined;
    return { method, path: `/auth${path.replace(/:\w+/, 'sandbox')}`, parameters: [], body };
  }),
];

const isSignedIn = async ({ cookie }: Partial<TestUser>): Promise<boolean> =>
  (await app.call('GET', '/auth/get-session', { cookie })).body !== null;

beforeAll(async () => {
  app = await startTestApp();
  const victim = await app.call('POST', '/auth/sign-up/email', {
    body: { email: VICTIM, name: 'Victim', password: VICTIMS_PASSWORD },
  });
  const cookie = victim.headers.getSetCookie()[0]!.split(';')[0];
  await app.call('POST', '/users', { body: { email: VICTIM, name: 'Victim' }, cookie });
  const admin = await signInAs(app, 'Admin');
  const { rows } = await app.pool.query<{ id: string }>(
    'select id::text from identity.user union select token from identity.session union select id::text from users',
  );
  known = fc.constantFrom(
    ...rows.slice(0, 20).map(({ id }) => id),
    VICTIM,
    admin.email,
    OWN_PASSWORD,
    '123456',
    app.url,
  );
  victimsRows = await readVictimsRows();
  expect(victimsRows).toHaveLength(1);
});
afterAll(async () => {
  process.stdout.write(
    `${tried} generated requests to ${OPERATIONS.length} endpoints of the identity provider\n`,
  );
  await app.close();
});

describe('whatever is sent to the identity provider', () => {
  it.each(Object.keys(CALLERS))(
    'by %s: never a 500, never a change on a refusal, never a change to another account',
    async (who) => {
      let caller = await CALLERS[who]!();
      for (const operation of OPERATIONS) {
        let before = await readRows();
        await fc.assert(
          fc.asyncProperty(requestFor(operation, known), async ({ address, body }) => {
            const answer = await app.call(operation.method, address, { body, cookie: caller.cookie });
            tried += 1;
            const told = `${operation.method} ${address} ${body}`;
            expect(answer.status, told).toBeLessThan(500);
            const after = await readRows();
            if (answer.status >= 400) expect(after, told).toEqual(before);
            expect(await readVictimsRows(), told).toEqual(victimsRows);
            before = after;
            if (answer.status < 400 && caller.cookie && !(await isSignedIn(caller))) {
              caller = await CALLERS[who]!();
              before = await readRows();
            }
          }),
          {
            numRuns: REFUSED_ENDPOINTS.some((name) => operation.path.endsWith(name.split(' ')[1]!))
              ? 3
              : INPUTS,
            seed: SEED,
          },
        );
      }
    },
    20 * 60_000,
  );
});
