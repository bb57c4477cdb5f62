import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#server/project-root.ts';
import { cleanEnvironment } from './built-server.ts';
import { TEST_SECRET } from './start-test-server.ts';

/** Runs a built command of the server on a database until it ends. Without DATA_DIR, it uses a new empty folder. */
export const runCommand = async (
  name: string,
  args: string[],
  databaseUrl: string,
  variables: Record<string, string> = {},
) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'classharbor-command-'));
  const child = spawn(process.execPath, [`dist/server/${name}.js`, ...args], {
    cwd: PROJECT_ROOT,
    env: {
      ...cleanEnvironment(),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      DEMO: 'on',
      SECRET: TEST_SECRET,
      ...variables,
    },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  await rm(dataDir, { recursive: true, force: true });
  return { code, output };
};
