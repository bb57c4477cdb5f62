import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStudent, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { requireDeclarations } from './route.ts';

let app: TestApp;
let ada: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  ada = await createStudent(app);
});
afterAll(() => app.close());

interface Operation {
  method: string;
  path: string;
  hasBody: boolean;
  security: unknown[];
}

const listOperations = async (): Promise<Operation[]> => {
  const { body } = await app.call('GET', '/openapi.json');
  return Object.entries(
    body.paths as Record<string, Record<string, { requestBody?: unknown; security: unknown[] }>>,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replace('/api', ''),
      hasBody: Boolean(operation.requestBody),
      security: operation.security,
    })),
  );
};

describe('the declarations without which the server does not start', () => {
  it('include an access rule for every route', async () => {
    const server = Fastify();
    requireDeclarations(server);
    server.get('/guarded', { config: { access: 'anyone' } }, () => 'ok');
    server.get('/forgotten', () => 'oops');
    await expect(server.ready()).rejects.toThrow('without access rule: GET /forgotten');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('include a rate limit for every %s route', async (method) => {
    const server = Fastify();
    requireDeclarations(server);
    const access = 'anyone';
    server.route({ method, url: '/limited', config: { access, limit: 'writing' }, handler: () => 'ok' });
    server.route({
      method,
      url: '/unlimited',
      config: { access, limit: { unlimited: 'It is only a test' } },
      handler: () => 'ok',
    });
    server.route({ method, url: '/forgotten', config: { access }, handler: () => 'oops' });
    await expect(server.ready()).rejects.toThrow(`without rate limit: ${method} /forgotten`);
  });
});

describe('the API document', () => {
  it('is OpenAPI 3.1 with each call, its access and its error shape', async () => {
    const { status, body } = await app.call('GET', '/openapi.json');
    expect(status).toBe(200);
    expect(body.openapi).toMatch(/^3\.1/);
    const calls = (await listOperations()).map(({ method, path }) => `${method} ${path}`);
    expect(calls).toEqual(
      expect.arrayContaining([
        'POST /jwt',
        'POST /users',
        'GET /classes',
        'GET /classes/{id}',
        'POST /payments',
        'GET /enrollments',
      ]),
    );
    expect(body.components.schemas).toHaveProperty('Class');
    expect(body.components.schemas).toHaveProperty('Error');
  });

  it('can be browsed', async () => {
    const { status, body } = await app.call('GET', '/docs');
    expect(status).toBe(200);
    expect(body).toContain('swagger-ui');
  });
});

describe('bad input', () => {
  const HOSTILE = [
    '{',
    '[]',
    'null',
    '"text"',
    '{"__proto__":{"admin":true}}',
    '{"email":{"$ne":null}}',
    `{"a":"${'x'.repeat(70_000)}"}`,
  ];
  const HOSTILE_PARAMETERS = [
    '%00',
    "'%20or%201=1--",
    '..%2f..%2fetc%2fpasswd',
    '%F0%9F%92%A9',
    '-1',
    'x'.repeat(300),
  ];

  const snapshot = async () => {
    const { rows } = await app.pool.query(
      `select (select count(*) from users) as users, (select count(*) from payments) as payments,
              (select count(*) from enrollments) as enrollments, (select count(*) from payment_intents) as intents,
              (select count(*) from feedback) as feedback, (select sum(enroll) from classes) as enroll`,
    );
    return rows[0] as object;
  };

  it('gets a 4xx with a message from every call, never a 500, and changes nothing', async () => {
    const before = await snapshot();
    let tried = 0;
    for (const { method, path, hasBody } of await listOperations()) {
      const paths = path.includes('{')
        ? HOSTILE_PARAMETERS.map((value) => path.replace(/\{\w+\}/g, value))
        : [
            path,
            ...(method === 'GET'
              ? HOSTILE_PARAMETERS.map((value) => `${path}?email=${value}&limit=${value}&classId=${value}`)
              : []),
          ];
      for (const hostilePath of paths) {
        for (const body of hasBody ? HOSTILE : [undefined]) {
          const { token, cookie } = ada;
          const response = await app.call(method, hostilePath, { body, token, cookie });
          tried += 1;
          expect(response.status, `${method} ${hostilePath} ${body?.slice(0, 40)}`).toBeLessThan(500);
          if (response.status >= 400) expect(response.body.error.message).toBeTruthy();
          // A call without input has nothing that could be rejected.
          else expect(method === 'GET' || (!hasBody && !path.includes('{')), `${method} ${path}`).toBe(true);
        }
      }
    }
    expect(tried).toBeGreaterThan(50);
    expect(await snapshot()).toEqual(before);
  });

  it('is 413 for a body that is too large and 415 for one of another kind', async () => {
    const large = await app.call('POST', '/jwt', { body: { email: 'x'.repeat(70_000) }, cookie: ada.cookie });
    expect(large.status).toBe(413);
    const text = await app.call('POST', '/jwt', {
      body: 'hello',
      cookie: ada.cookie,
      headers: { 'content-type': 'text/plain' },
    });
    expect(text.status).toBe(415);
    expect(text.body.error.code).toBe('unsupported_media_type');
  });

  it('is 404 in the same shape for what does not exist', async () => {
    const { status, body } = await app.call('GET', '/nothing/here');
    expect(status).toBe(404);
    expect(body.error.code).toBe('not_found');
  });
});

describe('every call that needs a token', () => {
  it('is 401 without one, whatever else is wrong with it', async () => {
    const secured = (await listOperations()).filter(
      ({ security }) => JSON.stringify(security) === '[{"accessToken":[]}]',
    );
    expect(secured.length).toBeGreaterThan(3);
    for (const { method, path } of secured) {
      const { status, body } = await app.call(method, path.replace(/\{\w+\}/g, 'x'));
      expect(status, `${method} ${path}`).toBe(401);
      expect(body.error.code).toBe('unauthenticated');
    }
  });
});

describe('health', () => {
  it('answers and is ready', async () => {
    expect((await app.call('GET', '/healthz')).status).toBe(200);
    expect((await app.call('GET', '/readyz')).body).toEqual({ status: 'ready' });
  });
});

describe('a database error', () => {
  it('is not revealed to the caller', async () => {
    await app.pool.query('alter table feedback rename to feedback_gone');
    const { status, body } = await app.call('GET', '/feedback');
    await app.pool.query('alter table feedback_gone rename to feedback');
    expect(status).toBe(500);
    expect(body.error.code).toBe('internal');
    expect(JSON.stringify(body)).not.toMatch(/feedback|select|relation/i);
  });
});
