import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { openDatabase } from './database/client.ts';
import { listenForChanges } from './database/changes.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './database/embedded-postgres.ts';
import { migrate } from './database/migrate.ts';
import { NOTIFICATIONS, TOPICS } from './database/topics.ts';
import { refuseSampleAccounts, seedDemoData } from './demo-data/seed.ts';
import { storeDemoVideos } from './demo-data/seed-videos.ts';
import type { Environment } from './environment.ts';
import { createStorage } from './files/create-storage.ts';
import { freePort } from './free-port.ts';
import { listenOnOtherAddresses } from './http/http-server.ts';
import { ResponseCache } from './http/response-cache/response-cache.ts';
import { serializeError, serializeRequest } from './http/log-error.ts';
import { foldTotals } from './modules/classes/classes.repository.ts';
import { issueMissingDocuments } from './modules/documents/issue-documents.ts';
import { NotificationHub } from './modules/notifications/notification-hub.ts';
import { SiteInfoCache } from './modules/site-pages/site-info-cache.ts';
import { isSetupOpen } from './modules/setup/create-first-admin.ts';
import { createSetupUrl } from './modules/setup/setup-token.ts';
import { prepareDataFolder } from './prepare-data-folder.ts';
import { readOrCreateSecret } from './secret.ts';
import { StartError } from './start-error.ts';
import { createStripe } from './stripe/client.ts';
import { createConfiguredApp } from './configured-app.ts';
import { listen } from './http/listen.ts';
import { startBackgroundTasks } from './background-tasks.ts';

export interface RunningServer {
  app: FastifyInstance;
  url: string;
  /** The one-time address at which the first admin is created. Absent in the demo, and once there is an admin. */
  setupUrl?: string;
  /** Makes the health check report that the server is stopping. The server keeps serving. */
  startDraining: () => void;
  /**
   * Finishes pending requests and stops everything, including an embedded database.
   * @param patience the time after which the database is stopped in any case, in milliseconds. Default: no limit
   * @throws StartError if something had not finished by then
   */
  stop: (patience?: number) => Promise<void>;
}

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
  const steps: (() => Promise<unknown>)[] = [];
  let embedded: EmbeddedPostgres | undefined;
  const stop = async (patience?: number) => {
    const finish = async () => {
      for (const step of steps.splice(0).reverse()) await step();
      return true;
    };
    try {
      const late = patience === undefined ? [] : [sleep(patience, false, { ref: false })];
      if (!(await Promise.race([finish(), ...late])))
        throw new StartError('The server was stopped before everything had finished');
    } finally {
      const last = embedded;
      embedded = undefined;
      await last?.stop();
    }
  };
  try {
    if (!environment.databaseUrl) {
      embedded = await startEmbeddedPostgres(environment.dataDir, {
        onProgress,
        onLoss: (attempt) => log.error({ attempt }, 'The database stopped and is being restarted'),
        onGone: onFatal,
      });
    }
    const databaseUrl = environment.databaseUrl ?? embedded!.url;
    const database = await openDatabase(databaseUrl, (error) =>
      log.warn({ err: error }, 'The database closed a connection'),
    );
    steps.push(database.close);
    await migrate(database.pool);
    await foldTotals(database.db);
    if (environment.demo) await seedDemoData(database.db, onProgress);
    else await refuseSampleAccounts(database.db);
    await issueMissingDocuments(database.db);
    await prepareDataFolder(environment);
    const secret = environment.secret ?? (await readOrCreateSecret(environment.dataDir));
    if (environment.demo) {
      await storeDemoVideos(database.db, await createStorage(environment)).catch((error: unknown) =>
        log.warn({ err: error }, 'Some videos of the demo could not be stored'),
      );
    }
    const port = environment.port || (await freePort());
    const responseCache = new ResponseCache();
    const hub = new NotificationHub();
    const siteInfo = new SiteInfoCache(database.db, (error) =>
      log.warn({ err: error }, 'Could not read the settings of the site; the last known ones are shown'),
    );
    let offerSeats = () => {};
    const changes = listenForChanges(databaseUrl, {
      onChange: (topic) => {
        if (topic === TOPICS.site) siteInfo.invalidate();
        if (topic === TOPICS.everything || topic === TOPICS.site) responseCache.invalidateAll(true);
        else if (topic.startsWith(NOTIFICATIONS)) hub.announce(topic);
        else if (topic === TOPICS.seats) offerSeats();
        else responseCache.invalidate(topic);
      },
      onListening: (isListening) => {
        siteInfo.listen(isListening);
        responseCache.invalidateAll(isListening);
        // What was announced meanwhile is not announced again.
        if (isListening) hub.announce(NOTIFICATIONS);
      },
      onFailure: (error) =>
        log.warn(
          { err: error },
          'Lost the connection that listens for changes; nothing is cached until it is back',
        ),
    });
    steps.push(changes.close);
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
      dataFolder: embedded && environment.dataDir,
      isStopping: () => isStopping,
    };
    const { app, stripeSettings, baseUrl, email } = await createConfiguredApp(environment, context);
    steps.push(async () => email.close());
    let closeOthers = async () => {};
    let endTasks = async () => {};
    steps.push(() => Promise.all([closeOthers(), app.close(), endTasks()]));
    await listen(app, environment.host, port);
    closeOthers = await listenOnOtherAddresses(app, environment.host);
    const tasks = await startBackgroundTasks({
      database,
      stripe: createStripe(stripeSettings, 'background'),
      log,
      secret,
      delivery: email.delivery,
      mailRate: environment.mailRate,
    });
    offerSeats = tasks.offerSeats;
    hub.onAnnounce(tasks.deliverEmails);
    endTasks = tasks.end;
    const setupUrl =
      !environment.demo && (await isSetupOpen(database.db)) ? createSetupUrl(baseUrl, secret) : undefined;
    return { app, url: baseUrl, setupUrl, startDraining: () => (isStopping = true), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
