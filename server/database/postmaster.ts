import { constants } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { freePort } from '../free-port.ts';
import { StartError } from '../start-error.ts';
import { explainDisk, reasonOf } from './cluster.ts';
import { boundLog, LOG_FILE, LOG_SETTINGS, readLogEnd } from './postgres-log.ts';
import { findPostgresUser, type PostgresPrograms, runPostgresProgram } from './postgres-programs.ts';

const START_ATTEMPTS = 3;
const PID_FILE = 'postmaster.pid';
/** Beyond the highest number that a system gives to a process (on Linux 2^22). */
const NO_PROCESS = 2 ** 31 - 1;

/** The port of a postmaster that wrote its file, whether or not it still lives. */
export const portInUse = async (cluster: string): Promise<number | undefined> => {
  const file = await readFile(join(cluster, PID_FILE), 'utf8').catch(() => '');
  const port = Number(file.split('\n')[3]);
  return port > 0 ? port : undefined;
};

/**
 * Whether a process is certainly something else than the cluster's postmaster, which works in the cluster's folder. Only
 * Linux shows this (/proc); elsewhere, and where it may not be seen, PostgreSQL's own judgment holds.
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
 * Withdraws the process number of a postmaster that was killed when the system has given it to another program since:
 * PostgreSQL would take that one for itself and refuse to start. The rest of the file stays, by which PostgreSQL recognizes
 * children that outlived the postmaster.
 */
const withdrawStaleNumber = async (cluster: string): Promise<void> => {
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

/** Whether the cluster's PostgreSQL runs. */
export const isRunning = async (programs: PostgresPrograms, cluster: string): Promise<boolean> => {
  await withdrawStaleNumber(cluster);
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
 * Starts the cluster's PostgreSQL on a free port.
 * @param settings of postgresql.conf
 * @throws StartError when it does not start
 */
export const launch = async (
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
    // pg_ctl puts its paths into a command of the shell as they are, so it is given none but these.
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
    // Another start may have been quicker, or somebody took the port meanwhile.
    if (await isRunning(programs, cluster)) return;
    if (attempt < START_ATTEMPTS) return launch(programs, cluster, settings, attempt + 1);
    const diskProblem = explainDisk(folder, await readLogEnd(cluster));
    if (diskProblem) throw diskProblem;
    throw new StartError(
      `The database in ${folder} does not start: ${reasonOf((error as Error).message)} (see postgres/${LOG_FILE} there)`,
    );
  }
};

/** Stops the cluster's PostgreSQL and waits until it has written everything. */
export const stopPostmaster = (programs: PostgresPrograms, cluster: string): Promise<string> =>
  runPostgresProgram(
    programs.pg_ctl,
    ['stop', '--wait', '--timeout=4', '--mode=fast', `--pgdata=${cluster}`],
    findPostgresUser(dirname(cluster)),
  );
