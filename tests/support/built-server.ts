import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SETTINGS } from '#server/settings/settings.ts';
import { freePort } from '#server/free-port.ts';
import { PROJECT_ROOT } from '#server/project-root.ts';

type Variables = Record<string, string>;

/** The options with which package.json, the Dockerfile and the systemd unit start the server. */
export const NODE_OPTIONS = ['--max-semi-space-size=16', '--max-old-space-size=512'];
/** The time limit for a server's start in milliseconds. */
const START_TIMEOUT = 100_000;

/** The environment without any server settings, so that only those of a test apply. */
export const cleanEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTINGS.includes(name))),
  ENV_FILE: '/dev/null',
  // The tests start hundreds of servers, and compiling takes a fifth of a start.
  NODE_COMPILE_CACHE: join(PROJECT_ROOT, 'node_modules/.cache/compiled-server'),
});

/** A built server in its own process, with its output so far. */
export class BuiltServer {
  readonly url: string;
  readonly process: ChildProcess;
  output = '';
  /** Resolves when the process has ended and all of its output has arrived, which may be later. */
  private readonly ended: Promise<unknown>;

  constructor(port: number, variables: Variables, nodeOptions = NODE_OPTIONS) {
    this.url = `http://localhost:${port}`;
    this.process = spawn(process.execPath, [...nodeOptions, 'dist/server/start.js'], {
      cwd: PROJECT_ROOT,
      env: {
        ...cleanEnvironment(),
        NODE_ENV: 'production',
        PORT: String(port),
        RATE_LIMITS: 'off',
        MAX_EVENT_LOOP_DELAY: '0',
        // The default is in the project, where other tests would find the files.
        DATA_DIR: join(tmpdir(), 'classharbor-test-server'),
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.ended = once(this.process, 'close');
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
  }

  get hasExited(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  /** Waits until the server reports that it is ready. */
  async ready(): Promise<this> {
    const deadline = Date.now() + START_TIMEOUT;
    while (!this.output.includes(' is ready on ')) {
      if (this.hasExited || Date.now() > deadline)
        throw new Error(`The server did not start:\n${this.output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return this;
  }

  /** @returns the exit code, null if a signal ended it */
  async exit(): Promise<number | null> {
    await this.ended;
    return this.process.exitCode;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.process.kill(signal);
    return this.exit();
  }
}

/** Removes the data folder of a server. Its database may still be writing its last files. */
export const removeDataDir = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });

export const createDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'classharbor-'));

/** Starts a demo server on a free port with its own folder. `close` stops it and removes the folder. */
export const startDemoServer = async (variables: Variables = {}) => {
  const dataDir = variables.DATA_DIR ?? (await createDataDir());
  const server = await new BuiltServer(await freePort(), {
    DEMO: 'on',
    ...variables,
    DATA_DIR: dataDir,
  }).ready();
  return {
    server,
    url: server.url,
    close: async () => {
      await server.stop();
      await removeDataDir(dataDir);
    },
  };
};
