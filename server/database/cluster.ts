import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { access, constants, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../make-folder.ts';
import { StartError } from '../start-error.ts';
import {
  findPostgresUser,
  giveToPostgres,
  type PostgresPrograms,
  runPostgresProgram,
} from './postgres-programs.ts';

const MAJOR_VERSION = '18';
/** PostgreSQL's superuser, as whom the server works. */
export const OWNER = 'classharbor';
const PASSWORD_FILE = 'postgres-password';

/** @throws StartError naming the folder and why it cannot be used. */
export const prepareFolder = async (folder: string): Promise<void> => {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `Cannot write to the folder ${folder} (DATA_DIR): ${(error as NodeJS.ErrnoException).code}`,
    );
  }
};

/** What PostgreSQL and Node.js say of a full disk; PostgreSQL counts bytes where a part of a page still found room. */
const FULL_DISK =
  /No space left on device|Disk quota exceeded|Check free disk space|wrote only \d+ of|ENOSPC|EDQUOT/;

/** The line of a program's output that says what went wrong. */
export const reasonOf = (output: string): string => {
  const lines = output.trim().split('\n');
  return lines.find((line) => /\b(error|FATAL|PANIC): /.test(line)) ?? lines.at(-1)!;
};

/** What a program of PostgreSQL's says over many lines, where it is the disk. */
export const explainDisk = (folder: string, output: string): StartError | undefined =>
  FULL_DISK.test(output)
    ? new StartError(`The disk of ${folder} (DATA_DIR) is full: make room, or set another DATA_DIR`)
    : undefined;

const writePassword = async (path: string): Promise<void> => {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(24).toString('hex')}\n`);
  } catch (error) {
    // An empty file would pass for a password at the next start.
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
};

const initialize = async (programs: PostgresPrograms, folder: string, draft: string): Promise<void> => {
  const user = findPostgresUser(folder);
  const passwordFile = join(folder, PASSWORD_FILE);
  await mkdir(draft, { mode: 0o700 });
  giveToPostgres(draft, user);
  if (!existsSync(passwordFile)) await writePassword(passwordFile);
  giveToPostgres(passwordFile, user);
  const options = [
    `--pgdata=${draft}`,
    `--username=${OWNER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  await runPostgresProgram(programs.initdb, options, user);
};

/**
 * Makes a cluster in `folder`: in a folder of its own that is then renamed, so that a killed start leaves no half-made one.
 * @throws StartError when it cannot be made
 */
export const createCluster = async (programs: PostgresPrograms, folder: string): Promise<void> => {
  const cluster = join(folder, 'postgres');
  const draft = `${cluster}.new-${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  try {
    await initialize(programs, folder, draft);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const output = (error as Error).message;
    throw (
      explainDisk(folder, output) ??
      new StartError(`No database can be made in ${folder} (DATA_DIR): ${reasonOf(output)}`)
    );
  }
  try {
    await rename(draft, cluster);
  } catch (error) {
    if (!existsSync(cluster)) throw error;
    await rm(draft, { recursive: true });
  }
};

/** @throws StartError for a cluster of another major version of PostgreSQL */
export const checkVersion = (cluster: string): void => {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR_VERSION) {
    throw new StartError(
      `${cluster} was made by PostgreSQL ${version}, this is ${MAJOR_VERSION}: restore a backup into a new DATA_DIR`,
    );
  }
};

/** @throws StartError where the folder has no database, or it may not be read */
export const readPassword = async (folder: string): Promise<string> => {
  try {
    return (await readFile(join(folder, PASSWORD_FILE), 'utf8')).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      code === 'ENOENT' || code === 'ENOTDIR'
        ? `There is no database in the folder ${folder} (DATA_DIR): does .env name the folder of the site?`
        : `Cannot read the database in ${folder} (DATA_DIR), run this as the user of the site or as root: ${code}`,
    );
  }
};
