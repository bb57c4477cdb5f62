import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS, REFUSED_ENDPOINTS } from '#server/identity/endpoints.ts';
import { type Operation, type Parameter, requestFor, type Schema } from '#tests/support/arbitrary-input.ts';
import {
  changesOnRefusals,
  endSchedule,
  type Exceptions,
  recordChanges,
  type RowChange,
  type Sent,
} from '#tests/support/change-log.ts';
import { createStudent, signInAs, type TestUser } from '#tests/support/users.ts';
import { setUpSecondFactor } from '#tests/support/second-factor.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { PASSWORD } from '#tests/support/password.ts';

/** Inputs per endpoint and caller. A change of the endpoints should pass with `IDENTITY_INPUTS=200`. */
const INPUTS = Number(process.env.IDENTITY_INPUTS ?? 5);
const SEED = Number(process.env.IDENTITY_SEED ?? 20_261_122);

const VICTIM = 'victim@example.test';
const VICTIMS_PASSWORD = 'nobody guesses this one';
const VICTIMS_TABLES = [
  'identity.user',
  'identity.account',
  'identity.session',
  'identity.two_factor',
  'public.users',
];

/** What a refusal may change, and what the server itself changes after its response. */
const EXPECTED: Exceptions = {
  // Wrong codes are counted, and a correct code can be used only once, whatever the result of the call.
  'identity.two_factor': ['failed_verification_count', 'locked_until', 'last_used_step'],
  // The queue's own tables, and the delivery status of a notification's email.
  'pgboss.*': ['*'],
  'public.notifications': ['email', 'failure', 'attempts', 'sent_at'],
  // The reconciler reads the card provider's event log every few seconds.
  'public.payment_jobs': ['*'],
};

let app: TestApp;
let victimsIds: unknown[];
let takeChanges: () => Promise<RowChange[]>;
let requests: { operation: Operation; inputs: { address: string; body: string | undefined }[] }[];
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

/** Whether a change affects the victim's accounts, sessions, second factor or profile. */
const isVictims = ({ table, row }: RowChange): boolean =>
  VICTIMS_TABLES.includes(table) && [row?.id, row?.user_id].some((id) => victimsIds.includes(id));

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

/** Endpoints that are not served need only a few requests. */
const inputsOf = ({ path }: Operation): number =>
  REFUSED_ENDPOINTS.some((name) => path.endsWith(name.split(' ')[1]!)) ? 3 : INPUTS;

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
  const known = fc.constantFrom(
    ...rows.slice(0, 20).map(({ id }) => id),
    VICTIM,
    admin.email,
    PASSWORD,
    '123456',
    app.url,
  );
  requests = OPERATIONS.map((operation) => ({
    operation,
    inputs: fc.sample(requestFor(operation, known), { numRuns: inputsOf(operation), seed: SEED }),
  }));
  const found = await app.pool.query<{ id: string }>(
    'select id from users where email = $1 union select id from identity.user where email = $1',
    [VICTIM],
  );
  victimsIds = found.rows.map(({ id }) => id);
  expect(victimsIds).toHaveLength(2);
  await endSchedule(app.pool);
  takeChanges = await recordChanges(app.pool, EXPECTED);
});
afterAll(async () => {
  process.stdout.write(
    `${tried} generated requests to ${OPERATIONS.length} endpoints of the identity provider\n`,
  );
  await app.close();
});

/** Sends the generated requests of one endpoint in sequence. @returns the requests, and the next caller */
const sendAll = async (
  { operation, inputs }: (typeof requests)[number],
  first: Partial<TestUser>,
  renew: () => Promise<Partial<TestUser>>,
) => {
  let caller = first;
  const sent: Sent[] = [];
  for (const { address, body } of inputs) {
    const from = Date.now();
    const { status } = await app.call(operation.method, address, { body, cookie: caller.cookie });
    let to = Date.now() + 1;
    tried += 1;
    const description = `${operation.method} ${address} ${body} answered ${status}`;
    expect(status, description).toBeLessThan(500);
    if (status < 400 && caller.cookie && !(await isSignedIn(caller))) {
      caller = await renew();
      to = Date.now() + 1;
    }
    sent.push({ description, from, to, mayWrite: status < 400 });
  }
  return { sent, caller };
};

describe('whatever is sent to the identity provider', () => {
  it.each(Object.keys(CALLERS))(
    'by %s: never a 500, never a change on a refusal, never a change to another account',
    async (who) => {
      const renew = CALLERS[who]!;
      let caller = await renew();
      await takeChanges();
      for (const request of requests) {
        const result = await sendAll(request, caller, renew);
        caller = result.caller;
        const changes = await takeChanges();
        const description = `${who} and ${request.operation.method} ${request.operation.path}`;
        expect(changesOnRefusals(changes, result.sent), description).toEqual([]);
        expect(changes.filter(isVictims), description).toEqual([]);
      }
    },
    20 * 60_000,
  );
});
