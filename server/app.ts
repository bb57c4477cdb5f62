import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type Stripe from 'stripe';
import { API_BASE } from '#contract/call.ts';
import type { HealthFinding } from '#contract/site-health.ts';
import { TEXT_LIMITS } from '#contract/common.ts';
import type { DatabaseConnection } from './database/client.ts';
import type { CallerLookup, CurrentUser } from './http/access.ts';
import { registerCompression } from './http/compression.ts';
import { handleError, registerErrorHandler } from './http/error-handler.ts';
import { createStorage, type StorageSettings } from './files/create-storage.ts';
import { registerHealth } from './http/health.ts';
import { createHttpServer, registerRequestChecks } from './http/http-server.ts';
import type { ResponseCache } from './http/response-cache/response-cache.ts';
import { registerResponseCache } from './http/response-cache/serve-cached.ts';
import { registerLoadShedding } from './http/load-shedding.ts';
import { registerMetrics } from './http/metrics.ts';
import { registerApiDocs, registerOpenApi } from './http/openapi.ts';
import { registerPages } from './http/pages.ts';
import { cleanRateLimits, createRateLimits, noRateLimits, registerRateLimits } from './http/rate-limit.ts';
import { requireDeclarations } from './http/route.ts';
import { registerSecurityHeaders, securityHeadersFor } from './http/security.ts';
import { createSignedLinks, type LinkOwner } from './http/signed-links.ts';
import { registerStreams } from './http/streams.ts';
import { createAccessTokens } from './identity/access-token.ts';
import type { IdentityProvider } from './identity/better-auth.ts';
import { identityHeaders } from './identity/identity-request.ts';
import { registerIdentityProvider, registerTokenRoute } from './identity/identity.routes.ts';
import type { SendEmail } from './email/email.ts';
import type { SendTestEmail } from './site-health/send-test-email.ts';
import type { TestCardProvider } from './site-health/test-card-provider.ts';
import { registerSiteHealthRoutes } from './site-health/site-health.routes.ts';
import { registerAccountRoutes } from './modules/accounts/accounts.routes.ts';
import { registerAssignmentRoutes } from './modules/assignments/assignments.routes.ts';
import { mayReadSubmissionFile } from './modules/assignments/submission-files.repository.ts';
import { registerAuditRoutes } from './modules/audit/audit.routes.ts';
import { registerBlogPostRoutes } from './modules/blog-posts/blog-posts.routes.ts';
import { registerCertificateRoutes } from './modules/certificates/certificates.routes.ts';
import { registerClassChangeRoutes } from './modules/classes/changes.routes.ts';
import { registerClassRoutes } from './modules/classes/classes.routes.ts';
import { type FixedConfig, registerConfigRoutes } from './modules/config/config.routes.ts';
import { registerCurriculumRoutes } from './modules/curriculum/curriculum.routes.ts';
import { mayReadLessonFile } from './modules/curriculum/lesson-files.repository.ts';
import { registerLessonRoutes } from './modules/curriculum/lessons.routes.ts';
import { registerStudentRoutes } from './modules/curriculum/students.routes.ts';
import { registerDocumentRoutes } from './modules/documents/documents.routes.ts';
import { registerEnrollmentRoutes } from './modules/enrollments/enrollments.routes.ts';
import { cleanFilesRegularly, removeFilesInBackground } from './modules/files/clean-files.ts';
import { type Quotas, registerFileRoutes } from './modules/files/files.routes.ts';
import { registerPrivateFiles } from './modules/files/private-files.routes.ts';
import { registerPictures } from './modules/files/pictures.routes.ts';
import { createUploadStore, uploadsFolder } from './modules/files/upload-store.ts';
import { registerFeedbackRoutes } from './modules/feedback/feedback.routes.ts';
import { registerModerationRoutes } from './modules/feedback/moderation.routes.ts';
import { registerContactRoutes } from './modules/notifications/contact.routes.ts';
import { registerInvitationRoutes } from './modules/invitations/invitations.routes.ts';
import type { NotificationHub } from './modules/notifications/notification-hub.ts';
import { registerReportRoutes } from './modules/moderation/reports.routes.ts';
import { registerNoteRoutes } from './modules/notes/notes.routes.ts';
import { registerNotificationRoutes } from './modules/notifications/notifications.routes.ts';
import { registerNotificationStream } from './modules/notifications/notification-stream.ts';
import { registerOutboxMetrics } from './modules/notifications/outbox-metrics.ts';
import { registerPreferencesRoutes } from './modules/notifications/preferences.routes.ts';
import { registerUndeliveredRoutes } from './modules/notifications/undelivered.routes.ts';
import { registerPaymentMetrics } from './modules/payments/payment-metrics.ts';
import { registerAttentionRoutes } from './modules/payments/attention/attention.routes.ts';
import { isCurrencyInUse } from './modules/payments/is-currency-in-use.ts';
import { registerPaymentRoutes } from './modules/payments/payments.routes.ts';
import { registerRefundRoutes } from './modules/payments/refunds/refunds.routes.ts';
import { registerRevenueRoutes } from './modules/payments/revenue/revenue.routes.ts';
import { findShopMark } from './modules/payments/shop.repository.ts';
import { registerStripeWebhook } from './modules/payments/events/stripe-webhook.routes.ts';
import type { WebhookSignatures } from './modules/payments/events/webhook-signatures.ts';
import { registerPostModerationRoutes } from './modules/questions/moderation.routes.ts';
import { registerQuestionRoutes } from './modules/questions/questions.routes.ts';
import { registerSetupRoutes } from './modules/setup/setup.routes.ts';
import type { SiteInfoCache } from './modules/site-pages/site-info-cache.ts';
import { registerSitePageRoutes } from './modules/site-pages/site-pages.routes.ts';
import { registerManifest } from './modules/site-settings/manifest.routes.ts';
import { findContactEmail } from './modules/site-settings/site-settings.repository.ts';
import { registerSharePicture } from './modules/site-settings/share-picture.routes.ts';
import { registerSiteSettingsRoutes } from './modules/site-settings/site-settings.routes.ts';
import { registerSitemap } from './modules/sitemap/sitemap.routes.ts';
import { registerTeacherRequestRoutes } from './modules/teacher-requests/teacher-requests.routes.ts';
import { registerWaitingListRoutes } from './modules/waiting-lists/waiting-lists.routes.ts';
import { createFindCaller } from './modules/users/find-caller.ts';
import { registerUserRoutes } from './modules/users/users.routes.ts';

const BODY_LIMIT = 64 * 1024;
/** The length of an email address with every character percent-encoded. */
const MAX_PARAM_LENGTH = 3 * TEXT_LIMITS.email;

export interface AppOptions extends StorageSettings {
  database: DatabaseConnection;
  identity: IdentityProvider;
  /** Absent if no mail server is configured. */
  sendEmail?: SendEmail;
  /** The address that receives the messages of the contact form unless an admin sets another one. */
  contactEmail?: string;
  /** The key that signs the links to email preferences. */
  preferencesKey: string;
  hub: NotificationHub;
  siteInfo: SiteInfoCache;
  stripe: Stripe;
  webhookSecret: string;
  webhookSignatures: WebhookSignatures;
  secret: string;
  /** The quotas of a user's unfinished uploads, pictures and private files together, in bytes. */
  quotas: Quotas;
  /** The public URL of the site, without a trailing slash. */
  baseUrl: string;
  config: FixedConfig;
  version: string;
  /** The data folder of the embedded database. Absent if `DATABASE_URL` is set. */
  dataFolder?: string;
  /** Whether the server is shutting down. */
  isStopping: () => boolean;
  responseCache: ResponseCache;
  /** Resolves once the response cache has received every change that was committed before the call. */
  changesReceived: () => Promise<void>;
  /** Whether rate limits are enforced. */
  rateLimits: boolean;
  /** In milliseconds; see `registerLoadShedding`. */
  maxEventLoopDelay: number;
  /** The bearer token that opens the metrics. */
  metricsToken?: string;
  /** Proxies whose `X-Forwarded-*` headers are trusted, as in Fastify's `trustProxy`. */
  trustedProxies?: string[];
  log: FastifyBaseLogger;
  /** Checks everything that the site needs, for the admins. */
  checkSite: () => Promise<HealthFinding[]>;
  sendTestEmail: SendTestEmail;
  testCardProvider: TestCardProvider;
}

const createCallerLookup = ({ database, identity, secret, config }: AppOptions): CallerLookup => {
  const tokens = createAccessTokens(secret);
  const links = createSignedLinks(secret);
  const findCaller = createFindCaller(database.db);
  const findUser = async (claims: LinkOwner | undefined): Promise<CurrentUser | undefined> => {
    const person = claims && (await findCaller(claims.identityId, claims.sessionId));
    if (person?.role !== 'admin') return person;
    if (person.hasSecondFactor)
      return person.passedSecondFactor ? person : { ...person, role: null, lacksSecondFactor: 'code' };
    return config.adminsNeedSecondFactor ? { ...person, role: null, lacksSecondFactor: 'setup' } : person;
  };
  return {
    byAccessToken: async (token) => findUser(await tokens.read(token)),
    byLink: async (path, ticket) => findUser(links.read(path, ticket)),
    bySession: async (request) => {
      const headers = identityHeaders(request);
      const found = await identity.api.getSession({ headers, query: { disableRefresh: true } });
      if (!found) return undefined;
      const { id, email, name, image } = found.user;
      return { id, sessionId: found.session.id, email, name, photo: image ?? '' };
    },
  };
};

/** Creates the HTTP server without listening. In the demo, `server.ts` adds the sandboxes to it. */
export const createApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const { database, stripe, webhookSecret, identity, secret, config, responseCache } = options;
  const securityHeaders = securityHeadersFor(options.baseUrl);
  const app: FastifyInstance = Fastify({
    serverFactory: (handler) => createHttpServer(handler, securityHeaders),
    // `createHttpServer` handles client errors.
    clientErrorHandler: () => undefined,
    // `registerRequestChecks` rejects requests during shutdown.
    return503OnClosing: false,
    loggerInstance: options.log,
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustedProxies ?? false,
    genReqId: () => randomUUID(),
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
  });
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorate('callers', createCallerLookup(options));
  app.decorate('links', createSignedLinks(secret));
  requireDeclarations(app);
  registerErrorHandler(app);
  registerRequestChecks(app);
  registerResponseCache(app, responseCache, options.changesReceived);
  registerSecurityHeaders(app, securityHeaders);
  await registerLoadShedding(app, options.maxEventLoopDelay);
  const metrics = registerMetrics(app, database.pool, {
    token: options.metricsToken,
    openToThisMachine: config.demo,
  });
  registerOutboxMetrics(metrics, database.db);
  registerPaymentMetrics(metrics, { db: database.db, stripe });
  registerRateLimits(app, options.rateLimits ? createRateLimits(database.pool) : noRateLimits);
  cleanRateLimits(app, database.pool);
  registerStreams(app);
  await registerCompression(app);
  await registerOpenApi(app, options.version);
  registerIdentityProvider(app, identity);
  const files = {
    db: database.db,
    storage: await createStorage(options),
    uploads: createUploadStore(uploadsFolder(options.dataDir)),
    findMark: () => findShopMark(database.db),
  };
  registerPictures(app, files.storage);
  cleanFilesRegularly(app, files);
  /** The address that receives the messages of the contact form. Undefined without a mail server. */
  const findContact = async () =>
    options.sendEmail && ((await findContactEmail(database.db)) ?? options.contactEmail);
  await app.register(
    async (api) => {
      // Responses are private to the caller unless a route declares otherwise.
      api.addHook('onRequest', async (_request, reply) => {
        reply.header('cache-control', 'no-store');
      });
      registerTokenRoute(api, createAccessTokens(secret));
      registerUserRoutes(api, { db: database.db, sendEmail: options.sendEmail });
      registerTeacherRequestRoutes(api, database.db);
      registerClassRoutes(api, database.db);
      registerClassChangeRoutes(api, database.db);
      registerAssignmentRoutes(api, files);
      registerPaymentRoutes(api, { db: database.db, stripe });
      registerDocumentRoutes(api, { db: database.db, stripe });
      registerRefundRoutes(api, { db: database.db, stripe });
      registerAttentionRoutes(api, { db: database.db, stripe });
      registerRevenueRoutes(api, { db: database.db, stripe });
      registerStripeWebhook(api, {
        db: database.db,
        stripe,
        webhookSecret,
        signatures: options.webhookSignatures,
      });
      registerEnrollmentRoutes(api, database.db);
      registerWaitingListRoutes(api, database.db);
      registerCertificateRoutes(api, { db: database.db, baseUrl: options.baseUrl });
      registerCurriculumRoutes(api, database.db);
      registerStudentRoutes(api, database.db);
      registerLessonRoutes(api, database.db);
      registerQuestionRoutes(api, database.db);
      registerPostModerationRoutes(api, database.db);
      registerNoteRoutes(api, database.db);
      registerFeedbackRoutes(api, database.db);
      registerModerationRoutes(api, database.db);
      registerReportRoutes(api, database.db);
      registerFileRoutes(api, files, { quotas: options.quotas, limits: config.uploadLimits });
      registerPrivateFiles(api, { ...files, readers: [mayReadLessonFile, mayReadSubmissionFile] });
      registerAccountRoutes(api, {
        db: database.db,
        storage: files.storage,
        baseUrl: options.baseUrl,
        sendEmail: options.sendEmail,
        onDeletion: (removed) => removeFilesInBackground(files, app.log, removed),
      });
      registerNotificationRoutes(api, database.db);
      registerNotificationStream(api, options.hub);
      registerPreferencesRoutes(api, { db: database.db, key: options.preferencesKey });
      registerUndeliveredRoutes(api, database.db);
      registerContactRoutes(api, { db: database.db, findContactEmail: findContact });
      registerAuditRoutes(api, database.db);
      registerConfigRoutes(api, config, findContact);
      registerSetupRoutes(api, {
        db: database.db,
        baseUrl: options.baseUrl,
        secret,
        sendTest: options.sendTestEmail,
        testCardProvider: options.testCardProvider,
        isCurrencyInUse: (trx) => isCurrencyInUse(trx, stripe),
      });
      registerSiteSettingsRoutes(api, {
        db: database.db,
        isCurrencyInUse: (trx) => isCurrencyInUse(trx, stripe),
      });
      registerInvitationRoutes(api, {
        db: database.db,
        secret,
        baseUrl: options.baseUrl,
        sendsEmail: config.sendsEmail,
      });
      registerSitePageRoutes(api, database.db);
      registerBlogPostRoutes(api, database.db);
      registerSiteHealthRoutes(api, {
        secret,
        webhookSignatures: options.webhookSignatures,
        checkSite: options.checkSite,
        sendTest: options.sendTestEmail,
        testCardProvider: options.testCardProvider,
      });
      registerHealth(api, {
        pool: database.pool,
        dataFolder: options.dataFolder,
        isStopping: options.isStopping,
      });
    },
    { prefix: API_BASE },
  );
  await registerApiDocs(app);
  await registerSitemap(app, {
    db: database.db,
    baseUrl: options.baseUrl,
    listsClasses: config.classPages === 'public',
  });
  const readBrand = async () => (await options.siteInfo.read()).brand;
  await registerManifest(app, readBrand);
  await registerSharePicture(app, readBrand);
  await registerPages(app, {
    siteInfo: options.siteInfo,
    baseUrl: options.baseUrl,
    usesStripe: config.stripeScript === undefined,
    classPages: config.classPages,
    metrics,
  });
  return app;
};
