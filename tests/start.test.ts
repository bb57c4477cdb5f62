import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { freePort } from '#server/free-port.ts';
import { PROJECT_ROOT } from '#server/project-root.ts';
import type { RunningServer } from '#server/server.ts';
import { buyClass } from './support/classes.ts';
import { register } from './support/users.ts';
import { PUBLIC_SITE } from './support/start-test-server.ts';
import { attachTestApp, type TestApp } from './support/test-app.ts';
import { execute, withDatabase } from './support/postgres.ts';
import { BuiltServer, cleanEnvironment, createDataDir, removeDataDir } from './support/built-server.ts';
import { usedDataDir } from './support/used-data-dir.ts';
import { PASSWORD } from '#tests/support/password.ts';

/** In milliseconds. Stopping takes five seconds at most on a machine whose disk is otherwise idle. */
const STOP_LIMIT = 20_000;
const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const newDataDir = async (): Promise<string> => {
  const folder = await createDataDir();
  cleanUps.push(() => removeDataDir(folder));
  return folder;
};

/** A folder in which a server has been started and stopped before. */
const olderDataDir = async (kind: 'demo' | 'real site' = 'demo'): Promise<string> => {
  const folder = await usedDataDir(kind);
  cleanUps.push(() => removeDataDir(folder));
  return folder;
};

const launch = async (variables: Record<string, string>, port?: number): Promise<BuiltServer> => {
  const server = new BuiltServer(port ?? (await freePort()), variables);
  cleanUps.push(() => server.stop());
  return server;
};

const postmasterPid = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const expectOneLine = async (server: BuiltServer, text: string | RegExp) => {
  expect(await server.exit()).toBe(1);
  const lines = server.output
    .trim()
    .split('\n')
    .filter((line) => !line.endsWith(' ...'));
  expect(lines, server.output).toHaveLength(1);
  expect(lines[0]).toMatch(text);
};

describe('starting and stopping', () => {
  it.each([
    ['SIGTERM', newDataDir],
    ['SIGINT', olderDataDir],
  ] as const)('stops everything on %s, including the database', async (signal, createFolder) => {
    const dataDir = await createFolder();
    const server = await (await launch({ DATA_DIR: dataDir })).ready();
    expect(server.output).toContain(`ClassHarbor is ready on ${server.url}`);
    expect(server.output).toContain('student@classharbor.test');
    const pid = await postmasterPid(dataDir);
    expect(await server.stop(signal)).toBe(0);
    expect(server.output, 'work underway was cut off').not.toContain('"level":50');
    await expect.poll(() => isAlive(pid), { timeout: STOP_LIMIT }).toBe(false);
  });

  it('loses nothing to kill -9: the next start continues with the database that kept running', async () => {
    const dataDir = await olderDataDir();
    const first = await (await launch({ DATA_DIR: dataDir })).ready();
    const person = { email: 'kept@example.test', name: 'Kept', password: PASSWORD };
    const post = (url: string, path: string) =>
      fetch(`${url}/api/auth/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify(person),
      });
    expect((await post(first.url, 'sign-up/email')).status).toBe(200);
    await first.stop('SIGKILL');
    expect(isAlive(await postmasterPid(dataDir))).toBe(true);
    const second = await (await launch({ DATA_DIR: dataDir })).ready();
    expect((await post(second.url, 'sign-in/email')).status).toBe(200);
  });

  it('restarts its database when it is killed', async () => {
    const dataDir = await olderDataDir();
    const server = await (await launch({ DATA_DIR: dataDir })).ready();
    for (const signal of ['SIGKILL', 'SIGINT'] as const) {
      const pid = await postmasterPid(dataDir);
      process.kill(pid, signal);
      await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
      const statusOf = (path: string) => fetch(`${server.url}/api${path}`).then(({ status }) => status);
      await expect.poll(() => statusOf('/readyz'), { timeout: 30_000 }).toBe(200);
      expect(await statusOf('/classes?limit=1')).toBe(200);
    }
    await expect.poll(() => server.output).toContain('The database stopped and is being restarted');
    expect(await server.stop()).toBe(0);
  });

  it('exits if its database cannot be restarted, so that a supervisor acts', async () => {
    const dataDir = await olderDataDir();
    const server = await (await launch({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })).ready();
    await rename(join(dataDir, 'postgres/global'), join(dataDir, 'postgres/gone'));
    process.kill(await postmasterPid(dataDir), 'SIGKILL');
    expect(await server.exit()).toBe(1);
    const lines = server.output.split(' is ready on ')[1]!.trim().split('\n').slice(1);
    expect(lines.filter((line) => !line.endsWith(' ...'))).toEqual([
      expect.stringMatching(/^The database stopped and cannot be restarted/),
    ]);
  });

  it('refuses a second server on the same folder, which does not disturb the first', async () => {
    const dataDir = await olderDataDir();
    const first = await (await launch({ DATA_DIR: dataDir })).ready();
    const second = await launch({ DATA_DIR: dataDir });
    await expectOneLine(second, /Another server is using the folder/);
    expect((await fetch(`${first.url}/api/readyz`)).status).toBe(200);
  });

  it('names a port that is in use', async () => {
    const port = await freePort();
    const blocker = createServer().listen(port, 'localhost');
    cleanUps.push(() => promisify(blocker.close.bind(blocker))());
    const server = await launch({ DATA_DIR: await olderDataDir() }, port);
    await expectOneLine(server, `The port ${port} is in use`);
  });

  it('names a folder that cannot be written to', async () => {
    const dataDir = await newDataDir();
    const blocked = join(dataDir, 'file');
    await writeFile(blocked, '');
    await expectOneLine(
      await launch({ DATA_DIR: join(blocked, 'data') }),
      /Cannot write to the folder .*EEXIST/,
    );
    if (process.getuid?.() === 0) return;
    const locked = join(dataDir, 'locked');
    await mkdir(locked);
    await chmod(locked, 0o500);
    await expectOneLine(
      await launch({ DATA_DIR: join(locked, 'data') }),
      /Cannot write to the folder .*EACCES/,
    );
  });

  it('names a database that cannot be reached, without its password', async () => {
    const databaseUrl = `postgres://someone:s3cret-word@127.0.0.1:${await freePort()}/shop`;
    const server = await launch({ DATABASE_URL: databaseUrl, DEMO: 'on', DATA_DIR: await newDataDir() });
    await expectOneLine(server, /Cannot use the database shop at 127\.0\.0\.1:\d+ that DATABASE_URL names/);
    expect(server.output).not.toContain('s3cret-word');
  });

  it('names an invalid setting', async () => {
    await expectOneLine(await launch({ DEMO: 'perhaps' }), 'The setting DEMO must be on or off');
    await expectOneLine(await launch({ TRUSTED_PROXIES: 'caddy' }), 'The setting TRUSTED_PROXIES caddy is');
    await expectOneLine(
      // An address that is reserved for documentation, so no machine has it (RFC 5737).
      await launch({ HOST: '192.0.2.1', DEMO: 'on', DATA_DIR: await olderDataDir() }),
      'The setting HOST 192.0.2.1 is not',
    );
  });

  it('starts no demo with the settings of a real site', async () => {
    const dataDir = await newDataDir();
    const { SECRET, BASE_URL } = PUBLIC_SITE;
    await expectOneLine(await launch({ DATA_DIR: dataDir, SECRET, BASE_URL }), 'or DEMO=on for a demo');
    await expectOneLine(await launch({ DATA_DIR: dataDir, ...PUBLIC_SITE, BASE_URL: '' }), 'Set BASE_URL to');
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('starts no demo on the database of a real site', async () => {
    const dataDir = await olderDataDir('real site');
    const site = await (await launch({ DATA_DIR: dataDir, ...PUBLIC_SITE })).ready();
    const person = { email: 'real@example.test', name: 'Real', password: PASSWORD };
    const { status } = await fetch(`${site.url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: PUBLIC_SITE.BASE_URL },
      body: JSON.stringify(person),
    });
    expect(status).toBe(200);
    await site.stop();
    await expectOneLine(
      await launch({ DATA_DIR: dataDir, DEMO: 'on' }),
      'This database belongs to a real site',
    );
  });

  it('serves the demo on an IPv6 address', async () => {
    const server = await (await launch({ DATA_DIR: await olderDataDir(), HOST: '::1' })).ready();
    const url = `http://[::1]:${new URL(server.url).port}`;
    expect(server.output).toContain(`ClassHarbor is ready on ${url} `);
    const app = attachTestApp({ url } as RunningServer, {} as TestApp);
    await buyClass(app, await register(app));
  });

  it('names a value that the settings file cuts off, before the setting that is wrong', async () => {
    const ENV_FILE = join(await newDataDir(), 'settings');
    await writeFile(ENV_FILE, 'DEMO=on\nSECRET=short#but-it-continues-after-the-hash-sign\n');
    const server = await launch({ ENV_FILE });
    expect(await server.exit()).toBe(1);
    expect(server.output).toBe(
      `The value of SECRET in ${ENV_FILE} ends before a #: put it in single quotes\nThe setting SECRET has fewer than 32 characters\n`,
    );
  });

  it('does not start a real site on a database with demo accounts', async () => {
    const variables = {
      DATABASE_URL: withDatabase(inject('postgresUrl'), 'template_with_demo_data'),
      ...PUBLIC_SITE,
    };
    await expectOneLine(await launch(variables), /has the sample accounts/);
  });

  it('has neither sandbox, demo account nor sample buttons outside the demo', async () => {
    const variables = { DATA_DIR: await olderDataDir('real site'), ...PUBLIC_SITE };
    const server = await (await launch(variables)).ready();
    const { sampleAccounts, stripeScript, thirdPartySignIn, demo } = (await (
      await fetch(`${server.url}/api/config`)
    ).json()) as Record<string, unknown>;
    expect({ sampleAccounts, stripeScript, thirdPartySignIn, demo }).toEqual({ demo: false });
    expect(await (await fetch(`${server.url}/api/classes`)).json()).toEqual([]);
    expect((await fetch(`${server.url}/sandbox/stripe/v1/payment_methods`, { method: 'POST' })).status).toBe(
      404,
    );
  });
});

it('two servers that start together migrate and seed one database once', async () => {
  const name = `together_${Date.now()}`;
  const postgresUrl = inject('postgresUrl');
  await execute(postgresUrl, `create database ${name}`);
  const variables = { DATABASE_URL: withDatabase(postgresUrl, name), DEMO: 'on', SECRET: 'x'.repeat(32) };
  const servers = await Promise.all([launch(variables), launch(variables)]);
  await Promise.all(servers.map((server) => server.ready()));
  const counts = await Promise.all(
    servers.map(async ({ url }) => ((await (await fetch(`${url}/api/classes`)).json()) as unknown[]).length),
  );
  expect(counts[0]).toBeGreaterThan(20);
  expect(counts[1]).toBe(counts[0]);
});

it('npm start stops when npm receives SIGTERM', async () => {
  const [port, dataDir] = [await freePort(), await olderDataDir()];
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: PROJECT_ROOT,
    env: { ...cleanEnvironment(), PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output, { timeout: 100_000 }).toContain(' is ready on ');
  // Resolves when all processes that npm started have closed their output.
  const allEnded = once(npm, 'close');
  npm.kill('SIGTERM');
  const isRunning = () => existsSync(join(dataDir, 'postgres/postmaster.pid'));
  expect(isRunning()).toBe(true);
  await expect.poll(isRunning, { timeout: STOP_LIMIT }).toBe(false);
  await allEnded;
});
