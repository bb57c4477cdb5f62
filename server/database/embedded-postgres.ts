import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../free-port.ts';
import { StartError } from '../start-error.ts';
import { keepPostgresRunning, type LossHandlers } from './keep-postgres-running.ts';
import {
  findPostgresPrograms,
  findPostgresUser,
  giveToPostgres,
  type PostgresPrograms,
  runPostgresProgram,
} from './postgres-programs.ts';

const MAJOR_VERSION = '18';
const DATABASE = 'classharbor';
const OWNER = 'classharbor';
/** Held by the one server that uses the folder; PostgreSQL lets go of it when that server dies. */
const SERVER_LOCK = 7_301_002;
/** Milliseconds that a killed server's connection may take to be noticed. */
const LOCK_PATIENCE = 3_000;
const START_ATTEMPTS = 3;
/** Characters of PostgreSQL's log that a failed start is looked for in. */
const LOG_END = 4_000;

export interface EmbeddedPostgres {
  url: string;
  stop: () => Promise<void>;
}

export interface EmbeddedPostgresOptions extends Partial<LossHandlers> {
  /** Settings of postgresql.conf, for instance `{ fsync: 'off' }` in tests. */
  settings?: Record<string, string>;
  onProgress?: (step: string) => void;
}

/** @throws StartError naming the folder and why it cannot be used. */
export const prepareFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `Cannot write to the folder ${folder} (DATA_DIR): ${(error as NodeJS.ErrnoException).code}`,
    );
  }
};

/** What a program of PostgreSQL's says over many lines, where it is the disk. */
const explainOutput = (folder: string, output: string): StartError | undefined =>
  /No space left on device|Disk quota exceeded/.test(output)
    ? new StartError(`The disk of ${folder} (DATA_DIR) is full: make room, or set another DATA_DIR`)
    : undefined;

/** Made in a folder of its own and then renamed, so that a killed start leaves no half-made cluster. */
const createCluster = async (
  programs: PostgresPrograms,
  folder: string,
  passwordFile: string,
): Promise<void> => {
  const user = findPostgresUser(folder);
  const cluster = join(folder, 'postgres');
  const draft = `${cluster}.new-${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  giveToPostgres(draft, user);
  if (!existsSync(passwordFile)) {
    await writeFile(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  }
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
  try {
    await runPostgresProgram(programs.initdb, options, user);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const output = (error as Error).message;
    throw (
      explainOutput(folder, output) ??
      new StartError(`No database can be made in ${folder} (DATA_DIR): ${output.split('\n').at(-1)}`)
    );
  }
  try {
    await rename(draft, cluster);
  } catch (error) {
    if (!existsSync(cluster)) throw error;
    await rm(draft, { recursive: true });
  }
};

const checkVersion = (cluster: string): void => {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR_VERSION) {
    throw new StartError(
      `${cluster} was made by PostgreSQL ${version}, this is ${MAJOR_VERSION}: restore a backup into a new DATA_DIR`,
    );
  }
};

/** The port of a postmaster that wrote its file, whether or not it still lives. */
const portInUse = async (cluster: string): Promise<number | undefined> => {
  const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const port = Number(file.split('\n')[3]);
  return port > 0 ? port : undefined;
};

const addressOf = (port: number, password: string, database: string): string =>
  `postgres://${OWNER}:${password}@127.0.0.1:${port}/${database}`;

const connect = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

const isRunning = (programs: PostgresPrograms, cluster: string): Promise<boolean> =>
  runPostgresProgram(
    programs.pg_ctl,
    ['status', `--pgdata=${cluster}`],
    findPostgresUser(dirname(cluster)),
  ).then(
    () => true,
    () => false,
  );

const launch = async (
  programs: PostgresPrograms,
  folder: string,
  settings: Record<string, string>,
  attempt = 1,
): Promise<void> => {
  const cluster = join(folder, 'postgres');
  const port = await freePort();
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port), ...settings };
  const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
  try {
    await runPostgresProgram(
      programs.pg_ctl,
      [
        'start',
        '--wait',
        '--timeout=60',
        `--pgdata=${cluster}`,
        `--log=${join(cluster, 'server.log')}`,
        `--options=${options.join(' ')}`,
      ],
      findPostgresUser(folder),
    );
  } catch (error) {
    // Another start may have been quicker, or somebody took the port meanwhile.
    if (await isRunning(programs, cluster)) return;
    if (attempt < START_ATTEMPTS) return launch(programs, folder, settings, attempt + 1);
    const log = await readFile(join(cluster, 'server.log'), 'utf8').catch(() => '');
    const diskProblem = explainOutput(folder, log.slice(-LOG_END));
    if (diskProblem) throw diskProblem;
    throw new StartError(
      `The database in ${folder} does not start: ${(error as Error).message.split('\n').at(-1)} (see postgres/server.log there)`,
    );
  }
};

/**
 * Takes the lock that says "this folder's server is me".
 * @throws StartError when another server holds it.
 */
const takeServerLock = async (client: Client, folder: string): Promise<void> => {
  const deadline = Date.now() + LOCK_PATIENCE;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      SERVER_LOCK,
    ]);
    if (rows[0]?.taken) return;
    if (Date.now() > deadline) {
      throw new StartError(
        `Another server is running on the folder ${folder}: stop it, or set another DATA_DIR`,
      );
    }
    await sleep(200);
  }
};

const stopCluster = (programs: PostgresPrograms, cluster: string): Promise<string> =>
  runPostgresProgram(
    programs.pg_ctl,
    ['stop', '--wait', '--timeout=4', '--mode=fast', `--pgdata=${cluster}`],
    findPostgresUser(dirname(cluster)),
  );

const readPassword = async (folder: string): Promise<string> => {
  try {
    return (await readFile(join(folder, 'postgres-password'), 'utf8')).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      code === 'ENOENT' || code === 'ENOTDIR'
        ? `There is no database in the folder ${folder} (DATA_DIR): does .env name the folder of the site?`
        : `Cannot read the database in ${folder} (DATA_DIR), run this as the user of the site or as root: ${code}`,
    );
  }
};

const ensureDatabase = async (client: Client): Promise<void> => {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
  if (!rowCount) await client.query(`create database ${DATABASE}`);
};

/** A connection that holds the folder, whose database is there. */
const holdFolder = async (folder: string, password: string): Promise<Client> => {
  const port = await portInUse(join(folder, 'postgres'));
  if (!port) throw new StartError(`The database in ${folder} stopped again (see postgres/server.log there)`);
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
 * A PostgreSQL that lives in `folder`, for a program that only looks in: beside the server that runs on it, or
 * started and stopped again where none does.
 * @throws StartError when there is none, or it cannot be started
 */
export const visitEmbeddedPostgres = async (folder: string): Promise<EmbeddedPostgres> => {
  const cluster = join(folder, 'postgres');
  const password = await readPassword(folder);
  if (!existsSync(cluster)) throw new StartError(`There is no database in the folder ${folder} (DATA_DIR)`);
  const port = (await isRunning(await findPostgresPrograms(), cluster)) && (await portInUse(cluster));
  if (!port) return startEmbeddedPostgres(folder);
  return { url: addressOf(port, password, DATABASE), stop: () => Promise.resolve() };
};

/**
 * Starts a PostgreSQL that lives in `folder`, or adopts the one that a killed server left running there. When it dies,
 * it is started again.
 * It belongs to one server at a time.
 * @throws StartError when the folder cannot be used, or another server uses it.
 */
export const startEmbeddedPostgres = async (
  folder: string,
  {
    settings = {},
    onProgress = () => undefined,
    onLoss = () => undefined,
    onGone = () => undefined,
  }: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> => {
  await prepareFolder(folder);
  const programs = await findPostgresPrograms();
  const cluster = join(folder, 'postgres');
  const passwordFile = join(folder, 'postgres-password');
  if (!existsSync(cluster)) {
    onProgress('Creating the database');
    await createCluster(programs, folder, passwordFile);
  }
  checkVersion(cluster);
  const password = await readPassword(folder);
  const open = async (fixed: Record<string, string>): Promise<Client> => {
    if (!(await isRunning(programs, cluster))) {
      onProgress('Starting the database');
      await launch(programs, folder, { ...settings, ...fixed });
    }
    return holdFolder(folder, password);
  };
  const holder = await open({});
  const port = (await portInUse(cluster))!;
  // Its address must stay what it is: connections are opened again with it.
  const kept = keepPostgresRunning(holder, () => open({ port: String(port) }), { onLoss, onGone });
  return {
    url: addressOf(port, password, DATABASE),
    stop: async () => {
      await kept.end();
      if (await isRunning(programs, cluster)) await stopCluster(programs, cluster);
    },
  };
};
