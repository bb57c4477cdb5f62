import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/site-health.ts';
import { admin } from '../http/access.ts';
import { route } from '../http/route.ts';
import type { WebhookSignatures } from '../modules/payments/events/webhook-signatures.ts';
import { registerSelfReport } from './self-report.ts';
import type { SendTestEmail } from './send-test-email.ts';
import type { TestCardProvider } from './test-card-provider.ts';

interface Options {
  secret: string;
  webhookSignatures: WebhookSignatures;
  checkSite: () => Promise<calls.HealthFinding[]>;
  sendTest: SendTestEmail;
  testCardProvider: TestCardProvider;
}

/** Registers the calls with the state of the site for admins, and the self report for `npm run doctor`. */
export const registerSiteHealthRoutes = (
  app: FastifyInstance,
  { secret, webhookSignatures, checkSite, sendTest, testCardProvider }: Options,
): void => {
  let running: Promise<calls.HealthFinding[]> | undefined;

  /** Concurrent requests share one run. */
  const share = (): Promise<calls.HealthFinding[]> => {
    running ??= checkSite().finally(() => {
      running = undefined;
    });
    return running;
  };

  route(app, calls.getSiteHealth, admin, async () => ({
    findings: await share(),
    checkedAt: new Date().toISOString(),
  }));

  route(app, calls.testCardProvider, admin, () => testCardProvider());

  route(app, calls.sendTestEmail, admin, async ({ caller }) => ({
    to: caller.email,
    failure: await sendTest(caller.email),
  }));

  registerSelfReport(app, { secret, signatures: webhookSignatures });
};
