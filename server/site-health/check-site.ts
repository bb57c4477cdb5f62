import { API_BASE } from '#contract/call.ts';
import type { HealthCheck, HealthFinding } from '#contract/site-health.ts';
import { localUrl } from '../addresses.ts';
import type { DatabaseConnection } from '../database/client.ts';
import type { Environment } from '../settings/environment.ts';
import { explainFailure } from '../explain-failure.ts';
import { EVENT_TYPES } from '../modules/payments/events/event-row.ts';
import { readShopMark } from '../modules/payments/shop.repository.ts';
import { WEBHOOK_PATH } from '../modules/payments/events/stripe-webhook.routes.ts';
import { mergeSignatures } from '../modules/payments/events/webhook-signatures.ts';
import { findContactEmail } from '../modules/site-settings/site-settings.repository.ts';
import { createStripe, isLive } from '../stripe/client.ts';
import { checkAddress } from './checks/address.ts';
import { checkBackups } from './checks/backups.ts';
import { checkCardProvider } from './checks/card-provider.ts';
import { checkClock } from './checks/clock.ts';
import { checkContactForm } from './checks/contact-form.ts';
import { checkDatabase, isMigrated, keepsSessions } from './checks/database.ts';
import { checkDisk } from './checks/disk.ts';
import { checkEmail } from './checks/email.ts';
import { checkFiles } from './checks/files.ts';
import { checkOutbox } from './checks/outbox.ts';
import { checkPayments } from './checks/payments.ts';
import { checkRuntime } from './checks/runtime.ts';
import { checkSampleAccounts } from './checks/sample-accounts.ts';
import { checkSecret } from './checks/secret.ts';
import { checkTestPayments } from './checks/test-payments.ts';
import { checkWebhook } from './checks/webhook.ts';
import { type Outcome, problem } from './outcome.ts';
import { askForSelfReport } from './self-report.ts';

/** The number of requests to the public address. Behind a load balancer, they reach several servers. */
const REQUESTS = 8;

export interface CheckedSite {
  environment: Environment;
  secret: string;
  /** The port that the server listens on. */
  port: number;
  database: DatabaseConnection;
}

/** A check without an outcome is left out. */
type Checks = Partial<Record<HealthCheck, Promise<Outcome | undefined>>>;

/** A check that throws is a finding as well. */
const toFindings = async ([check, pending]: [string, Promise<Outcome | undefined>]): Promise<
  HealthFinding[]
> => {
  const outcome = await pending.catch((error: unknown) =>
    problem(explainFailure(error).split('\n')[0]!, 'See the log of the server for details.'),
  );
  return outcome ? [{ check: check as HealthCheck, ...outcome }] : [];
};

/** Checks everything that the site needs, all at once. It takes up to half a minute and never throws. */
export const checkSite = async (site: CheckedSite): Promise<HealthFinding[]> => {
  const { environment, secret, port, database } = site;
  const { dataDir, databaseUrl, demo } = environment;
  const { db, pool } = database;
  const ownUrl = localUrl(environment.host, port);
  const addresses = { ownUrl, baseUrl: environment.baseUrl ?? ownUrl };
  const stripe = environment.stripe && createStripe(environment.stripe, 'background');
  const live = stripe !== undefined && isLive(stripe);
  const provider = checkCardProvider(stripe);
  const own = askForSelfReport(ownUrl, secret);
  const responses = Promise.all(
    Array.from({ length: REQUESTS }, () => askForSelfReport(addresses.baseUrl, secret)),
  );
  const sessions = keepsSessions(databaseUrl, pool);
  /** Without sessions, the prepared statements of other clients may be in the way of any query. */
  const usable = Promise.all([isMigrated(pool), sessions.catch(() => false)]).then((all) =>
    all.every(Boolean),
  );
  /** If the database cannot be used, the finding about it is enough. */
  const withDatabase = async (check: () => Promise<Outcome>) => ((await usable) ? check() : undefined);
  const checkEvents = async () => {
    const servers = [await own, ...(await responses)];
    const { outcome } = await checkWebhook({
      stripe,
      url: `${addresses.baseUrl}${API_BASE}${WEBHOOK_PATH}`,
      needed: EVENT_TYPES,
      // Each event reaches one of the servers.
      signatures: mergeSignatures(
        servers.flatMap((response) => (response.kind === 'this site' ? response.report.signatures : [])),
      ),
    });
    return outcome;
  };
  const checkConfiguredEmail = async () => {
    // Without the database, which has its own finding, the address in the settings is used.
    const contactEmail = (await usable) ? await findContactEmail(db).catch(() => undefined) : undefined;
    return checkEmail(environment, contactEmail ?? environment.contactEmail);
  };
  const checks: Checks = {
    'Node.js': Promise.resolve(checkRuntime()),
    Database: checkDatabase(pool, sessions),
    Secret: withDatabase(() => checkSecret(db, secret)),
    Disk: withDatabase(() => checkDisk(dataDir, pool, databaseUrl === undefined)),
    Files: usable.then(async (isReady) =>
      checkFiles(environment, isReady ? await readShopMark(db) : undefined),
    ),
    Email: checkConfiguredEmail(),
    'Contact form': withDatabase(() => checkContactForm(db, environment)),
    Outbox: withDatabase(() => checkOutbox(db, demo || environment.smtpUrl !== undefined)),
    'Card provider': provider.then(({ outcome }) => outcome),
    Webhook: checkEvents(),
    Payments: withDatabase(() => checkPayments(db, live)),
    'Test payments': withDatabase(() => checkTestPayments(db, live)),
    Clock: provider.then(({ time }) => checkClock(pool, time)),
    Address: Promise.all([responses, own]).then(([all, ofOwn]) => checkAddress(addresses, all, ofOwn)),
    'Sample accounts': withDatabase(() =>
      checkSampleAccounts(db, demo, databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'),
    ),
    Backups: usable.then((isReady) => checkBackups(environment, isReady ? db : undefined)),
  };
  return (await Promise.all(Object.entries(checks).map(toFindings))).flat();
};
