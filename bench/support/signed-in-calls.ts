import pg from 'pg';
import type { RunningServer } from '#server/server.ts';
import { signInAs, type TestUser } from '#tests/support/users.ts';
import type { TestApp } from '#tests/support/test-app.ts';

export interface SignedInCall {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  token: string;
  body?: unknown;
  /** The number of requests to the card provider. */
  providerRequests: number;
}

interface Statement {
  text: string;
  values: unknown[];
}

/** A call with its SQL statements and its response. */
export interface RecordedCall extends SignedInCall {
  statements: Statement[];
  response: unknown;
}

/** The calls that browsers of signed-in users make most. */
export const signedInCalls = async (app: TestApp): Promise<SignedInCall[]> => {
  const student = await signInAs(app, 'User');
  const teacher = await signInAs(app, 'Teacher');
  const admin = await signInAs(app, 'Admin');
  const get = (name: string, { token }: TestUser, path: string): SignedInCall => ({
    name,
    method: 'GET',
    path,
    token,
    providerRequests: 0,
  });
  const { rows } = await app.pool.query<{ id: string; price: number }>(
    `select id, price from classes c where status = 'approve' and price >= 100 and not exists (
       select from enrollments e join users u on u.id = e.user_id where e.class_id = c.id and u.email = $1
     ) order by id limit 1`,
    [student.email],
  );
  const { id, price } = rows[0]!;
  const intent: SignedInCall = {
    name: 'Payment intent, already open',
    method: 'POST',
    path: `/create-payment-intent/${id}`,
    token: student.token,
    body: { price },
    providerRequests: 1,
  };
  return [
    get('Admin check', student, `/users/admin/${student.email}`),
    get('Teacher check', teacher, `/teacher-req/teacher/${teacher.email}`),
    get('A student’s enrollments', student, `/enrollments?email=${student.email}&page=1&limit=12`),
    get('A teacher’s classes', teacher, `/classes/teacher/${teacher.email}?page=1&limit=10`),
    get('Users, for an admin', admin, '/users?page=1&limit=10'),
    get('Payments, for an admin', admin, '/payments?page=1&limit=10'),
    get('The user’s payments', student, '/payments/own?page=1&limit=10'),
    get('Published classes', student, '/classes?status=approve&page=1&limit=24'),
    get('A class', student, `/classes/${id}`),
    intent,
  ];
};

/**
 * Records the statements that connections of this process send to the database. Must be called before they are opened.
 * @returns a function that runs `work` and returns the statements that were sent in the meantime
 */
const recordStatements = (): ((work: () => Promise<unknown>) => Promise<Statement[]>) => {
  let statements: Statement[] = [];
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with the client below
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, config: unknown, ...more: unknown[]) {
    const { text, values } =
      typeof config === 'string' ? { text: config, values: undefined } : (config as Partial<Statement>);
    const given = Array.isArray(more[0]) ? (more[0] as unknown[]) : [];
    if (text !== undefined) statements.push({ text, values: values ?? given });
    return (query as (...sent: unknown[]) => unknown).call(this, config, ...more);
  } as typeof query;
  return async (work) => {
    statements = [];
    await work();
    return statements;
  };
};

/** How often a call is recorded, because a recording may contain statements of background work. */
const RECORDINGS = 3;

/** Makes each call to a server in this process, and records its database queries. */
export const recordCalls = async (
  startServer: () => Promise<RunningServer>,
  calls: SignedInCall[],
): Promise<RecordedCall[]> => {
  const statementsOf = recordStatements();
  const { app, stop } = await startServer();
  const recorded: RecordedCall[] = [];
  for (const call of calls) {
    const { method, path, token, body } = call;
    let response: unknown;
    let statements: Statement[] | undefined;
    for (let time = 0; time <= RECORDINGS; time += 1) {
      const sent = await statementsOf(async () => {
        const received = await app.inject({
          method,
          url: `/api${path}`,
          headers: { authorization: `Bearer ${token}` },
          ...(body !== undefined && { payload: body as object }),
        });
        if (received.statusCode !== 200) throw new Error(`${call.name}: ${received.body}`);
        response = received.json();
      });
      // The first call only fills caches.
      if (time > 0 && sent.length < (statements?.length ?? Infinity)) statements = sent;
    }
    recorded.push({ ...call, statements: statements!, response });
  }
  await stop();
  return recorded;
};
