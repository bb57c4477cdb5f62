import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { StartError } from '../../start-error.ts';
import { checkVersion, createCluster, OWNER, prepareFolder, readPassword } from './cluster.ts';
import { keepPostgresRunning, type LossHandlers } from './keep-postgres-running.ts';
import { LOCKS } from '../advisory-lock.ts';
import { keepLogBounded } from './postgres-log.ts';
import { findPostgresPrograms } from './postgres-programs.ts';
import { isRunning, startPostmaster, portInUse, stopPostmaster } from './postmaster.ts';

const DATABASE = 'classharbor';
/** Milliseconds that PostgreSQL may take to notice that a killed server's connection is gone. */
const LOCK_TIMEOUT = 3_000;
/** The timeout of a connection on a busy machine, in milliseconds. */
const CONNECT_TIMEOUT = 10_000;
/** Seconds that a command waits for PostgreSQL to stop, which first writes to disk what the command has changed. */
const COMMAND_STOP_TIMEOUT = 60;

export interface EmbeddedPostgres {
  url: string;
  stop: () => Promise<void>;
}

export interface EmbeddedPostgresOptions extends Partial<LossHandlers> {
  /** Settings of postgresql.conf, for instance `{ fsync: 'off' }` in tests. */
  settings?: Record<string, string>;
  onProgress?: (step: string) => void;
  /** Seconds that PostgreSQL may take to stop. A server has five, after which a supervisor may kill it. */
  stopTimeout?: number;
}

const addressOf = (port: number, password: string, database: string): string =>
  `postgres://${OWNER}:${password}@127.0.0.1:${port}/${database}`;

const connect = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** Takes the lock that marks the caller as the folder's server. @throws StartError if another server holds it */
const takeServerLock = async (client: Client, folder: string): Promise<void> => {
  const deadline = Date.now() + LOCK_TIMEOUT;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      LOCKS.dataFolder,
    ]);
    if (rows[0]?.taken) return;
    if (Date.now() > deadline) {
      throw new StartError(`Another server is using the folder ${folder}: stop it, or set another DATA_DIR`);
    }
    await sleep(200);
  }
};

const ensureDatabase = async (client: Client): Promise<void> => {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
  if (!rowCount) await client.query(`create database ${DATABASE}`);
};

/** Opens a connection that holds the folder, and creates the database if it is missing. */
const holdFolder = async (folder: string, password: string): Promise<Client> => {
  const port = await portInUse(join(folder, 'postgres'));
  if (!port)
    throw new StartError(`The database in ${folder} stopped again (see postgres/server.log in that folder)`);
  const client = await connect(addressOf(port, password, 'postgres'));
  try {
    await takeServerLock(client, folder);
    await ensureDatabase(client);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
};

/**
 * Opens the PostgreSQL in `folder` for a short-lived command. If a server is using it, the command shares it; otherwise
 * it is started, and stopped again by `stop`.
 * @throws StartError if the folder has no database, or it cannot be started
 */
export const joinEmbeddedPostgres = async (folder: string): Promise<EmbeddedPostgres> => {
  const cluster = join(folder, 'postgres');
  const password = await readPassword(folder);
  if (!existsSync(cluster)) throw new StartError(`There is no database in the folder ${folder} (DATA_DIR)`);
  const port = (await isRunning(await findPostgresPrograms(), cluster)) && (await portInUse(cluster));
  if (!port) return createEmbeddedPostgres(folder);
  return { url: addressOf(port, password, DATABASE), stop: () => Promise.resolve() };
};

/**
 * Opens a PostgreSQL in `folder` for a short-lived command, which creates it if there is none yet.
 * @throws StartError if the folder cannot be used, or a server uses it
 */
export const createEmbeddedPostgres = (folder: string): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres(folder, { stopTimeout: COMMAND_STOP_TIMEOUT });

/**
 * Starts the PostgreSQL in `folder`, or takes over the one that a killed server left running there. If it stops
 * unexpectedly, it is restarted. It belongs to one server at a time.
 * @throws StartError if the folder cannot be used, or another server uses it
 */
export const startEmbeddedPostgres = async (
  folder: string,
  {
    settings = {},
    onProgress = () => undefined,
    onLoss = () => undefined,
    onGone = () => undefined,
    stopTimeout = 4,
  }: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> => {
  await prepareFolder(folder);
  const programs = await findPostgresPrograms();
  const cluster = join(folder, 'postgres');
  if (!existsSync(cluster)) {
    onProgress('Creating the database');
    await createCluster(programs, folder);
  }
  checkVersion(cluster);
  const password = await readPassword(folder);
  const open = async (fixed: Record<string, string>): Promise<Client> => {
    if (!(await isRunning(programs, cluster))) {
      onProgress('Starting the database');
      await startPostmaster(programs, cluster, { ...settings, ...fixed });
    }
    return holdFolder(folder, password);
  };
  const holder = await open({});
  const port = (await portInUse(cluster))!;
  // The address must not change, because connections are reopened with it.
  const kept = keepPostgresRunning(holder, () => open({ port: String(port) }), { onLoss, onGone });
  const leaveLog = keepLogBounded(cluster);
  return {
    url: addressOf(port, password, DATABASE),
    stop: async () => {
      leaveLog();
      await kept.end();
      if (await isRunning(programs, cluster)) await stopPostmaster(programs, cluster, stopTimeout);
    },
  };
};
