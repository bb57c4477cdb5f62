import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MATRIX } from '#tests/support/access-matrix.ts';
import { createWorld, type World } from '#tests/support/access-world.ts';
import { type Operation, type Parameter, requestFor, type Schema } from '#tests/support/arbitrary-input.ts';
import {
  changesOnRefusals,
  endSchedule,
  type Exceptions,
  recordChanges,
  type RowChange,
  type Sent,
} from '#tests/support/change-log.ts';
import { addLesson } from '#tests/support/curriculum.ts';
import { setUpSecondFactor } from '#tests/support/second-factor.ts';
import { createSession } from '#tests/support/sessions.ts';
import { createAdmin, createTeacher, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

/** Requests per call and caller. */
const INPUTS = Number(process.env.HOSTILE_INPUTS ?? 25);
/** Concurrent requests of calls that only read. */
const AT_ONCE = 3;
const SEED = Number(process.env.HOSTILE_SEED ?? 20_261_121);
/** In milliseconds. Only ends a run that hangs. */
const TIME_LIMIT = 20 * 60_000;
/** A text that only the victim, their teacher and admins may read. */
const SECRET = 'the-victims-secret';

/** What the server itself changes while nobody calls, or after its response to a call. */
const BACKGROUND: Exceptions = {
  // The queue's own tables. Each delivery has a row in another table first.
  'pgboss.*': ['*'],
  // The delivery status of a notification's email.
  'public.notifications': ['email', 'failure', 'attempts', 'sent_at'],
  // The card provider's own tables, which a demo has in the same database.
  'card_sandbox.*': ['*'],
  // The reconciler reads the provider's event log, checks open intents every minute, and cancels those that can no
  // longer be paid.
  'public.payment_jobs': ['*'],
  'public.payment_events': ['*'],
  'public.payment_intents': ['checks', 'due_at', 'claimed_until', 'failures', 'state'],
  'public.refunds': ['due_at', 'claimed_until', 'failures'],
  // The health check tests whether the database is writable. Rate limits are off here.
  'public.rate_limits': ['*'],
};

let app: TestApp;
let requests: Requests[];
let callers: Record<string, Partial<TestUser>>;
let takeChanges: () => Promise<RowChange[]>;
const counts = { tried: 0, accepted: 0 };

interface Input {
  address: string;
  body: string | undefined;
}

interface Requests {
  operation: Operation;
  inputs: Input[];
}

interface ApiDocument {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: Parameter[];
        requestBody?: { content: Record<string, { schema: Schema }> };
      }
    >
  >;
}

const readOperations = async (): Promise<Operation[]> => {
  const { paths } = (await app.call('GET', '/openapi.json')).body as ApiDocument;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path: path.replace('/api', ''),
      parameters,
      body: requestBody?.content['application/json']?.schema,
    })),
  );
};

/** Places the secret in private texts of the victim and their teacher: texts, drafts, the victim's email address. */
const hideSecrets = async (world: World): Promise<void> => {
  await addLesson(app, world.teacher, world.section, { text: SECRET });
  await addLesson(app, world.teacher, world.section, { text: SECRET, status: 'draft', isPreview: true });
  await app.pool.query('update assignments set description = $2 where class_id = $1', [
    world.soldClass,
    SECRET,
  ]);
  await app.pool.query('update submissions set text = $2 where id = $1', [world.submission, SECRET]);
  const email = `${SECRET}@example.test`;
  await app.pool.query('update identity."user" set email = $2 where email = $1', [
    world.student.email,
    email,
  ]);
  await app.pool.query('update users set email = $2 where email = $1', [world.student.email, email]);
  world.student.email = email;
};

/** Texts that identify existing rows, mostly of the victim's class. */
const knownTexts = async (world: World): Promise<fc.Arbitrary<string>> => {
  const ids = Object.values(world).filter((value) => typeof value === 'string');
  const { rows } = await app.pool.query<{ id: string }>(
    `select id from users union all select id from payments union all select id from submissions
     union all select id from teacher_requests union all select id from classes
     union all select id from sections union all select id from lessons`,
  );
  return fc.oneof(
    fc.constantFrom(...ids, world.student.email, world.teacher.email),
    fc.constantFrom(...rows.map(({ id }) => id), 'student@classharbor.test'),
  );
};

/**
 * Aims every second request at the target that the access matrix uses for the call, to reach the code behind the
 * lookup. Deletions are left to chance, because they would remove the target for the callers that follow.
 */
const aim = ({ method, path }: Operation, inputs: Input[], world: World): Input[] => {
  const row = MATRIX[`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`];
  if (!row || method === 'DELETE') return inputs;
  const [aimed = ''] = row.path(world).split('?');
  return inputs.map((input, index) =>
    index % 2 === 0 ? input : { ...input, address: [aimed, ...input.address.split('?').slice(1)].join('?') },
  );
};

beforeAll(async () => {
  app = await startTestApp();
  const world = await createWorld(app);
  await hideSecrets(world);
  const known = await knownTexts(world);
  requests = (await readOperations()).map((operation) => ({
    operation,
    inputs: aim(operation, fc.sample(requestFor(operation, known), { numRuns: INPUTS, seed: SEED }), world),
  }));
  const admin = await setUpSecondFactor(app, await createAdmin(app));
  callers = {
    'a visitor': {},
    'another student': world.callers.student,
    'another teacher': await createTeacher(app),
    'an admin without their second factor': { ...admin, ...(await createSession(app, admin.email)) },
    'a student of the class': world.student,
    'the teacher of the class': world.teacher,
    'an admin with a second factor': admin,
  };
  await endSchedule(app.pool);
  takeChanges = await recordChanges(app.pool, BACKGROUND);
});
afterAll(async () => {
  const { tried, accepted } = counts;
  process.stdout.write(
    `${tried} generated requests to ${requests.length} calls, ${accepted} of them accepted\n`,
  );
  await app.close();
});

/** Sends a request and checks the response. @param mayRead whether the caller may read the secret */
const send = async (
  { method }: Operation,
  { address, body }: Input,
  { token, cookie }: Partial<TestUser>,
  mayRead: boolean,
): Promise<Sent> => {
  const from = Date.now();
  const response = await app.call(method, address, { body, token, cookie });
  const to = Date.now() + 1;
  counts.tried += 1;
  if (response.status < 400) counts.accepted += 1;
  const description = `${method} ${address} ${body} answered ${response.status}`;
  expect(response.status, description).toBeLessThan(500);
  const text = JSON.stringify(response.body);
  if (!mayRead && !`${address}${body}`.includes(SECRET)) expect(text, description).not.toContain(SECRET);
  expect(text, description).not.toMatch(/select .+ from|insert into|drizzle|node_modules/i);
  return { description, from, to, mayWrite: method !== 'GET' && response.status < 400 };
};

/** Sends requests that only read a few at a time, as browsers do, and skips duplicates. */
const sendReading = async (
  { operation, inputs }: Requests,
  caller: Partial<TestUser>,
  mayRead: boolean,
): Promise<Sent[]> => {
  const waiting = [...new Map(inputs.map((input) => [input.address, input])).values()];
  const sent: Sent[] = [];
  const sendNext = async (): Promise<void> => {
    for (let input = waiting.shift(); input; input = waiting.shift())
      sent.push(await send(operation, input, caller, mayRead));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
  return sent;
};

/** Sends requests one after the other, so that each change belongs to one request. */
const sendWriting = async (
  { operation, inputs }: Requests,
  caller: Partial<TestUser>,
  mayRead: boolean,
): Promise<Sent[]> => {
  const sent: Sent[] = [];
  for (const input of inputs) sent.push(await send(operation, input, caller, mayRead));
  return sent;
};

const sendAll = async (who: string, mayRead: boolean): Promise<void> => {
  const caller = callers[who]!;
  for (const request of requests) {
    const { method, path } = request.operation;
    const sent = await (method === 'GET' ? sendReading : sendWriting)(request, caller, mayRead);
    expect(changesOnRefusals(await takeChanges(), sent), `${who}, ${method} ${path}`).toEqual([]);
  }
  // The sessions must still be valid. Otherwise the last calls would have been anonymous.
  const { status } = await app.call('GET', '/account/email-preferences', { token: caller.token });
  expect(status).toBe(caller.token ? 200 : 401);
};

describe('whatever is sent to any call', () => {
  it.each(['a visitor', 'another student', 'another teacher', 'an admin without their second factor'])(
    'by %s: never a 500, never a change on a refusal, never another’s data',
    (who) => sendAll(who, false),
    TIME_LIMIT,
  );

  it.each(['a student of the class', 'the teacher of the class', 'an admin with a second factor'])(
    'by %s: never a 500, never a change on a refusal',
    (who) => sendAll(who, true),
    TIME_LIMIT,
  );
});
