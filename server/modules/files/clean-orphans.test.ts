import { randomUUID } from 'node:crypto';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MARK_KEY, readStorageMark } from '#server/files/storage-mark.ts';
import { checkFiles } from '#server/site-health/checks/files.ts';
import { migratedDatabase } from '#tests/support/empty-database.ts';
import { cleaningContextOf } from '#tests/support/cleaning.ts';
import { isServed, phonePhoto, uploadFile, uploadPicture } from '#tests/support/pictures.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { startTestApp, type AppWithFiles } from '#tests/support/test-app.ts';
import { createStudent } from '#tests/support/users.ts';
import { type CleaningContext, cleanFiles } from './clean-files.ts';
import { backgroundRemoval } from './removed-contents.ts';
import { privateKey } from './stored-files.ts';

const DAY = 24 * 60 * 60_000;
const LONG_AGO = new Date(Date.now() - 10 * DAY);

let app: AppWithFiles;
let files: CleaningContext;
let mark: string;
let image: string;
let fileKey: string;

const listKeys = async (): Promise<string[]> => {
  const keys: string[] = [];
  for (const path of ['images', 'private'])
    for await (const { key } of files.storage.list(path)) keys.push(key);
  return keys.sort();
};

const makeOld = (key: string) => utimes(join(app.dataDir, 'files', key), LONG_AGO, LONG_AGO);

/** Stores private files that the database does not know. @returns their keys */
const storeUnknown = async (count: number): Promise<string[]> => {
  const keys = Array.from({ length: count }, () => privateKey(randomUUID()));
  for (const key of keys) {
    await files.storage.put(key, Buffer.from(key));
    await makeOld(key);
  }
  return keys.sort();
};

beforeAll(async () => {
  app = await startTestApp();
  files = cleaningContextOf(app);
  mark = await files.findMark();
  const ada = await createStudent(app);
  image = (await uploadPicture(app, ada, await phonePhoto(400, 200))).body.image as string;
  await app.call('POST', '/auth/update-user', { body: { image }, cookie: ada.cookie });
  fileKey = privateKey((await uploadFile(app, ada, Buffer.from('My work'), 'work.txt')).body._id as string);
});
afterAll(() => app.close());

it('marks the storage when the server starts', async () => {
  await expect.poll(() => readStorageMark(files.storage)).toBe(mark);
});

it('removes nothing from the storage of another site, and says so', async () => {
  const pool = new Pool({ connectionString: await migratedDatabase() });
  const other = cleaningContextOf(app, pool);
  for (const key of await listKeys()) await makeOld(key);
  const before = await listKeys();
  expect(before).toContain(fileKey);
  await expect(cleanFiles(other)).rejects.toThrow(/belongs to another site/);
  const warned: unknown[] = [];
  const log = { warn: (entry: { err: Error }) => warned.push(entry.err.message) };
  await pool.query("insert into removed_contents (kind, name) values ('picture', $1)", [
    /images\/([\da-f]{32})/.exec(image)![1],
  ]);
  backgroundRemoval(other, log as never)();
  await expect.poll(() => warned).toEqual([expect.stringMatching(/belongs to another site/)]);
  expect(await listKeys()).toEqual(before);
  expect(await checkFiles({ dataDir: app.dataDir }, await other.findMark())).toEqual({
    status: 'problem',
    found: expect.stringMatching(/belong to the site of another database/),
    todo: expect.stringMatching(/^Check DATABASE_URL, or set a folder of this site’s own/),
    setting: 'DATA_DIR',
  });
  // A database without a mark is one that no server has used yet.
  expect((await checkFiles({ dataDir: app.dataDir })).status).toBe('ok');
  expect((await checkFiles({ dataDir: app.dataDir }, mark)).status).toBe('ok');
  await pool.end();
});

it('marks a storage that has no mark yet, and then cleans it', async () => {
  await files.storage.remove(MARK_KEY);
  const [unknown] = await storeUnknown(1);
  expect(await cleanFiles(files)).toMatchObject({ orphans: 1 });
  expect(await readStorageMark(files.storage)).toBe(mark);
  expect(await listKeys()).not.toContain(unknown);
});

it('leaves many files without a record alone until the operator decides', { timeout: 120_000 }, async () => {
  const unknown = await storeUnknown(25);
  const before = await listKeys();
  await expect(cleanFiles(files)).rejects.toThrow(/^25 of \d+ stored files have no record/);
  // Nor are files removed whose records have been unused, because those may be outdated.
  const later = { now: new Date(Date.now() + DAY + 60_000) };
  await app.pool.query(`update files set unused_since = now() - interval '3 days'`);
  await expect(cleanFiles(files, later)).rejects.toThrow(/stored files have no record/);
  await app.pool.query('update files set unused_since = null');
  expect(await listKeys()).toEqual(before);
  expect(await checkFiles({ dataDir: app.dataDir }, mark)).toMatchObject({
    status: 'problem',
    found: expect.stringMatching(/^25 of \d+ stored files have no record in the database, so /),
    todo: expect.stringContaining('npm run files:clean'),
  });
  const run = (...args: string[]) =>
    runCommand('clean-files', args, app.databaseUrl, { DATA_DIR: app.dataDir });
  expect(await run()).toMatchObject({ code: 0, output: expect.stringMatching(/^25 of \d+ stored files /) });
  expect(await listKeys()).toEqual(before);
  const { code, output } = await run('--remove');
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/^25 of \d+ stored files .* They were removed\n$/),
  ]);
  expect(await listKeys()).toEqual(before.filter((key) => !unknown.includes(key)));
  expect((await checkFiles({ dataDir: app.dataDir }, mark)).status).toBe('ok');
});

it('allows more in a large storage, and reports nothing any more once few are left', async () => {
  const unknown = await storeUnknown(25);
  await expect(cleanFiles(files)).rejects.toThrow(/stored files have no record/);
  // As if the storage had 2,500 other files.
  const storage: typeof files.storage = {
    ...files.storage,
    list: async function* (path) {
      yield* files.storage.list(path);
      if (path !== 'private') return;
      for (let count = 0; count < 2_500; count += 1)
        yield { key: privateKey(randomUUID()), size: 1, storedAt: new Date() };
    },
  };
  expect(await cleanFiles({ ...files, storage })).toMatchObject({ orphans: 25 });
  expect(await listKeys()).not.toEqual(expect.arrayContaining(unknown));
  expect((await checkFiles({ dataDir: app.dataDir }, mark)).status).toBe('ok');
});

it('leaves files alone that somebody else has put there', async () => {
  const stray = ['images/list.txt', 'private/list.txt', 'private/ab/list.txt'];
  for (const key of stray) {
    await files.storage.put(key, Buffer.from('x'));
    await makeOld(key);
  }
  const before = await listKeys();
  expect(await cleanFiles(files)).toMatchObject({ orphans: 0 });
  expect(await listKeys()).toEqual(before);
  expect(await isServed(app, image)).toBe(true);
  for (const key of stray) await rm(join(app.dataDir, 'files', key));
});

it('does not list hidden files', async () => {
  await writeFile(join(app.dataDir, 'files', 'images', '.nfs0001'), 'x');
  expect(await listKeys()).not.toContain('images/.nfs0001');
});
