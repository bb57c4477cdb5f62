import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#server/free-port.ts';
import { PROJECT_ROOT } from '#server/project-root.ts';
import { cleanEnvironment } from './support/built-server.ts';
import { emptyDatabase } from './support/empty-database.ts';
import { TEST_SECRET } from './support/start-test-server.ts';

const read = (path: string): string => readFileSync(join(PROJECT_ROOT, path), 'utf8');
const dockerfile = read('Dockerfile');

/** The files that the image contains, with their source and target, both relative. */
const COPIED = Array.from(
  dockerfile.matchAll(/^COPY --from=build --chown=node:node \/app\/(\S+) (\S+)$/gm),
  ([, from = '', to = '']) => ({ from, to }),
);
const [, COMMAND = ''] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
const START = (JSON.parse(COMMAND) as string[]).slice(1);

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
/** The owner's commands, by the names of their files. */
const COMMANDS = Object.values(scripts).flatMap(
  (script) => /^node scripts\/command\.mjs (\S+)$/.exec(script)?.[1] ?? [],
);

/** In milliseconds. */
const TIMEOUT = 2 * 60_000;

/** A folder with exactly the files of the image. */
let image: string;
let databaseUrl: string;

beforeAll(async () => {
  image = await mkdtemp(join(tmpdir(), 'classharbor-image-'));
  for (const { from, to } of COPIED) {
    if (from === 'node_modules') {
      await symlink(join(PROJECT_ROOT, from), join(image, to));
      continue;
    }
    for (const file of globSync(from, { cwd: PROJECT_ROOT }))
      cpSync(join(PROJECT_ROOT, file), join(image, to.endsWith('/') ? to + basename(file) : to), {
        recursive: true,
      });
  }
  databaseUrl = await emptyDatabase();
});
afterAll(() => rm(image, { recursive: true, force: true }));

const launch = (args: string[], variables: Record<string, string> = {}) => {
  const child = spawn(process.execPath, args, {
    cwd: image,
    env: {
      ...cleanEnvironment(),
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(image, 'data'),
      DEMO: 'on',
      SECRET: TEST_SECRET,
      ...variables,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output, ended: once(child, 'close') as Promise<[number | null]> };
};

const run = async (command: string, args: string[], variables: Record<string, string>) => {
  const started = launch(['scripts/command.mjs', command, ...args], variables);
  const [code] = await started.ended;
  return { code, output: started.output() };
};

describe('the image', { timeout: TIMEOUT }, () => {
  it('has all that the server needs', async () => {
    const port = await freePort();
    const server = launch(START, { PORT: String(port) });
    await expect.poll(server.output, { timeout: TIMEOUT }).toContain(' is ready on ');
    const page = await fetch(`http://localhost:${port}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Fjordline')]);
    expect((await fetch(`http://localhost:${port}/api/readyz`)).status).toBe(200);
    server.child.kill('SIGTERM');
    expect((await server.ended)[0], server.output()).toBe(0);
  });

  it('has all of the owner’s commands', async () => {
    const backup = join(image, 'backup.sql.gz');
    const expected: Record<string, [args: string[], code: number, output: RegExp]> = {
      admin: [['nobody@example.test'], 1, /^There is no account with the address/],
      doctor: [[], 1, /Database/],
      'check-books': [[], 0, /./],
      'adopt-payments': [[], 0, /./],
      'clean-files': [[], 0, /no record in the database/],
      backup: [[backup], 0, /^Backup written to/],
      restore: [[backup], 0, /./],
      seed: [['--classes', '1'], 0, /./],
    };
    expect(Object.keys(expected).sort()).toEqual([...COMMANDS].sort());
    for (const [command, [args, code, words]] of Object.entries(expected)) {
      const database = command === 'restore' ? await emptyDatabase() : databaseUrl;
      const result = await run(command, args, { DATABASE_URL: database });
      expect(result, command).toEqual({ code, output: expect.stringMatching(words) });
    }
  });
});
