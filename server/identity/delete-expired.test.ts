import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { register, signIn, type TestUser } from '#tests/support/users.ts';
import { PASSWORD } from '#tests/support/password.ts';
import * as schema from '../database/schema.ts';
import { deleteExpired } from './delete-expired.ts';

let app: TestApp;
let ben: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  ben = await register(app, { name: 'Ben' });
});
afterAll(() => app.close());

describe('a session that has expired', () => {
  it('is deleted, and the live ones stay', async () => {
    const forgotten = await signIn(app, ben.email, PASSWORD);
    await app.pool.query(
      `update identity.session set expires_at = now() - interval '1 second'
        where id = (select id from identity.session order by created_at desc limit 1)`,
    );
    const { rows: before } = await app.pool.query('select from identity.session');
    await deleteExpired(drizzle(app.pool, { schema }));
    const { rows: after } = await app.pool.query('select from identity.session');
    expect(after).toHaveLength(before.length - 1);
    const enter = ({ email, cookie }: TestUser) => app.call('POST', '/jwt', { body: { email }, cookie });
    expect((await enter(forgotten)).status).toBe(401);
    expect((await enter(ben)).status).toBe(200);
  });

  it('is deleted at night by one of the servers', async () => {
    const { rows } = await app.pool.query("select cron from pgboss.schedule where name = 'expired-sessions'");
    expect(rows).toEqual([{ cron: '40 3 * * *' }]);
    const eve = await register(app);
    const sessions = async () => {
      const found = await app.pool.query(
        'select from identity.session s join identity.user u on u.id = s.user_id where u.email = $1',
        [eve.email],
      );
      return found.rows.length;
    };
    expect(await sessions()).toBe(1);
    await app.pool.query(
      `update identity.session set expires_at = now() where user_id = (select id from identity.user where email = $1)`,
      [eve.email],
    );
    await app.pool.query("insert into pgboss.job (name) values ('expired-sessions')");
    // A server looks for work as soon as it starts.
    const other = await startTestServer(app.databaseUrl);
    await expect.poll(sessions, { timeout: 90_000 }).toBe(0);
    await other.stop();
  });

  it('is deleted together with expired email links, which contain addresses', async () => {
    await register(app, { email: 'linked@example.test' });
    const links = async () =>
      (await app.pool.query("select 1 from identity.email_link where email = 'linked@example.test'")).rows;
    const db = drizzle(app.pool, { schema });
    await deleteExpired(db);
    expect(await links()).toHaveLength(1);
    await app.pool.query('update identity.email_link set expires_at = now()');
    await deleteExpired(db);
    expect(await links()).toEqual([]);
  });
});
