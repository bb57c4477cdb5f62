import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { access, constants, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../data-folder/make-folder.ts';
import { StartError } from '../../start-error.ts';
import {
  findPostgresUser,
  giveToPostgres,
  type PostgresPrograms,
  runPostgresProgram,
} from './postgres-programs.ts';

const MAJOR_VERSION = '18';
/** The PostgreSQL superuser that the server connects as. */
export const OWNER = 'classharbor';
const PASSWORD_FILE = 'postgres-password';

/** Creates the folder if it is missing. @throws StartError with the folder and the reason if it cannot be written to */
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

/** How PostgreSQL and Node.js report a full disk. PostgreSQL reports the byte count when a page was written in part. */
const FULL_DISK =
  /No space left on device|Disk quota exceeded|Check free disk space|wrote only \d+ of|ENOSPC|EDQUOT/;

/** The line of a program's output that names the error. */
export const reasonOf = (output: string): string => {
  const lines = output.trim().split('\n');
  return lines.find((line) => /\b(error|FATAL|PANIC): /.test(line)) ?? lines.at(-1)!;
};

/** A one-line error if the output of a PostgreSQL program reports a full disk, otherwise undefined. */
export const explainDisk = (folder: string, output: string): StartError | undefined =>
  FULL_DISK.test(output)
    ? new StartError(`The disk of ${folder} (DATA_DIR) is full: free some space, or set another DATA_DIR`)
    : undefined;

const writePassword = async (path: string): Promise<void> => {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(24).toString('hex')}\n`);
  } catch (error) {
    // The next start would use an empty file as the password.
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
 * Creates a cluster in `folder`. It is initialized in a temporary folder that is then renamed, so that a start that is
 * killed never leaves an incomplete cluster.
 * @throws StartError if the cluster cannot be created
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
      new StartError(`Cannot create a database in ${folder} (DATA_DIR): ${reasonOf(output)}`)
    );
  }
  try {
    await rename(draft, cluster);
  } catch (error) {
    if (!existsSync(cluster)) throw error;
    await rm(draft, { recursive: true });
  }
};

/** Checks the cluster's version. @throws StartError for a cluster of another major version of PostgreSQL */
export const checkVersion = (cluster: string): void => {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR_VERSION) {
    throw new StartError(
      `${cluster} was created by PostgreSQL ${version}, but this version uses ${MAJOR_VERSION}: restore a backup into a new DATA_DIR`,
    );
  }
};

/** The password of `OWNER`. @throws StartError if the folder has no database or cannot be read */
export const readPassword = async (folder: string): Promise<string> => {
  try {
    return (await readFile(join(folder, PASSWORD_FILE), 'utf8')).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      code === 'ENOENT' || code === 'ENOTDIR'
        ? `There is no database in the folder ${folder} (DATA_DIR): is DATA_DIR in .env the folder of the site?`
        : `Cannot read the database in ${folder} (DATA_DIR): run this command as the user of the site or as root (${code})`,
    );
  }
};
