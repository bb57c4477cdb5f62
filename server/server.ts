import type { FastifyInstance } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { type DatabaseConnection, openDatabase } from './database/client.ts';
import { startEmbeddedPostgres } from './database/embedded/embedded-postgres.ts';
import { migrate } from './database/migrate.ts';
import { refuseSampleAccounts, seedDemoData } from './demo-data/seed.ts';
import { storeDemoVideos } from './demo-data/seed-videos.ts';
import type { Environment } from './settings/environment.ts';
import { createStorage } from './files/create-storage.ts';
import { freePort } from './free-port.ts';
import { listenOnOtherAddresses } from './http/http-server.ts';
import { ResponseCache } from './http/response-cache/response-cache.ts';
import { serializeError, serializeRequest } from './http/log-error.ts';
import { Tally } from './http/tally.ts';
import { foldTotals } from './modules/classes/classes.repository.ts';
import { issueMissingDocuments } from './modules/documents/issue-documents.ts';
import { NotificationHub } from './modules/notifications/notification-hub.ts';
import { SiteInfoCache } from './modules/site-pages/site-info-cache.ts';
import { isSetupOpen } from './modules/setup/create-first-admin.ts';
import { createSetupUrl } from './modules/setup/setup-token.ts';
import { prepareDataFolder } from './prepare-data-folder.ts';
import { relayChanges } from './relay-changes.ts';
import { readOrCreateSecret } from './secrets/secret.ts';
import { Shutdown } from './shutdown.ts';
import type { StartError } from './start-error.ts';
import { createStripe } from './stripe/client.ts';
import { createConfiguredApp } from './configured-app.ts';
import { listen } from './http/listen.ts';
import { type BackgroundTasks, startBackgroundTasks } from './background-tasks.ts';

export interface RunningServer {
  app: FastifyInstance;
  url: string;
  /** The one-time address at which the first admin is created. Absent in the demo, and once there is an admin. */
  setupUrl?: string;
  /** What it does without being called. */
  tasks: BackgroundTasks;
  /** Resolves once all emails with a link that were sent before the call have been handed over or given up. */
  emailsSettled: () => Promise<void>;
  /** Makes the health check report that the server is stopping. The server keeps serving. */
  startDraining: () => void;
  /**
   * Finishes pending requests and stops everything, including an embedded database.
   * @param patience the time after which the database is stopped in any case, in milliseconds. Default: no limit
   * @throws StartError if something had not finished by then
   */
  stop: (patience?: number) => Promise<void>;
}

interface Start {
  environment: Environment;
  log: Logger;
  shutdown: Shutdown;
  onProgress: (step: string) => void;
  onFatal: (error: StartError) => void;
}

/** Connects to the database that the settings name, or starts an embedded one. @returns the connection and its URL */
const connectDatabase = async ({ environment, log, shutdown, onProgress, onFatal }: Start) => {
  let databaseUrl = environment.databaseUrl;
  if (!databaseUrl) {
    const embedded = await startEmbeddedPostgres(environment.dataDir, {
      onProgress,
      onLoss: (attempt) => log.error({ attempt }, 'The database stopped and is being restarted'),
      onGone: onFatal,
    });
    shutdown.setLast(embedded.stop);
    databaseUrl = embedded.url;
  }
  const database = await openDatabase(databaseUrl, (error) =>
    log.warn({ err: error }, 'The database closed a connection'),
  );
  shutdown.add(database.close);
  return { database, databaseUrl };
};

/**
 * Brings the database and the data folder to the state that this version requires, with the sample data of the demo.
 * @returns the secret of the site
 */
const prepareData = async (
  { environment, log, onProgress }: Start,
  { pool, db }: DatabaseConnection,
): Promise<string> => {
  await migrate(pool);
  await foldTotals(db);
  if (environment.demo) await seedDemoData(db, onProgress);
  else await refuseSampleAccounts(db);
  await issueMissingDocuments(db);
  await prepareDataFolder(environment);
  const secret = environment.secret ?? (await readOrCreateSecret(environment.dataDir));
  if (environment.demo) {
    await storeDemoVideos(db, await createStorage(environment)).catch((error: unknown) =>
      log.warn({ err: error }, 'Some videos of the demo could not be stored'),
    );
  }
  return secret;
};

/**
 * The time that background work has to end before the server stops accepting requests, in milliseconds. The card provider
 * of a demo is part of this server, so that work underway would lose it, and retry until the stop takes too long.
 */
const TASKS_FIRST = 1_000;

/** The period of which one log line tells how often the settings of the site could not be read, in milliseconds. */
const UNREAD_PERIOD = 10_000;

const start = async (options: Start): Promise<RunningServer> => {
  const { environment, log, shutdown } = options;
  const { database, databaseUrl } = await connectDatabase(options);
  const secret = await prepareData(options, database);
  const port = environment.port || (await freePort());
  const responseCache = new ResponseCache();
  const hub = new NotificationHub();
  const unread = new Tally(
    (times) => log.warn({ times }, 'Could not read the settings of the site again'),
    UNREAD_PERIOD,
  );
  shutdown.add(async () => unread.flush());
  const siteInfo = new SiteInfoCache(database.db, (error) => {
    if (unread.countAfterFirst())
      log.warn({ err: error }, 'Could not read the settings of the site; the last known ones are shown');
  });
  let offerSeats = () => {};
  const changes = relayChanges(databaseUrl, log, {
    responseCache,
    hub,
    siteInfo,
    onFreeSeats: () => offerSeats(),
  });
  shutdown.add(changes.close);
  let isStopping = false;
  const context = {
    database,
    log,
    secret,
    port,
    responseCache,
    changesReceived: changes.caughtUp,
    hub,
    siteInfo,
    dataFolder: environment.databaseUrl ? undefined : environment.dataDir,
    isStopping: () => isStopping,
  };
  const { app, stripeSettings, baseUrl, email } = await createConfiguredApp(environment, context);
  shutdown.add(email.close);
  let closeOthers = async () => {};
  let endTasks = async () => {};
  shutdown.add(async () => {
    app.stoppingSince = performance.now();
    const ending = endTasks();
    // Its error is thrown below, once the rest is closed as well.
    await Promise.race([ending.catch(() => undefined), sleep(TASKS_FIRST, undefined, { ref: false })]);
    await Promise.all([closeOthers(), app.close(), ending]);
  });
  await listen(app, environment.host, port);
  closeOthers = await listenOnOtherAddresses(app, environment.host);
  const tasks = await startBackgroundTasks({
    environment,
    database,
    stripe: createStripe(stripeSettings, 'background'),
    log,
    secret,
    delivery: email.delivery,
  });
  offerSeats = tasks.offerSeats;
  hub.onAnnounce(tasks.deliverEmails);
  endTasks = tasks.end;
  const setupUrl =
    !environment.demo && (await isSetupOpen(database.db)) ? createSetupUrl(baseUrl, secret) : undefined;
  return {
    app,
    url: baseUrl,
    setupUrl,
    tasks,
    emailsSettled: email.settled,
    startDraining: () => (isStopping = true),
    stop: (patience) => shutdown.run(patience),
  };
};

/**
 * Starts everything that the settings require: database, migrations, sample data, sandboxes, HTTP server.
 * @param onFatal called later for an error that the server cannot recover from; the process should then exit, so that a
 *   supervisor can act
 * @throws StartError with a line that says what to do; everything that was started is stopped again
 */
export const startServer = async (
  environment: Environment,
  onProgress: (step: string) => void,
  onFatal: (error: StartError) => void = () => undefined,
): Promise<RunningServer> => {
  const log = pino({
    level: environment.logLevel,
    serializers: { err: serializeError, req: serializeRequest },
  });
  const shutdown = new Shutdown();
  try {
    return await start({ environment, log, shutdown, onProgress, onFatal });
  } catch (error) {
    await shutdown.run();
    throw error;
  }
};
