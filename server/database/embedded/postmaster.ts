import { constants } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { freePort } from '../../free-port.ts';
import { StartError } from '../../start-error.ts';
import { explainDisk, reasonOf } from './cluster.ts';
import { boundLog, LOG_FILE, LOG_SETTINGS, readLogEnd } from './postgres-log.ts';
import { findPostgresUser, type PostgresPrograms, runPostgresProgram } from './postgres-programs.ts';

const START_ATTEMPTS = 3;
const PID_FILE = 'postmaster.pid';
/** A process id that no system assigns (on Linux the highest is 2^22). */
const NO_PROCESS = 2 ** 31 - 1;

/** The port in the cluster's pid file, whether or not the postmaster is still running. */
export const portInUse = async (cluster: string): Promise<number | undefined> => {
  const file = await readFile(join(cluster, PID_FILE), 'utf8').catch(() => '');
  const port = Number(file.split('\n')[3]);
  return port > 0 ? port : undefined;
};

/**
 * Whether a process is definitely not the cluster's postmaster, whose working directory is the cluster. Only Linux
 * shows this (/proc). On other systems, and without permission, PostgreSQL decides by itself.
 */
const isAnotherProgram = async (pid: number, cluster: string): Promise<boolean> => {
  try {
    const [works, folder] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)]);
    const name = (await readFile(`/proc/${pid}/comm`, 'utf8')).trim();
    return name !== 'postgres' || works.ino !== folder.ino || works.dev !== folder.dev;
  } catch {
    return false;
  }
};

/**
 * Removes the process id of a killed postmaster from its pid file if the system has reassigned the id to another
 * program, because PostgreSQL would take that program for itself and refuse to start. The rest of the file stays:
 * PostgreSQL uses it to recognize children that outlived the postmaster.
 */
const clearStalePid = async (cluster: string): Promise<void> => {
  const flags = constants.O_RDWR | constants.O_NOFOLLOW;
  const file = await open(join(cluster, PID_FILE), flags).catch(() => undefined);
  if (!file) return;
  try {
    const [pid, ...rest] = (await file.readFile('utf8')).split('\n');
    if (await isAnotherProgram(Number(pid), cluster))
      await file.write([NO_PROCESS, ...rest].join('\n'), 0, 'utf8');
  } finally {
    await file.close();
  }
};

/** Whether the cluster's PostgreSQL is running. */
export const isRunning = async (programs: PostgresPrograms, cluster: string): Promise<boolean> => {
  await clearStalePid(cluster);
  return runPostgresProgram(
    programs.pg_ctl,
    ['status', `--pgdata=${cluster}`],
    findPostgresUser(dirname(cluster)),
  ).then(
    () => true,
    () => false,
  );
};

/**
 * Starts the cluster's PostgreSQL on a free port of the loopback interface.
 * @param settings parameters of postgresql.conf
 * @throws StartError if it does not start
 */
export const startPostmaster = async (
  programs: PostgresPrograms,
  cluster: string,
  settings: Record<string, string>,
  attempt = 1,
): Promise<void> => {
  const folder = dirname(cluster);
  const all = {
    ...LOG_SETTINGS,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(await freePort()),
    ...settings,
  };
  const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
  await boundLog(cluster);
  try {
    // pg_ctl inserts its paths into a shell command without quoting, so only these constant ones are passed.
    await runPostgresProgram(
      programs.pg_ctl,
      [
        'start',
        '--wait',
        '--timeout=60',
        '--pgdata=.',
        `--log=${LOG_FILE}`,
        `--options=${options.join(' ')}`,
      ],
      findPostgresUser(folder),
      cluster,
    );
  } catch (error) {
    // Another start may have been faster, or another program may have taken the port in the meantime.
    if (await isRunning(programs, cluster)) return;
    if (attempt < START_ATTEMPTS) return startPostmaster(programs, cluster, settings, attempt + 1);
    const diskProblem = explainDisk(folder, await readLogEnd(cluster));
    if (diskProblem) throw diskProblem;
    throw new StartError(
      `The database in ${folder} cannot be started: ${reasonOf((error as Error).message)} (see postgres/${LOG_FILE} in that folder)`,
    );
  }
};

/**
 * Stops the cluster's PostgreSQL and waits until all data is written.
 * @param seconds how long to wait; PostgreSQL continues to stop after that
 * @throws Error if it takes longer
 */
export const stopPostmaster = (
  programs: PostgresPrograms,
  cluster: string,
  seconds: number,
): Promise<string> =>
  runPostgresProgram(
    programs.pg_ctl,
    ['stop', '--wait', `--timeout=${seconds}`, '--mode=fast', `--pgdata=${cluster}`],
    findPostgresUser(dirname(cluster)),
  );
