import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, statSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, describe, expect, it, type TestContext } from 'vitest';
import { freePort } from '#server/free-port.ts';
import { createEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { BuiltServer, createDataDir, removeDataDir } from './support/built-server.ts';
import { mountSmallDisk } from './support/small-disk.ts';
import { usedDataDir } from './support/used-data-dir.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const newFolder = async (): Promise<string> => {
  const folder = await createDataDir();
  cleanUps.push(() => removeDataDir(folder));
  return folder;
};

const launch = async (variables: Record<string, string>): Promise<BuiltServer> => {
  const server = new BuiltServer(await freePort(), { DEMO: 'on', ...variables });
  cleanUps.push(() => server.stop());
  return server;
};

/** Milliseconds. */
const LONGER_THAN_A_SERVER_WAITS = 5_000;

const isRoot = process.getuid?.() === 0;

const smallDisk = async (context: TestContext, size: string): Promise<string> => {
  const disk = await mountSmallDisk(context, size);
  cleanUps.push(disk.remove);
  return disk.folder;
};

const expectOneLine = async (server: BuiltServer, line: string) => {
  expect(await server.exit()).toBe(1);
  const lines = server.output.trim().split('\n');
  expect(lines.filter((text) => !text.endsWith(' ...'))).toEqual([line]);
};

/** Starts a process of the user that owns the database. */
const startBystander = (cluster: string): ChildProcess => {
  const { uid, gid } = statSync(cluster);
  const bystander = spawn('sleep', ['120'], isRoot ? { uid, gid } : {});
  cleanUps.push(() => bystander.kill());
  return bystander;
};

describe('the folder of the data', () => {
  it('may have any characters in its name, which are never executed', async () => {
    const folder = join(await newFolder(), 'a b\'c"d $HOME `touch ran` $(touch ran) \\ ; & ü');
    const server = await (await launch({ DATA_DIR: folder })).ready();
    expect((await fetch(`${server.url}/api/readyz`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(existsSync('ran') || existsSync(join(folder, 'postgres/ran'))).toBe(false);
    expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
  });

  it('is named in one line if it cannot be created', async () => {
    const folder = '/proc/classharbor/data';
    await expectOneLine(
      await launch({ DATA_DIR: folder }),
      `Cannot write to the folder ${folder} (DATA_DIR): ENOENT`,
    );
  });

  it('is named in one line if its disk is full at the first start, and nothing incomplete remains', async (context) => {
    for (const size of ['16k', '20m']) {
      const disk = await smallDisk(context, size);
      const folder = join(disk, 'data');
      await mkdir(folder);
      await writeFile(join(disk, 'fill'), Buffer.alloc(size === '16k' ? 16 * 1024 : 0)).catch(
        () => undefined,
      );
      const full = `The disk of ${folder} (DATA_DIR) is full: free some space, or set another DATA_DIR`;
      await expectOneLine(await launch({ DATA_DIR: folder }), full);
      expect(existsSync(join(folder, 'postgres'))).toBe(false);
      if (existsSync(join(folder, 'postgres-password')))
        expect(statSync(join(folder, 'postgres-password')).size).toBeGreaterThan(0);
    }
  });

  it('opens after a crash even if another process now has the recorded process id', async () => {
    const folder = await usedDataDir('demo');
    cleanUps.push(() => removeDataDir(folder));
    const cluster = join(folder, 'postgres');
    const pidFile = join(cluster, 'postmaster.pid');
    const first = await (await launch({ DATA_DIR: folder })).ready();
    await first.stop('SIGKILL');
    const [pid, ...rest] = (await readFile(pidFile, 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
    const bystander = startBystander(cluster);
    await writeFile(pidFile, [bystander.pid, ...rest].join('\n'));
    const second = await (await launch({ DATA_DIR: folder })).ready();
    expect((await fetch(`${second.url}/api/readyz`)).status).toBe(200);
    expect(await second.stop()).toBe(0);
    expect(bystander.exitCode ?? bystander.signalCode).toBe(null);
  });

  it('is closed by a command once its database has stopped, however long that takes', async () => {
    const postgres = await createEmbeddedPostgres(await newFolder());
    const client = new Client({ connectionString: postgres.url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    // PostgreSQL waits for each of its processes.
    process.kill(rows[0]!.pid, 'SIGSTOP');
    let hasStopped = false;
    const stopped = postgres.stop().then(() => (hasStopped = true));
    await sleep(LONGER_THAN_A_SERVER_WAITS);
    expect(hasStopped).toBe(false);
    process.kill(rows[0]!.pid, 'SIGCONT');
    await stopped;
  });

  it('that is full makes the server not ready until space is freed', async (context) => {
    const disk = await smallDisk(context, '300m');
    const server = await (await launch({ DATA_DIR: join(disk, 'data') })).ready();
    const readiness = async () => {
      const response = await fetch(`${server.url}/api/readyz`);
      return [response.status, await response.json()];
    };
    expect(await readiness()).toEqual([200, { status: 'ready' }]);
    const filling = join(disk, 'fill');
    const fill = () => {
      for (;;) appendFileSync(filling, Buffer.alloc(1024 * 1024));
    };
    expect(fill).toThrow('ENOSPC');
    await expect.poll(readiness, { timeout: 10_000 }).toEqual([503, { status: 'disk full' }]);
    // A change is logged once, however often readiness is checked.
    for (let count = 0; count < 3; count += 1) {
      await sleep(1_100);
      expect((await readiness())[0]).toBe(503);
    }
    expect(server.output.match(/"msg":"Not ready"/g)).toHaveLength(1);
    await rm(filling);
    await expect.poll(readiness, { timeout: 10_000 }).toEqual([200, { status: 'ready' }]);
    await expect.poll(() => server.output).toContain('Ready again');
  });
});
