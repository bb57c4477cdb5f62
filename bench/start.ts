import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#server/free-port.ts';
import { PROJECT_ROOT } from '#server/project-root.ts';
import { cleanEnvironment, createDataDir, NODE_OPTIONS } from '#tests/support/built-server.ts';
import { median, round, type Section } from './support/report.ts';

const RUNS = 3;
/** The script of `npm start`. */
const START = [...NODE_OPTIONS, 'scripts/start.mjs'];
const BARE = `import Fastify from 'fastify';
const app = Fastify();
app.get('/', async () => 'hello');
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });`;

/** Milliseconds from the command to the first page. */
const timeToFirstPage = async (args: string[], variables: Record<string, string>): Promise<number> => {
  const port = await freePort();
  const start = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: PROJECT_ROOT,
    env: { ...cleanEnvironment(), PORT: String(port), ...variables },
    stdio: 'ignore',
  });
  let isUp = false;
  while (!isUp) {
    await sleep(5);
    isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      (response) => response.ok,
      () => false,
    );
  }
  const time = performance.now() - start;
  child.kill();
  await once(child, 'exit');
  return time;
};

const repeated = async (args: string[], variables: Record<string, string>): Promise<number> => {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push(await timeToFirstPage(args, variables));
  return median(times);
};

/** Measures `npm start`, from the command to the first page. */
export const measureStart = async (): Promise<Section> => {
  const warmUp = await createDataDir();
  // Installs packages and builds, if necessary.
  await timeToFirstPage(START, { DATA_DIR: warmUp });
  await rm(warmUp, { recursive: true, force: true });
  const dataDir = await createDataDir();
  const variables = { DATA_DIR: dataDir };
  const first = await timeToFirstPage(START, variables);
  const second = await repeated(START, variables);
  const baseline = await repeated(['--input-type=module', '--eval', BARE], {});
  await rm(dataDir, { recursive: true, force: true });
  return {
    title: 'From the start to the first page',
    note: 'Milliseconds from the command to the first response of the home page, with packages installed and built; the first start creates a database and seeds the demo. Compared with a bare Fastify server.',
    columns: ['first start', 'second start', 'bare server', 'ratio of the second start'],
    rows: [[round(first), round(second), round(baseline), round(second / baseline, 1)]],
  };
};
