import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import {
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/database/client.ts';
import { migrate } from '#server/database/migrate.ts';
import { freePort } from '#server/free-port.ts';
import { PROJECT_ROOT } from '#server/project-root.ts';
import { cleanEnvironment, createDataDir, removeDataDir } from './support/built-server.ts';
import { emptyDatabase } from './support/empty-database.ts';

const isRoot = process.getuid?.() === 0;

/** The service's user: an unprivileged one if the tests run as root, otherwise the current user. */
const service = (() => {
  if (!isRoot) return { uid: process.getuid!(), gid: process.getgid!() };
  const id = (flag: string) => Number(spawnSync('id', [flag, 'daemon']).stdout.toString());
  return { uid: id('-u'), gid: id('-g') };
})();
const asService = isRoot ? service : {};

/** Whether the service's user can read the project. It cannot if root has cloned it into a private folder. */
const mayRead =
  spawnSync(process.execPath, ['-e', "require('fs').readFileSync('package.json')"], {
    cwd: PROJECT_ROOT,
    ...asService,
  }).status === 0;

let folder: string;
let dataDir: string;
let settings: string;

const launch = (args: string[], user: object, variables: Record<string, string> = {}) => {
  const child = spawn(process.execPath, args, {
    cwd: PROJECT_ROOT,
    env: { ...cleanEnvironment(), NODE_ENV: 'production', ENV_FILE: settings, ...variables },
    ...user,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output, ended: once(child, 'close') as Promise<[number | null]> };
};

/** Starts the site the way its systemd unit does. */
const startSite = async () => {
  const site = launch(['dist/server/start.js'], asService);
  await expect.poll(site.output, { timeout: 100_000 }).toContain(' is ready on ');
  return async () => {
    site.child.kill('SIGTERM');
    await site.ended;
  };
};

/** Runs a command of package.json without npm. */
const run = async (words: string[], user: object = {}, variables?: Record<string, string>) => {
  const command = launch(['scripts/command.mjs', ...words], user, variables);
  const [code] = await command.ended;
  return { code, output: command.output().trim() };
};

const backup = async (args: string[] = [], user: object = {}, variables?: Record<string, string>) => {
  const { code, output } = await run(['backup', ...args], user, variables);
  return { code, output, path: output.match(/^Backup written to (\S+)/)?.[1] ?? '' };
};

/** In milliseconds. Some tests start several servers and commands in sequence. */
const TIMEOUT = 3 * 60_000;

const ownerOf = (path: string) => {
  const { uid, gid } = statSync(path);
  return { uid, gid };
};

/** The files and folders in a folder that the service's user does not own. */
const findStrangers = async (path: string): Promise<string[]> =>
  (await readdir(path, { recursive: true })).filter((name) => ownerOf(join(path, name)).uid !== service.uid);

beforeAll(async () => {
  folder = await createDataDir();
  await chmod(folder, 0o755);
  dataDir = join(folder, 'data');
  settings = join(folder, 'settings');
  await mkdir(dataDir);
  await writeFile(settings, `DATA_DIR=${dataDir}\nDEMO=on\nPORT=${await freePort()}\n`);
  await chmod(settings, 0o640);
  if (isRoot) {
    await chown(dataDir, service.uid, service.gid);
    await chown(settings, 0, service.gid);
  }
});
afterAll(() => removeDataDir(folder));

describe.skipIf(!mayRead)('npm run backup beside a service', { timeout: TIMEOUT }, () => {
  it('finds the database of the settings, as root and as the service, and leaves no files that root owns', async () => {
    const stop = await startSite();
    for (const user of [{}, asService]) {
      const { code, output, path } = await backup([], user);
      expect(code, output).toBe(0);
      expect(path).toMatch(new RegExp(`^${dataDir}/backups/classharbor-[^/]+\\.sql\\.gz$`));
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(ownerOf(path)).toEqual(service);
      expect(ownerOf(join(dataDir, 'backups'))).toEqual(service);
    }
    await stop();
    const { code, output, path } = await backup([join(folder, 'elsewhere.sql.gz')]);
    expect(code, output).toBe(0);
    expect(path).toBe(join(folder, 'elsewhere.sql.gz'));
    expect(ownerOf(path)).toEqual(service);
    expect(await findStrangers(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
    await (
      await startSite()
    )();
  });

  it('is restored beside the database that it replaces, as docs/operating.md describes', async () => {
    const { path } = await backup();
    const database = join(dataDir, 'postgres');
    expect((await run(['restore', path])).output).toContain('The database is not empty');
    await rename(database, `${database}-before`);
    const { code, output } = await run(['restore', path]);
    expect([code, output]).toEqual([0, expect.stringMatching(/^The backup was restored\. /)]);
    expect(await findStrangers(dataDir)).toEqual([]);
    await (
      await startSite()
    )();
    await rm(`${database}-before`, { recursive: true });
  });

  it('keeps the newest backups, and files that are not its backups', async () => {
    const backups = join(dataDir, 'backups');
    const old = ['2020-01-01T03', '2021-01-01T03', '2022-01-01T03'].map(
      (moment) => `classharbor-${moment}-00-00-000Z.sql.gz`,
    );
    const others = ['before-the-upgrade.sql.gz', 'classharbor-notes.txt'];
    const [abandoned, recent] = ['2020', '2021'].map(
      (year) => `classharbor-${year}-01-01T03-00-00-000Z.sql.gz.0a1b2c3d.unfinished`,
    );
    for (const name of [...old, ...others, abandoned!, recent!]) await writeFile(join(backups, name), '');
    await utimes(join(backups, abandoned!), 0, 0);
    const { code, output, path } = await backup(['--keep', '2']);
    expect(code, output).toBe(0);
    expect(output).toMatch(/\(older backups removed: \d+\)$/);
    const names = await readdir(backups);
    const kept = names.filter((name) => /^classharbor-2.*gz$/.test(name)).sort();
    expect(kept).toHaveLength(2);
    expect(join(backups, kept[1]!)).toBe(path);
    expect(kept[0]!.startsWith('classharbor-202')).toBe(true);
    expect(old).not.toContain(kept[0]);
    expect(names).toEqual(expect.arrayContaining([...others, recent]));
    expect(names).not.toContain(abandoned);
  });

  it('keeps the newest backup of each day, however many a day has', async () => {
    const backups = join(folder, 'daily');
    await mkdir(backups);
    const at = (moment: string) => `classharbor-${moment}-00-00-000Z.sql.gz`;
    const [first, second, third] = ['2020-01-01', '2020-01-02', '2020-01-04'].map((day) =>
      ['03', '12', '23'].map((hour) => at(`${day}T${hour}`)),
    );
    for (const name of [first, second, third].flat()) await writeFile(join(backups, name!), '');
    const runs = [await backup(['--keep-days', '3', backups]), await backup(['--keep-days', '3', backups])];
    for (const { code, output } of runs) expect(code, output).toBe(0);
    const kept = (await readdir(backups)).filter((name) => name.endsWith('.gz')).sort();
    expect(kept.map((name) => join(backups, name))).toEqual([
      ...[second, third].map((names) => join(backups, names!.at(-1)!)),
      runs[1]!.path,
    ]);
  });

  it('reports an error in one line', async () => {
    const wrong: [string[], string][] = [
      [['/proc/classharbor/a/backup.gz'], 'Cannot use /proc/classharbor/a: it does not exist (ENOENT)'],
      [['/proc/backup.gz'], 'Cannot use /proc/backup.gz'],
      [[join(folder, 'no/such/backup.gz')], `Cannot use ${folder}/no/such: it does not exist (ENOENT)`],
      [[join(settings, 'backup.gz')], `Cannot use ${settings}`],
      [['--keep', '0'], '--keep must be the number of backups to keep, at least 1'],
      [['--keep-days', 'x'], '--keep-days must be the number of days to keep, at least 1'],
      [['--keep', '3', '--keep-days', '3'], 'Set --keep or --keep-days, not both'],
      [['--keep', '3', join(folder, 'x.gz')], '--keep and --keep-days work only with a folder'],
      [['a', 'b'], 'Name one file or folder for the backup'],
      [['--kept'], "Unknown option '--kept'"],
    ];
    for (const [args, line] of wrong) {
      const { code, output } = await backup(args);
      expect(code, output).toBe(1);
      expect(output.split('\n')).toHaveLength(1);
      expect(output).toContain(line);
    }
    if (!isRoot) return;
    const closed = join(folder, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const { code, output } = await backup([join(closed, 'backup.gz')], asService);
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/^Cannot use \S+\/closed\/\S+: permission denied \(EACCES\)$/),
    });
  });

  it('as root follows no link that the owner of the folder has put there', async () => {
    const target = join(folder, 'root-only');
    await writeFile(target, 'untouched', { mode: 0o600 });
    await symlink(target, join(dataDir, 'backups/latest.sql.gz'));
    const { code, output } = await backup([join(dataDir, 'backups/latest.sql.gz')]);
    expect(code, output).toBe(0);
    expect(await readFile(target, 'utf8')).toBe('untouched');
    expect(ownerOf(target).uid).toBe(process.getuid!());
  });
});

describe.skipIf(!mayRead)('npm run doctor as root', { timeout: TIMEOUT }, () => {
  it('before the first upload leaves nothing behind that the service could not use', async () => {
    await rm(join(dataDir, 'files'), { recursive: true, force: true });
    const before = [(await readdir(dataDir)).sort(), await findStrangers(dataDir)];
    const { output } = await run(['doctor']);
    expect(output).toMatch(/^ok +Files /m);
    expect([(await readdir(dataDir)).sort(), await findStrangers(dataDir)]).toEqual(before);
  });

  it('before the first start finds the disk and the files in order, and creates no folder', async () => {
    const site = join(folder, 'new/data');
    const DATABASE_URL = await emptyDatabase();
    const migrated = await openDatabase(DATABASE_URL, () => undefined);
    await migrate(migrated.pool);
    await migrated.close();
    const { output } = await run(['doctor'], {}, { DATABASE_URL, DATA_DIR: site });
    expect(output).toMatch(/^ok +Disk /m);
    expect(output).toMatch(/^ok +Files /m);
    expect(existsSync(join(folder, 'new'))).toBe(false);
  });

  it('gives the secret that a command has generated to the service', async () => {
    await rm(join(dataDir, 'secret'), { force: true });
    const { code, output } = await run(['admin', 'ops@example.test', '--create']);
    expect(code, output).toBe(0);
    expect(ownerOf(join(dataDir, 'secret'))).toEqual(service);
  });
});

describe('the examples of deploy/', () => {
  const read = (name: string) => readFile(join(PROJECT_ROOT, 'deploy', name), 'utf8');

  it('have one source of settings, which the commands read too', async () => {
    for (const unit of ['classharbor.service', 'classharbor-backup.service']) {
      const text = await read(unit);
      expect(text).not.toMatch(/^EnvironmentFile=/m);
      expect(text).not.toMatch(/^Environment=.*DATA_DIR/m);
      expect(text).toMatch(/^User=classharbor$/m);
      expect(text).toMatch(/^WorkingDirectory=\/opt\/classharbor$/m);
      expect(text).toMatch(/^StateDirectory=classharbor$/m);
    }
    expect(await read('classharbor-backup.service')).toContain('scripts/command.mjs backup --keep-days ');
    expect(await read('classharbor-backup.timer')).toMatch(/^Persistent=true$/m);
  });

  it('repeat a failed backup every 10 minutes', async () => {
    const unit = await read('classharbor-backup.service');
    expect(unit).toMatch(/^Restart=on-failure$/m);
    expect(unit).toMatch(/^RestartSec=10min$/m);
    const compose = await readFile(join(PROJECT_ROOT, 'compose.yaml'), 'utf8');
    const [, loop] = /^ +- (while true; .* backup .*)$/m.exec(compose)!;
    // Two backups fail and the third succeeds. After the third pause, the loop is ended.
    const bin = join(folder, 'bin');
    const log = join(bin, 'log');
    await mkdir(bin);
    const write = (name: string, script: string) =>
      writeFile(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    await write('node', `[ "$(wc -l < ${log})" -ge 2 ]`);
    await write('sleep', `echo "$1" >> ${log}; [ "$(wc -l < ${log})" -lt 3 ] || kill $PPID`);
    await writeFile(log, '');
    spawnSync('sh', ['-c', loop!], { env: { PATH: `${bin}:${process.env.PATH}` } });
    expect((await readFile(log, 'utf8')).trim().split('\n')).toEqual(['600', '600', '86400']);
  });
});
