import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBucketStore } from './bucket-store.ts';
import { createFolderStorage } from '../files/folder-storage.ts';
import { createS3Storage } from '../files/s3-storage.ts';
import { startBucket, type TestBucket } from '#tests/support/bucket.ts';
import { contentOf } from '#tests/support/database-content.ts';
import { emptyDatabase } from '#tests/support/empty-database.ts';
import { phonePhoto, uploadFile, uploadPicture } from '#tests/support/pictures.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { type AppWithFiles, startTestApp } from '#tests/support/test-app.ts';
import { createStudent } from '#tests/support/users.ts';

const DAY = 24 * 60 * 60_000;

let folder: string;
let bucket: TestBucket;
let app: AppWithFiles;
let fileKey: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'classharbor-backup-bucket-'));
  bucket = await startBucket();
  app = await startTestApp();
  const ada = await createStudent(app);
  await uploadPicture(app, ada, await phonePhoto(400, 200));
  const { body } = await uploadFile(app, ada, Buffer.from('My work'), 'work.txt');
  fileKey = `private/${body._id.slice(0, 2)}/${body._id}`;
  await app.server.stop();
});
afterAll(async () => {
  await app.close();
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const settings = (changed: Record<string, string> = {}): Record<string, string> => ({
  DATA_DIR: app.dataDir,
  BACKUP_S3_ENDPOINT: bucket.settings.endpoint!,
  BACKUP_S3_BUCKET: bucket.settings.bucket,
  BACKUP_S3_PREFIX: 'school',
  BACKUP_S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
  BACKUP_S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
  ...changed,
});

const run = (command: string, args: string[], changed?: Record<string, string>, database = app.databaseUrl) =>
  runCommand(command, args, database, settings(changed));

/** @returns the address of the new backup */
const backUp = async (...args: string[]): Promise<string> => {
  const { code, output } = await run('backup', args);
  expect(code, output).toBe(0);
  return /^Backup written to (s3:\S+)/.exec(output)![1]!;
};

/** Restores a backup into a new site with the given folder. @returns the URL of its database */
const restore = async (address: string, dataDir: string): Promise<string> => {
  const url = await emptyDatabase();
  const { code, output } = await run('restore', [address], { DATA_DIR: join(folder, dataDir) }, url);
  expect(code, output).toBe(0);
  return url;
};

const storeAt = (prefix: string) => createBucketStore({ ...bucket.settings, prefix });

/** The objects below `school/` whose key contains a text. */
const keys = async (part: string): Promise<string[]> => {
  const found: string[] = [];
  for await (const { key } of createS3Storage(bucket.settings).list('school'))
    if (key.includes(part)) found.push(key);
  return found;
};

describe('a backup in a bucket', () => {
  it('is listed, verified by a drill and restored into a new site, with its files', async () => {
    const none = await run('restore', ['--drill']);
    expect(none).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^There is no backup in s3:\/\/files\/school: /),
    });
    const address = await backUp();
    expect(existsSync(join(app.dataDir, 'backups'))).toBe(false);
    expect((await run('restore', ['--list'])).output).toMatch(
      new RegExp(`^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC {2}${address}\n$`),
    );
    const drill = await run('restore', ['--drill']);
    expect(drill).toMatchObject({ code: 0, output: expect.stringMatching(/files [1-9]/) });
    expect(drill.output).toContain(`${address} can be restored`);
    const url = await restore(address, 'restored');
    expect(await contentOf(url)).toEqual(await contentOf(app.databaseUrl));
    const found = await createFolderStorage(join(folder, 'restored/files')).read(fileKey);
    expect(await text(found!.content)).toBe('My work');
  });

  it('shares its copies with later backups, which remove the ones no longer needed', async () => {
    const before = await keys('/files/');
    const second = await backUp();
    expect(await keys('/files/')).toEqual(before);
    await createFolderStorage(join(app.dataDir, 'files')).remove(fileKey);
    const third = await backUp('--keep', '2');
    expect((await keys('.sql.gz')).map((key) => `s3://files/${key}`)).toEqual([second, third]);
    // The second still needs it.
    expect(await keys(fileKey)).toHaveLength(1);
    await restore(second, 'shared');
    const fourth = await backUp('--keep', '1');
    expect(await keys(fileKey)).toEqual([]);
    expect(await keys('/files/')).toHaveLength(before.length - 1);
    await restore(fourth, 'the last');
    const { output } = await run('restore', [second], {}, await emptyDatabase());
    expect(output).toBe(`There is no backup ${second}\n`);
  });

  it('that an operator has copied to another name keeps its files', async () => {
    const storage = createFolderStorage(join(app.dataDir, 'files'));
    await storage.put('private/ab/named', Buffer.from('Kept'));
    const address = await backUp();
    const objects = createS3Storage(bucket.settings);
    const found = await objects.read(address.replace('s3://files/', ''));
    await objects.write('school/before-upgrade.sql.gz', found!.content);
    await storage.remove('private/ab/named');
    await backUp('--keep', '1');
    await restore('s3://files/school/before-upgrade.sql.gz', 'named');
    await objects.remove('school/before-upgrade.sql.gz');
    await backUp('--keep', '1');
    expect(await keys('/named')).toEqual([]);
  });

  it('is not restored without its files: the database stays empty', async () => {
    const address = await backUp();
    const [lost] = await keys('/200.webp');
    await createS3Storage(bucket.settings).remove(lost!);
    const url = await emptyDatabase();
    const { code, output } = await run('restore', [address], { DATA_DIR: join(folder, 'lost') }, url);
    expect(output).toContain(`The file s3://files/${lost} of the backup is missing or incomplete`);
    expect(code).toBe(1);
    expect((await contentOf(url))['public.users']).toEqual([]);
    // The next backup stores it again.
    await restore(await backUp('--keep', '1'), 'found');
  });

  it('that was interrupted is neither listed nor restored, and is removed after a week', async () => {
    const store = storeAt('school/');
    const before = await store.list();
    const name = store.newName();
    const large = Readable.from(
      (async function* () {
        for (let part = 0; part < 3; part += 1) yield Buffer.alloc(5 * 1024 * 1024);
        await Promise.reject(new Error('cut'));
      })(),
    );
    await expect(store.write(name, large)).rejects.toThrow('cut');
    expect(bucket.aborted).toEqual([`school/${name}`]);
    const files = createFolderStorage(folder);
    await files.put('private/ab/new', Buffer.from('new'));
    for await (const { copy } of store.copyFiles(name, files, [{ key: 'private/ab/new', size: 3 }]))
      expect(copy).toContain('private/ab/new');
    expect(await store.list()).toEqual(before);
    await expect(store.read(name)).rejects.toThrow('There is no backup');

    // It may still be written while another backup cleans the bucket.
    await backUp('--keep', '1');
    expect(await keys('private/ab/new')).toHaveLength(1);
    const [manifest] = await keys(name.replace('.sql.gz', '.files.gz'));
    await bucket.backdate(manifest!, new Date(Date.now() - 8 * DAY));
    await backUp('--keep', '1');
    expect(await keys('private/ab/new')).toEqual([]);
    expect(await keys(name.replace('.sql.gz', ''))).toEqual([]);
  });

  it('is dated by the storage, so that a wrong clock does no harm', async () => {
    const store = storeAt('clock/');
    const future = 'classharbor-2099-01-01T00-00-00-000Z-00000000.sql.gz';
    const past = 'classharbor-2001-01-01T00-00-00-000Z-00000000.sql.gz';
    await store.write(future, Readable.from(['older']));
    await bucket.backdate(`clock/${future}`, new Date(Date.now() - DAY));
    await store.write(past, Readable.from(['newer']));
    expect(await store.removeOld({ backups: 1 }, past)).toBe(1);
    expect((await store.list()).map(({ name }) => name)).toEqual([past]);
  });

  it('leaves alone the backups of sites with other prefixes', async () => {
    const stores = ['', 'a/', 'ab/', 'a/b/', 'classharbor-2026-01-01T00-00-00-000Z/'].map(storeAt);
    for (const store of stores) {
      await store.write(store.newName(), Readable.from(['first']));
      const name = store.newName();
      await store.write(name, Readable.from(['second']));
      await store.removeOld({ backups: 1 }, name);
    }
    for (const store of stores) expect(await store.list()).toHaveLength(1);
  });
});

describe('a bucket of backups that cannot be used', () => {
  const refusal = 'The bucket \\S+ cannot be used: .*';
  it.each([
    [{ BACKUP_S3_BUCKET: 'missing' }, `${refusal}BACKUP_S3_BUCKET: Create the bucket, or correct its name`],
    [{ BACKUP_S3_SECRET_ACCESS_KEY: 'wrong' }, `${refusal}BACKUP_S3_SECRET_ACCESS_KEY: Correct the secret`],
    [{ BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9' }, `${refusal}BACKUP_S3_ENDPOINT: Check the address`],
  ])('is named by each command, with the setting: %o', async (changed, line) => {
    for (const [command, args] of [
      ['backup', ['--keep', '1']],
      ['restore', ['--drill']],
    ] as const) {
      const { code, output } = await run(command, [...args], changed);
      expect(code).toBe(1);
      expect(output).toMatch(new RegExp(`^${line}.*\n$`));
    }
  });

  it('is not read without its key, and no backup goes to an address', async () => {
    const address = 's3://files/school/classharbor.sql.gz';
    const without = await runCommand('restore', [address], app.databaseUrl);
    expect(without).toEqual({
      code: 1,
      output: `BACKUP_S3_BUCKET and its key must be set to read ${address}\n`,
    });
    expect((await run('restore', ['s3://files'])).output).toContain('is not an address such as s3://');
    expect((await run('backup', ['s3://files/school/'])).output).toContain('BACKUP_S3_BUCKET');
  });
});
