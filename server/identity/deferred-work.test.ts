import Fastify, { type FastifyBaseLogger } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emailsTo } from '#tests/support/emails.ts';
import { whileLocked } from '#tests/support/locks.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent } from '#tests/support/users.ts';
import { registerDeferredWork } from './deferred-work.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Without it, a reset link can be neither looked for nor created. */
const LOCK_LINKS = 'lock table identity.verification in access exclusive mode';

const requestReset = (site: TestApp, email: string) =>
  site.call('POST', '/auth/request-password-reset', { body: { email } });

it('the response to a password reset waits for no work, so that its time does not tell of an account', async () => {
  const { email } = await createStudent(app);
  const responses = await whileLocked(app.pool, async (holder) => {
    await holder.query(LOCK_LINKS);
    const both = [email, 'nobody@example.test'].map((address) => requestReset(app, address));
    return { first: await Promise.race([Promise.all(both), sleep(10_000, 'still waiting')]) };
  });
  const [known, unknown] = responses.first as Awaited<ReturnType<typeof requestReset>>[];
  expect(known).toMatchObject({ status: 200, body: { status: true } });
  expect(unknown!.body).toEqual(known!.body);
  // An email with a link is delivered in the background of this work.
  await expect.poll(async () => (await emailsTo(app, email))[0]).toContain('Set a new password');
  expect(await emailsTo(app, 'nobody@example.test')).toEqual([]);
});

it('the server stops once the work after its responses is done', async () => {
  const site = await startTestApp();
  const { email } = await createStudent(site);
  let hasStopped = false;
  const { stopped } = await whileLocked(site.pool, async (holder) => {
    await holder.query(LOCK_LINKS);
    expect((await requestReset(site, email)).status).toBe(200);
    const stopped = site.server.stop().then(() => (hasStopped = true));
    await expect.poll(() => site.server.app.server.listening, { interval: 5 }).toBe(false);
    await sleep(500);
    expect(hasStopped).toBe(false);
    return { stopped };
  });
  await stopped;
  const { rowCount } = await whileLocked(site.pool, (client) =>
    client.query(
      `select from identity.verification join identity."user" u on value = u.id::text where u.email = $1`,
      [email],
    ),
  );
  expect(rowCount).toBe(1);
  await site.close();
});

it('logs what fails after a response', async () => {
  const lines: string[] = [];
  const log: FastifyBaseLogger = pino({}, { write: (line: string) => void lines.push(line) });
  const server = Fastify({ loggerInstance: log });
  registerDeferredWork(server);
  server.get('/', async (_request, reply) => {
    server.deferredWork.add(reply, () => Promise.reject(new Error('No link was created')));
    return reply.send({});
  });
  expect((await server.inject('/')).statusCode).toBe(200);
  await server.close();
  expect(lines.join('')).toContain('No link was created');
});
