import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { ownAddress } from './addresses.ts';
import { createApp } from './app.ts';
import { type DatabaseConnection, openDatabase } from './database/client.ts';
import { listenForChanges } from './database/changes.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './database/embedded-postgres.ts';
import { migrate } from './database/migrate.ts';
import { NOTIFICATIONS, TOPICS } from './database/topics.ts';
import { SAMPLE_ACCOUNTS } from './demo-data/sample-accounts.ts';
import { refuseSampleAccounts, seedDemoData } from './demo-data/seed.ts';
import { storeDemoVideos } from './demo-data/seed-videos.ts';
import type { Environment } from './environment.ts';
import { createStorage } from './files/create-storage.ts';
import { freePort } from './free-port.ts';
import { listenOnOtherAddresses } from './http/http-server.ts';
import { ResponseCache } from './http/response-cache/response-cache.ts';
import { serializeError, serializeRequest } from './http/log-error.ts';
import { createIdentityProvider } from './identity/better-auth.ts';
import { deleteExpired } from './identity/delete-expired.ts';
import { foldTotals } from './modules/classes/classes.repository.ts';
import { reportUnreadableSecondFactors } from './identity/readable-second-factors.ts';
import { issueMissingDocuments } from './modules/documents/issue-documents.ts';
import { announceAttention } from './modules/payments/attention/announce-attention.ts';
import { NotificationHub } from './modules/notifications/notification-hub.ts';
import { startQueue } from './modules/notifications/queue.ts';
import { startReconciling } from './modules/payments/reconciling/reconcile-payments.ts';
import type { WebhookSignatures } from './modules/payments/events/webhook-signatures.ts';
import { createRegistrationCheck } from './modules/invitations/create-registration-check.ts';
import { SiteInfoCache } from './modules/site-pages/site-info-cache.ts';
import { isSetupOpen } from './modules/setup/create-first-admin.ts';
import { setupAddress } from './modules/setup/setup-token.ts';
import { changeProfile } from './modules/users/users.repository.ts';
import { startOfferingSeats } from './modules/waiting-lists/offer-seats.ts';
import { openEmail } from './open-email.ts';
import { prepareDataFolder } from './prepare-data-folder.ts';
import { readOrCreateSecret } from './secret.ts';
import { isLoopback } from './setting-values.ts';
import { StartError } from './start-error.ts';
import {
  addCardSandbox,
  addSignInSandbox,
  cardSandboxSettings,
  OUTBOX_PATH,
  signInSandboxSettings,
} from './start-sandboxes.ts';
import { checkSite } from './site-health/check-site.ts';
import { createTestEmailSender } from './site-health/send-test-email.ts';
import { createCardProviderTest } from './site-health/test-card-provider.ts';
import { createStripe } from './stripe/client.ts';
import { verifyKey } from './stripe/verify-key.ts';
import { VERSION } from './version.ts';

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

const listen = async (app: FastifyInstance, host: string, port: number): Promise<void> => {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartError(`The port ${port} is in use: stop the program that uses it, or set another PORT`);
    if (code === 'EACCES')
      throw new StartError(`This user is not allowed to use port ${port}: set another PORT`);
    if (['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'].includes(code ?? ''))
      throw new StartError(`The setting HOST ${host} is not an address of this machine`);
    throw error;
  }
};

interface BuildContext {
  database: DatabaseConnection;
  log: Logger;
  secret: string;
  port: number;
  responseCache: ResponseCache;
  changesReceived: () => Promise<void>;
  hub: NotificationHub;
  siteInfo: SiteInfoCache;
  dataFolder?: string;
  isStopping: () => boolean;
}

const build = async (environment: Environment, context: BuildContext) => {
  const { database, log, secret, port } = context;
  const { demo, google } = environment;
  const ownUrl = ownAddress(environment.host, port);
  const baseUrl = environment.baseUrl ?? ownUrl;
  const hasCardSandbox = !environment.stripe;
  const hasSignInSandbox = demo && !google;
  const stripeSettings = environment.stripe
    ? { ...environment.stripe, script: undefined }
    : cardSandboxSettings(ownUrl, secret);
  const stripe = createStripe(stripeSettings);
  if (!hasCardSandbox) {
    const failure = await verifyKey(stripe);
    if (failure) log.warn({ err: failure }, 'Could not verify the API key with the card provider');
  }
  const email = await openEmail(environment, {
    db: database.db,
    log,
    baseUrl,
    secret,
    readBrand: async () => (await context.siteInfo.read()).brand,
  });
  const { sendEmail, outbox } = email;
  const isPublic = !isLoopback(new URL(baseUrl).hostname);
  const identity = createIdentityProvider({
    sendEmail,
    db: database.db,
    baseUrl,
    secret,
    google,
    passwordMinLength: environment.passwordMinLength,
    signInSandbox: hasSignInSandbox ? signInSandboxSettings({ baseUrl, ownUrl, secret }) : undefined,
    onFailure: (message) => log.error(message),
    checkRegistration: createRegistrationCheck({ db: database.db, secret }),
    onProfileChange: (profile) => changeProfile(database.db, profile),
  });
  const webhookSignatures: WebhookSignatures = { refused: [] };
  const app = await createApp({
    ...context,
    identity,
    sendEmail,
    contactEmail: environment.contactEmail,
    preferencesKey: email.preferencesKey,
    stripe,
    webhookSecret: stripeSettings.webhookSecret,
    baseUrl,
    rateLimits: environment.rateLimits,
    maxEventLoopDelay: environment.maxEventLoopDelay,
    metricsToken: environment.metricsToken,
    trustedProxies: environment.trustedProxies,
    version: VERSION,
    dataDir: environment.dataDir,
    checkSite: () => checkSite({ environment, secret, port, database }),
    sendTestEmail: createTestEmailSender(email.delivery),
    webhookSignatures,
    testCardProvider: createCardProviderTest(environment.stripe, baseUrl, webhookSignatures),
    bucket: environment.bucket,
    quotas: environment.quotas,
    config: {
      stripePublishableKey: stripeSettings.publishableKey,
      stripeScript: stripeSettings.script,
      demo,
      classPages: environment.classPages,
      adminsNeedSecondFactor: !demo,
      passwordMinLength: environment.passwordMinLength,
      uploadLimits: environment.uploadLimits,
      sendsEmail: Boolean(sendEmail),
      outbox: outbox && !isPublic ? OUTBOX_PATH : undefined,
      thirdPartySignIn: google ? 'google' : hasSignInSandbox ? 'sandbox' : undefined,
      sampleAccounts: demo ? SAMPLE_ACCOUNTS : undefined,
    },
  });
  const sandbox = { pool: database.pool, db: database.db, baseUrl, ownUrl, secret };
  outbox?.register(app, OUTBOX_PATH, isPublic);
  if (hasCardSandbox) await addCardSandbox(app, sandbox);
  if (hasSignInSandbox) await addSignInSandbox(app, sandbox);
  return { app, stripeSettings, baseUrl, email };
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
    const { app, stripeSettings, baseUrl, email } = await build(environment, context);
    steps.push(async () => email.close());
    let closeOthers = async () => {};
    /** Stop the tasks in the background, while the last requests are finished. */
    const endings: (() => Promise<unknown>)[] = [];
    steps.push(() => Promise.all([closeOthers(), app.close(), ...endings.map((end) => end())]));
    await listen(app, environment.host, port);
    closeOthers = await listenOnOtherAddresses(app, environment.host);
    const background = { db: database.db, stripe: createStripe(stripeSettings, 'background'), log };
    endings.push(startReconciling(background));
    const offering = startOfferingSeats(background);
    offerSeats = offering.wake;
    endings.push(() => {
      offerSeats = () => {};
      return offering.stop();
    });
    const queue = await startQueue({
      ...database,
      log,
      delivery: email.delivery,
      rate: environment.mailRate,
      scheduled: [
        { name: 'attention', cron: '*/10 * * * *', work: () => announceAttention(background) },
        { name: 'expired-sessions', cron: '40 3 * * *', work: () => deleteExpired(database.db) },
      ],
    });
    hub.onAnnounce(queue.wake);
    endings.push(queue.close);
    const reported = reportUnreadableSecondFactors(database.db, secret, log);
    endings.push(() => reported);
    const setupUrl =
      !environment.demo && (await isSetupOpen(database.db)) ? setupAddress(baseUrl, secret) : undefined;
    return { app, url: baseUrl, setupUrl, startDraining: () => (isStopping = true), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
