import type { Logger } from 'pino';
import { localUrl } from './addresses.ts';
import { createApp } from './app.ts';
import type { DatabaseConnection } from './database/client.ts';
import { SAMPLE_ACCOUNTS } from './demo-data/sample-accounts.ts';
import type { Environment } from './settings/environment.ts';
import type { ResponseCache } from './http/response-cache/response-cache.ts';
import { createIdentityProvider } from './identity/better-auth.ts';
import type { NotificationHub } from './modules/notifications/notification-hub.ts';
import type { WebhookSignatures } from './modules/payments/events/webhook-signatures.ts';
import { createRegistrationCheck } from './modules/invitations/create-registration-check.ts';
import type { SiteInfoCache } from './modules/site-pages/site-info-cache.ts';
import { openEmail } from './open-email.ts';
import { isLoopback } from './settings/setting-values.ts';
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

interface Context {
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

/**
 * Creates the HTTP server that the settings require, without listening: with the card provider or its sandbox, the
 * providers of sign-in, and email.
 */
export const createConfiguredApp = async (environment: Environment, context: Context) => {
  const { database, log, secret, port } = context;
  const { demo, google } = environment;
  const ownUrl = localUrl(environment.host, port);
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
