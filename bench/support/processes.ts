import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { PROJECT_ROOT } from '#server/project-root.ts';
import { cleanEnvironment } from '#tests/support/built-server.ts';

const environment = (variables: Record<string, string>) => ({
  ...cleanEnvironment(),
  NODE_ENV: 'production',
  ...variables,
});

/** Runs a Node.js program to completion. @throws Error with its output if it fails */
export const runNode = async (args: string[], variables: Record<string, string> = {}): Promise<void> => {
  const child = spawn(process.execPath, args, { cwd: PROJECT_ROOT, env: environment(variables) });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`${args.join(' ')} failed:\n${output}`);
};

/** Starts a bare server. @returns its process and URL once it listens */
export const startBare = async (program: string, ...args: string[]) => {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: PROJECT_ROOT,
    env: environment({}),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, url: `http://127.0.0.1:${/\d+/.exec(output.toString())![0]}` };
};

export const end = async (child: ChildProcess): Promise<void> => {
  child.kill();
  await once(child, 'exit');
};

/** Resident memory of a process in megabytes (Linux only). */
export const memoryOf = async ({ pid }: ChildProcess): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1_024;
};
