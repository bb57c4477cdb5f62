import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { API_BASE } from '#contract/call.ts';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { registerCompression } from './http/compression.ts';
import { handleError, registerErrorHandler } from './http/error-handler.ts';
import { createStorage, type StorageSettings } from './files/create-storage.ts';
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
import { createSignedLinks } from './http/signed-links.ts';
import { registerStreams } from './http/streams.ts';
import { createAccessTokens } from './identity/access-token.ts';
import type { IdentityProvider } from './identity/better-auth.ts';
import { registerIdentityProvider } from './identity/identity.routes.ts';
import { cleanFilesRegularly } from './modules/files/clean-files.ts';
import { registerPictures } from './modules/files/pictures.routes.ts';
import { createUploadStore, uploadsFolder } from './modules/files/upload-store.ts';
import { registerOutboxMetrics } from './modules/notifications/outbox-metrics.ts';
import { registerPaymentMetrics } from './modules/payments/payment-metrics.ts';
import { findShopMark } from './modules/payments/shop.repository.ts';
import type { SiteInfoCache } from './modules/site-pages/site-info-cache.ts';
import { registerManifest } from './modules/site-settings/manifest.routes.ts';
import { registerSharePicture } from './modules/site-settings/share-picture.routes.ts';
import { registerSitemap } from './modules/sitemap/sitemap.routes.ts';
import { createCallerLookup } from './modules/users/caller-lookup.ts';
import { type ApiOptions, registerApi } from './api.ts';

const BODY_LIMIT = 64 * 1024;
/** The length of an email address with every character percent-encoded. */
const MAX_PARAM_LENGTH = 3 * TEXT_LIMITS.email;

export interface AppOptions extends ApiOptions, StorageSettings {
  identity: IdentityProvider;
  siteInfo: SiteInfoCache;
  version: string;
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
}

/** Creates the HTTP server without listening. `configured-app.ts` adds the sandboxes to it. */
export const createApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const { database, stripe, identity, secret, config, responseCache } = options;
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
  const tokens = createAccessTokens(secret);
  const links = createSignedLinks(secret);
  app.decorate('links', links);
  app.decorate(
    'callers',
    createCallerLookup({
      db: database.db,
      identity,
      tokens,
      links,
      adminsNeedSecondFactor: config.adminsNeedSecondFactor,
    }),
  );
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
  const { authCookies } = await identity.$context;
  await registerOpenApi(app, {
    version: options.version,
    sessionCookie: authCookies.sessionToken.name,
  });
  registerIdentityProvider(app, identity);
  const files = {
    db: database.db,
    storage: await createStorage(options),
    uploads: createUploadStore(uploadsFolder(options.dataDir)),
    findMark: () => findShopMark(database.db),
  };
  registerPictures(app, files.storage);
  cleanFilesRegularly(app, files);
  await app.register(async (api) => registerApi(api, options, { files, tokens }), { prefix: API_BASE });
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
