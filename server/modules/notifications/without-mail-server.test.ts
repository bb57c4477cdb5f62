import { Pool } from 'pg';
import { expect, it } from 'vitest';
import { migratedDatabase } from '#tests/support/empty-database.ts';
import { REAL_SITE, startTestServer } from '#tests/support/start-test-server.ts';

const METRICS_TOKEN = 'a-token-of-the-metrics-in-the-tests';

it('a site without a mail server skips emails after a week, and reports none as failed', async () => {
  const databaseUrl = await migratedDatabase();
  const start = () => startTestServer(databaseUrl, { ...REAL_SITE, METRICS_TOKEN });
  await (await start()).stop();
  const pool = new Pool({ connectionString: databaseUrl });
  await pool.query(
    "insert into users (email, name, role) values ('ada@example.test', 'Ada', null), ('amy@example.test', 'Amy', 'admin')",
  );
  await pool.query(
    `insert into notifications (user_id, kind, subject, email, attempts, created_at)
       select u.id, 'teacher request received', old.subject, old.email, old.attempts, now() - old.age * interval '24 hours'
         from users u, (values ('a', 'waiting', 0, 6), ('b', 'waiting', 0, 8), ('c', 'waiting', 3, 8), ('d', 'queued', 1, 9))
           old (subject, email, attempts, age) where u.name = 'Ada'`,
  );
  const server = await start();
  const { rows } = await pool.query(
    'select extract(day from now() - created_at)::int as age, email from notifications order by created_at',
  );
  expect(rows).toEqual([
    { age: 9, email: 'skipped' },
    { age: 8, email: 'skipped' },
    { age: 8, email: 'skipped' },
    { age: 6, email: 'waiting' },
  ]);
  const metrics = await fetch(`${server.url}/api/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const text = await metrics.text();
  expect(text).toMatch(/^emails_failed 0$/m);
  expect(text).toMatch(/^emails_waiting 1$/m);
  await server.stop();
  await pool.end();
});
