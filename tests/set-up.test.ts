import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, statSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#server/free-port.ts';
import { PROJECT_ROOT } from '#server/project-root.ts';
import { missingPackages } from '../scripts/packages.mjs';
import { cleanEnvironment } from './support/built-server.ts';

describe('which packages are missing', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/zod': { version: '4.0.0' },
      'node_modules/vitest': { version: '4.1.0', dev: true },
      'node_modules/yaml': { version: '2.0.0', devOptional: true },
      'node_modules/other-platform': { version: '1.0.0', optional: true },
    },
  };
  const find = (installed: Parameters<typeof missingPackages>[1], withDev: boolean, isThere = () => true) =>
    missingPackages(lock, installed, isThere, { withDev });

  it('is all that the lock file names if nothing is installed, except those for other platforms', () => {
    expect(find(undefined, true)).toEqual(['node_modules/zod', 'node_modules/vitest', 'node_modules/yaml']);
    expect(find(undefined, false)).toEqual(['node_modules/zod']);
  });

  it('includes packages that npm left out, that have another version, or that were deleted', () => {
    const production = { packages: { 'node_modules/zod': { version: '4.0.0' } } };
    expect(find(production, false)).toEqual([]);
    expect(find(production, true)).toEqual(['node_modules/vitest', 'node_modules/yaml']);
    expect(find({ packages: { 'node_modules/zod': { version: '3.0.0' } } }, false)).toEqual([
      'node_modules/zod',
    ]);
    expect(find(production, false, () => false)).toEqual(['node_modules/zod']);
  });
});

describe('a fresh clone', () => {
  let clone: string;
  const path = (name: string) => join(clone, name);

  beforeAll(async () => {
    clone = await mkdtemp(join(tmpdir(), 'classharbor-clone-'));
    const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
      cwd: PROJECT_ROOT,
      encoding: 'utf8',
    });
    for (const file of stdout.split('\0').filter((name) => name && !/^(docs|tests|bench)\//.test(name)))
      cpSync(join(PROJECT_ROOT, file), path(file));
    await mkdir(path('bin'));
    const fake = [process.execPath, join(PROJECT_ROOT, 'tests/support/fake-npm.mjs'), PROJECT_ROOT];
    await writeFile(path('bin/npm'), `#!/bin/sh\nexec ${fake.join(' ')} "$@"\n`);
    await chmod(path('bin/npm'), 0o755);
  });
  afterAll(() => rm(clone, { recursive: true, force: true }));

  /** The arguments of the npm calls since the last check. */
  const npmCalls = async (): Promise<string> => {
    const calls = await readFile(path('npm.log'), 'utf8').catch(() => '');
    await rm(path('npm.log'), { force: true });
    return calls.replaceAll(' --no-audit --no-fund --loglevel=error', '').trim();
  };

  const launch = async (script: string[], variables: NodeJS.ProcessEnv = {}) => {
    const child = spawn(process.execPath, script, {
      cwd: clone,
      env: {
        ...cleanEnvironment(),
        PATH: `${path('bin')}:${process.env.PATH}`,
        PORT: String(await freePort()),
        ...variables,
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes(' is ready on ')) child.kill('SIGTERM');
      });
    const [code] = (await once(child, 'close')) as [number];
    return { code, output: output.trim() };
  };
  /** Runs npm start without npm, until the server is ready. */
  const start = (variables?: NodeJS.ProcessEnv) => launch(['scripts/start.mjs'], variables);
  const READY = { code: 0, output: expect.stringContaining(' is ready on ') };

  it('leaves nothing that looks like an installation if npm fails', async () => {
    await writeFile(path('npm-fails'), '');
    expect(await start()).toEqual({ code: 1, output: 'Installing packages ...' });
    await rm(path('npm-fails'));
    await npmCalls();
  });

  it('has commands that say what to do, and install and build nothing', async () => {
    expect(await launch(['scripts/command.mjs', 'backup'])).toEqual({
      code: 1,
      output: expect.stringMatching(/^There is no build yet: run npm start once/),
    });
    expect(await npmCalls()).toBe('');
  });

  it(
    'starts with NODE_ENV=production: the development packages that the build needs are installed',
    async () => {
      expect(await start({ NODE_ENV: 'production' })).toEqual(READY);
      expect(await npmCalls()).toBe('ci --include=dev');
    },
    5 * 60_000,
  );

  it('keeps installed development packages', async () => {
    await rm(path('node_modules/fastify'));
    expect(await start()).toEqual(READY);
    expect(await npmCalls()).toBe('ci --include=dev');
  });

  it('starts after npm ci --omit=dev, without installing or building again', async () => {
    spawnSync(path('bin/npm'), ['ci', '--omit=dev'], { cwd: clone });
    await npmCalls();
    const built = statSync(path('dist/server/start.js')).mtimeMs;
    expect(await start()).toEqual(READY);
    expect(await npmCalls()).toBe('');
    expect(statSync(path('dist/server/start.js')).mtimeMs).toBe(built);
  });

  it('installs deleted packages', async () => {
    await rm(path('node_modules/fastify'));
    expect(await launch(['scripts/command.mjs', 'backup'])).toEqual({
      code: 1,
      output: 'The package node_modules/fastify is not installed: run npm ci',
    });
    expect(await start()).toEqual(READY);
    expect(await npmCalls()).toBe('ci --omit=dev');
  });

  it('is neither installed nor built while its port is in use', async () => {
    await appendFile(path('server/start.ts'), '// A new version\n');
    const port = await freePort();
    const serving = createServer().listen(port, 'localhost');
    await once(serving, 'listening');
    const built = readFileSync(path('dist/server/start.js'), 'utf8');
    await writeFile(path('.env'), `PORT=${port}\n`);
    for (const variables of [{ PORT: String(port) }, { PORT: undefined, ENV_FILE: '.env' }]) {
      expect(await start(variables)).toEqual({
        code: 1,
        output: `The port ${port} is in use: stop the program that uses it before this version is built, or set another PORT`,
      });
    }
    serving.close();
    expect(await npmCalls()).toBe('');
    expect(readFileSync(path('dist/server/start.js'), 'utf8')).toBe(built);
  });

  it.each([
    ['the build', 'scripts/build.mjs'],
    ['a start on another port', 'scripts/start.mjs'],
    ['a bench', 'scripts/run.mjs', '--build', 'eslint'],
  ])('is not built by %s under a server that runs from it', async (_what, ...script) => {
    const server = spawn(process.execPath, ['dist/server/start.js'], {
      cwd: clone,
      env: { ...cleanEnvironment(), PORT: String(await freePort()), DATA_DIR: path('data') },
    });
    await once(server.stdout, 'data');
    await appendFile(path('server/start.ts'), '// A newer version\n');
    const built = readFileSync(path('dist/server/start.js'), 'utf8');
    expect(await launch(script)).toEqual({
      code: 1,
      output: `A server runs from this folder (process ${server.pid}): stop it before anything is installed or built here`,
    });
    expect(readFileSync(path('dist/server/start.js'), 'utf8')).toBe(built);
    expect(await npmCalls()).toBe('');
    server.kill('SIGTERM');
    await once(server, 'close');
  });
});
