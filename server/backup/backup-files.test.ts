import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolderStore } from './folder-store.ts';
import { writeBackup } from './write-backup.ts';
import { createStorage, type StorageSettings } from '../files/create-storage.ts';
import type { FileStorage } from '../files/storage.ts';
import { startBucket, type TestBucket } from '#tests/support/bucket.ts';
import { phonePhoto, uploadFile, uploadPicture } from '#tests/support/pictures.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { type AppWithFiles, startTestApp } from '#tests/support/test-app.ts';
import { createStudent } from '#tests/support/users.ts';
import { emptyDatabase } from '#tests/support/empty-database.ts';

type Variables = Record<string, string>;

let folder: string;
let bucket: TestBucket;
let other: TestBucket;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'classharbor-backup-files-'));
  [bucket, other] = [await startBucket(), await startBucket()];
});
afterAll(async () => {
  await bucket.close();
  await other.close();
  await rm(folder, { recursive: true, force: true });
});

const settingsOf = ({ settings }: TestBucket): Variables => ({
  S3_ENDPOINT: settings.endpoint!,
  S3_BUCKET: settings.bucket,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
});

describe.each([
  ['a folder', () => ({ from: undefined, to: undefined })],
  ['a bucket', () => ({ from: bucket, to: other })],
])('a backup of %s', (name, places) => {
  let app: AppWithFiles;
  let fileId: string;
  let backups: string;
  let restored: string;
  const { from, to } = { from: () => places().from, to: () => places().to };
  const variables = (dataDir: string, where: TestBucket | undefined): Variables => ({
    DATA_DIR: dataDir,
    ...(where && settingsOf(where)),
  });
  const storageOf = (dataDir: string, where: TestBucket | undefined) =>
    createStorage({ dataDir, bucket: where?.settings } satisfies StorageSettings);
  const backUp = (...args: string[]) =>
    runCommand('backup', [`${backups}/`, ...args], app.databaseUrl, variables(app.dataDir, from()));
  const copies = async () =>
    (await readdir(join(backups, 'files'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name);

  beforeAll(async () => {
    const source = from();
    app = await startTestApp(source && settingsOf(source));
    backups = join(folder, name);
    restored = join(folder, `${name}, restored`);
    const ada = await createStudent(app);
    await uploadPicture(app, ada, await phonePhoto(400, 200));
    fileId = (await uploadFile(app, ada, Buffer.from('My work'), 'work.txt')).body._id;
    await app.server.stop();
    const { code, output } = await backUp();
    expect(code, output).toBe(0);
  });
  afterAll(() => app.close());

  it('includes the files, and restores them with the data', async () => {
    expect(await copies()).toEqual(expect.arrayContaining([fileId, '200.webp']));
    const [file] = (await readdir(backups)).filter((entry) => entry.endsWith('.gz'));
    const url = await emptyDatabase();
    const { code, output } = await runCommand(
      'restore',
      [join(backups, file!)],
      url,
      variables(restored, to()),
    );
    expect(code, output).toBe(0);
    const found = await (await storageOf(restored, to())).read(`private/${fileId.slice(0, 2)}/${fileId}`);
    expect(await text(found!.content)).toBe('My work');
  });

  it('is not restored without its files: the database stays empty', async () => {
    const [file] = (await readdir(backups)).filter((entry) => entry.endsWith('.gz'));
    const path = join(backups, 'files', 'private', fileId.slice(0, 2), fileId);
    const content = await readFile(path);
    await rm(path);
    const url = await emptyDatabase();
    const restore = () => runCommand('restore', [join(backups, file!)], url, variables(restored, to()));
    const { code, output } = await restore();
    expect([code, output]).toEqual([1, expect.stringContaining(`${fileId} of the backup is missing`)]);
    const drill = () => runCommand('restore', ['--drill', join(backups, file!)], url);
    expect((await drill()).output).toContain(`${fileId} of the backup is missing`);
    await writeFile(path, content);
    expect((await restore()).code).toBe(0);
    expect(await drill()).toMatchObject({ code: 0, output: expect.stringMatching(/files [1-9]/) });
  });

  it('made while files are stored and removed lists only what it has, and can be restored', async () => {
    const storage = await storageOf(app.dataDir, from());
    const busy: FileStorage = {
      ...storage,
      list: async function* (path) {
        yield* storage.list(path);
        const about = { size: 4, storedAt: new Date() };
        yield { key: `${path}/ab/removed-meanwhile`, ...about };
        yield { key: `${path}/${fileId.slice(0, 2)}/${fileId}.1.part`, ...about };
      },
    };
    await storage.put(`private/${fileId.slice(0, 2)}/${fileId}.1.part`, Buffer.from('half'));
    const path = join(folder, `${name}, busy`, 'classharbor.sql.gz');
    await mkdir(dirname(path));
    await writeBackup(app.pool, createFolderStore(dirname(path)), basename(path), busy);
    await storage.remove(`private/${fileId.slice(0, 2)}/${fileId}.1.part`);
    const copied = await readdir(join(dirname(path), 'files'), { recursive: true });
    expect(copied.filter((entry) => entry.endsWith('.part'))).toEqual([]);
    const url = await emptyDatabase();
    const { code, output } = await runCommand('restore', [path], url, variables(restored, to()));
    expect(code, output).toBe(0);
  });

  it('is refused in one line if its files do not fit on the disk', async (context) => {
    if (from()) context.skip('a bucket cannot store a file without its content');
    const large = join(app.dataDir, 'files/private/ab/large');
    await mkdir(dirname(large), { recursive: true });
    await writeFile(large, '');
    // Takes no space.
    await truncate(large, 8 * 1024 ** 4);
    const before = [await readdir(backups), await copies()];
    const { code, output } = await backUp();
    await rm(large);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(
        /^The backup needs [\d,]+ MiB for copies of files in .*: free some space, or .*\n$/,
      ),
    ]);
    expect([await readdir(backups), await copies()]).toEqual(before);
  });

  it('removes the files of old backups that no other backup needs', async () => {
    const storage = await storageOf(app.dataDir, from());
    await storage.remove(`private/${fileId.slice(0, 2)}/${fileId}`);
    expect((await backUp('--keep', '2')).code).toBe(0);
    expect(await copies()).toContain(fileId);
    // Makes the first backup a year old, and the file unused since then.
    const [first] = (await readdir(backups)).filter((entry) => entry.endsWith('.gz')).sort();
    const longAgo = new Date(Date.now() - 365 * 24 * 60 * 60_000);
    await utimes(join(backups, 'files', 'private', fileId.slice(0, 2), fileId), longAgo, longAgo);
    expect((await backUp('--keep', '1')).code).toBe(0);
    expect(await readdir(backups)).not.toContain(first);
    expect(await copies()).not.toContain(fileId);
    expect(await copies()).toContain('200.webp');
  });

  it('with a name of its own keeps its files, whatever is removed beside it', async () => {
    const [key, path] = ['private/ab/named', join(backups, 'before-upgrade.sql.gz')];
    const storage = await storageOf(app.dataDir, from());
    await storage.put(key, Buffer.from('Kept'));
    const named = await runCommand('backup', [path], app.databaseUrl, variables(app.dataDir, from()));
    expect(named.code, named.output).toBe(0);
    await storage.remove(key);
    const longAgo = new Date(Date.now() - 365 * 24 * 60 * 60_000);
    await utimes(join(backups, 'files', key), longAgo, longAgo);
    const prune = async () => expect((await backUp('--keep', '1')).code).toBe(0);
    const beingWritten = `${path}.0a1b2c3d.unfinished`;
    await rename(path, beingWritten);
    await prune();
    await rename(beingWritten, path);
    await prune();
    const { code, output } = await runCommand(
      'restore',
      [path],
      await emptyDatabase(),
      variables(restored, to()),
    );
    expect(code, output).toBe(0);
    await rm(path);
    await prune();
    expect(await copies()).not.toContain('named');
  });

  it('made before the clock was set back is kept, and newer backups keep its files', async () => {
    const names = async () => (await readdir(backups)).filter((entry) => entry.endsWith('.gz'));
    const [present] = await names();
    const future = present!.replace(/-\d{4}-/, '-2099-');
    await rename(join(backups, present!), join(backups, future));
    const [file] = (await readdir(join(backups, 'files'), { recursive: true })).filter((entry) =>
      entry.endsWith('200.webp'),
    );
    const ahead = new Date('2099-12-31');
    await utimes(join(backups, 'files', file!), ahead, ahead);
    expect((await backUp('--keep', '2')).code).toBe(0);
    expect(await names()).toContain(future);
    expect((await stat(join(backups, 'files', file!))).mtime).toEqual(ahead);

    const { output } = await backUp('--keep', '1');
    const [newest, ...others] = (await names()).sort();
    expect(others).toEqual([future]);
    expect(output).toContain(newest);
    const url = await emptyDatabase();
    const { code } = await runCommand('restore', [join(backups, newest!)], url, variables(restored, to()));
    expect(code).toBe(0);
  });
});
