import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findRunningServers } from '../scripts/running-servers.mjs';

let folder: string;
const started: ChildProcess[] = [];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'classharbor-running-')));
  await mkdir(join(folder, 'dist/server'), { recursive: true });
  await writeFile(
    join(folder, 'dist/server/start.js'),
    "console.log('ready'); setInterval(() => {}, 1_000);",
  );
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  await rm(folder, { recursive: true, force: true });
});

const start = async (program: string, words: string[], cwd = folder): Promise<number> => {
  const child = spawn(program, words, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  await once(child.stdout, 'data');
  return child.pid!;
};

describe('a server that runs from a folder', () => {
  it.each([
    ['its path in the folder', () => ['dist/server/start.js']],
    ['options before it', () => ['--max-semi-space-size=16', 'dist/server/start.js', 'more']],
    ['its whole path', () => [join(folder, 'dist/server/start.js')]],
  ])('is found by %s', async (_what, wordsOf) => {
    const id = await start(process.execPath, wordsOf());
    expect(findRunningServers(folder)).toEqual([id]);
    expect(findRunningServers(join(folder, 'dist'))).toEqual([]);
  });

  it('is not a process that only mentions its file', async () => {
    await start(process.execPath, [
      '-e',
      "console.log('ready'); setInterval(() => {}, 1_000)",
      'dist/server/start.js',
    ]);
    await start('tail', ['-f', 'dist/server/start.js']);
    expect(findRunningServers(folder)).toEqual([]);
  });
});
