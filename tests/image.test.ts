import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
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
/** The step that removes the packages that the image does not need. */
const [, PRUNE = ''] = /^RUN (npm pkg delete .*)$/m.exec(dockerfile) ?? [];
const [, COMMAND = ''] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
const START = (JSON.parse(COMMAND) as string[]).slice(1);

const { scripts, devDependencies } = JSON.parse(read('package.json')) as Record<
  'scripts' | 'devDependencies',
  Record<string, string>
>;
/** The owner's commands, by the names of their files. */
const COMMANDS = Object.values(scripts).flatMap(
  (script) => /^node scripts\/command\.mjs (\S+)$/.exec(script)?.[1] ?? [],
);

/** In milliseconds. */
const TIMEOUT = 2 * 60_000;

/** The paths of the packages that are left after that step. It runs on the lock file only, which takes less time. */
const packagesOfImage = async (): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'classharbor-packages-'));
  try {
    for (const file of ['package.json', 'package-lock.json'])
      cpSync(join(PROJECT_ROOT, file), join(folder, file));
    execFileSync('sh', ['-c', `${PRUNE} --package-lock-only --offline --no-audit`], { cwd: folder });
    const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, unknown>;
    };
    return Object.keys(lock.packages).filter((path) => path !== '');
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** A folder with exactly the files of the image. */
let image: string;
let packages: string[];
let databaseUrl: string;

beforeAll(async () => {
  image = await mkdtemp(join(tmpdir(), 'classharbor-image-'));
  packages = await packagesOfImage();
  for (const { from, to } of COPIED) {
    if (from === 'node_modules') {
      // Those of other platforms are not installed. Those in the folder of another package come with it.
      const installed = packages.filter((path) => existsSync(join(PROJECT_ROOT, path)));
      for (const path of installed.filter((each) => each.lastIndexOf('node_modules/') === 0)) {
        mkdirSync(dirname(join(image, path)), { recursive: true });
        symlinkSync(join(PROJECT_ROOT, path), join(image, path));
      }
      continue;
    }
    for (const file of globSync(from, { cwd: PROJECT_ROOT }))
      cpSync(join(PROJECT_ROOT, file), join(image, to.endsWith('/') ? to + basename(file) : to), {
        recursive: true,
      });
  }
  databaseUrl = await emptyDatabase();
}, TIMEOUT);
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
  it('has no package that only a build or a test needs', () => {
    const unwanted = Object.keys(devDependencies).map((name) => `node_modules/${name}`);
    expect(packages).toContain('node_modules/fastify');
    expect(packages.filter((path) => unwanted.includes(path))).toEqual([]);
  });

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
