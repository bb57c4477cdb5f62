import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { addLesson, addSection } from '#tests/support/curriculum.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { type Operation, type Parameter, requestFor, type Schema } from './support/arbitrary-input.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

/** Requests to each call, by each caller. */
const RUNS = 25;
/** What only the victim, their teacher and admins may ever read. */
const SECRET = 'the-victims-secret';

let app: TestApp;
let operations: Operation[];
let callers: Record<string, Partial<TestUser>>;
let victim: TestUser;
let known: fc.Arbitrary<string>;
let tried = 0;

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

/** A fingerprint of every row that the product keeps. */
const fingerprint = async (): Promise<string> => {
  const { rows } = await app.pool.query<{ hash: string }>(
    `select md5(string_agg(part, '|')) as hash from (
       select md5(string_agg(t::text, ',' order by t::text)) as part from (
         select u::text as t from users u union all select c::text from classes c
         union all select r::text from teacher_requests r union all select a::text from assignments a
         union all select s::text from submissions s union all select p::text from payments p
         union all select i::text from payment_intents i union all select e::text from enrollments e
         union all select f::text from feedback f union all select l::text from audit_trail l
         union all select s::text from sections s union all select l::text from lessons l
         union all select c::text from curricula c union all select p::text from lesson_progress p
       ) all_rows
     ) parts`,
  );
  return rows[0]!.hash;
};

beforeAll(async () => {
  app = await startTestApp();
  operations = await readOperations();
  const admin = await signInAs(app, 'Admin');
  const teacher = await createTeacher(app);
  const offer = await publishClass(app, teacher, admin);
  await app.call('PATCH', `/classes/${offer}/assignments`, {
    body: { title: 'Task', description: SECRET, marks: 10, date: '2030-01-31' },
    token: teacher.token,
  });
  const section = await addSection(app, teacher, offer);
  await addLesson(app, teacher, section, { text: SECRET });
  await addLesson(app, teacher, section, { text: SECRET, status: 'draft', isPreview: true });
  victim = await createStudent(app, { email: `${SECRET}@example.test` });
  const transactionId = await buyClass(app, victim, offer);
  await app.call('PUT', `/classes/${offer}/submission`, { body: { text: SECRET }, token: victim.token });
  const { rows } = await app.pool.query<{ id: string }>(
    `select id from users union all select id from payments union all select id from submissions
     union all select id from teacher_requests union all select id from classes
     union all select id from sections union all select id from lessons`,
  );
  known = fc.constantFrom(
    ...rows.map(({ id }) => id),
    offer,
    transactionId,
    victim.email,
    'student@classharbor.test',
  );
  callers = {
    'an anonymous visitor': {},
    'another student': await createStudent(app),
    'another teacher': await createTeacher(app),
  };
});
afterAll(async () => {
  process.stdout.write(`${tried} generated requests to ${operations.length} calls\n`);
  await app.close();
});

describe('whatever is sent to any call', () => {
  it.each(['an anonymous visitor', 'another student', 'another teacher'])(
    'by %s: never a 500, never a change on a refusal, never another’s data',
    async (who) => {
      const { token, cookie } = callers[who]!;
      let before = await fingerprint();
      for (const operation of operations) {
        await fc.assert(
          fc.asyncProperty(requestFor(operation, known), async ({ address, body }) => {
            const answer = await app.call(operation.method, address, { body, token, cookie });
            tried += 1;
            const told = `${operation.method} ${address} ${body}`;
            expect(answer.status, told).toBeLessThan(500);
            const text = JSON.stringify(answer.body);
            if (!`${address}${body}`.includes(SECRET)) expect(text, told).not.toContain(SECRET);
            expect(text, told).not.toMatch(/select .+ from|insert into|drizzle|node_modules/i);
            const after = await fingerprint();
            if (answer.status >= 400 || operation.method === 'GET') expect(after, told).toBe(before);
            before = after;
          }),
          { numRuns: RUNS, seed: 20_261_121 },
        );
      }
    },
    240_000,
  );
});
