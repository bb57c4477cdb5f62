import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/database/client.ts';
import { readEnvironment } from '#server/settings/environment.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createDataDir, removeDataDir } from '#tests/support/built-server.ts';
import { createAdmin } from '#tests/support/users.ts';
import { announceMissingBackups } from './announce-backups.ts';

let app: TestApp;
let database: Awaited<ReturnType<typeof openDatabase>>;
let dataDir: string;
beforeAll(async () => {
  app = await startTestApp();
  database = await openDatabase(app.databaseUrl, () => undefined);
  dataDir = await createDataDir();
});
afterAll(async () => {
  await database.close();
  await app.close();
  await removeDataDir(dataDir);
});

it('admins are told once a week that the site is not backed up, and not while it is', async () => {
  const { token } = await createAdmin(app);
  const environment = { ...readEnvironment({ DEMO: 'on', DATA_DIR: dataDir }), demo: false };
  const announce = () => announceMissingBackups(environment, database.db);
  const told = async () => {
    const { body } = await app.call('GET', '/notifications', { token });
    return body.filter(({ title }: { title: string }) => title === 'The site is not backed up');
  };
  const folder = join(dataDir, 'backups');
  const backup = join(folder, 'classharbor-2030-01-01T03-00-00-000Z.sql.gz');
  await mkdir(folder, { recursive: true });
  await writeFile(backup, '');
  await announce();
  expect(await told()).toEqual([]);
  const before = new Date(Date.now() - 90 * 60 * 60_000);
  await utimes(backup, before, before);
  await announce();
  await announce();
  expect(await told()).toEqual([
    expect.objectContaining({
      text: 'The newest backup is 3 days old.',
      path: '/dashboard/siteHealth',
    }),
  ]);
});

it('a new site without a backup is given two nights', async () => {
  const environment = { ...readEnvironment({ DEMO: 'on', DATA_DIR: dataDir }), demo: false };
  await app.pool.query("update users set created_at = now() - interval '49 hours'");
  const count = async () =>
    (await app.pool.query("select from notifications where subject like 'backups %'")).rowCount;
  await rm(join(dataDir, 'backups'), { recursive: true, force: true });
  await app.pool.query("delete from notifications where subject like 'backups %'");
  await announceMissingBackups(environment, database.db);
  expect(await count()).toBe(0);
  await app.pool.query("update users set created_at = now() - interval '52 hours'");
  await announceMissingBackups({ ...environment, backupCheck: false }, database.db);
  expect(await count()).toBe(0);
  await announceMissingBackups(environment, database.db);
  expect(await count()).toBeGreaterThan(0);
});
