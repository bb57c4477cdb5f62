import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/site-health.ts';
import { admin } from '../http/access.ts';
import { route } from '../http/route.ts';
import { registerSelfReport } from './self-report.ts';
import type { SendTestEmail } from './send-test-email.ts';
import type { TestCardProvider } from './test-card-provider.ts';

interface Options {
  secret: string;
  checkSite: () => Promise<calls.HealthFinding[]>;
  sendTest: SendTestEmail;
  testCardProvider: TestCardProvider;
}

/** The state of the site for admins, and what a running server says of itself to `npm run doctor`. */
export const registerSiteHealthRoutes = (
  app: FastifyInstance,
  { secret, checkSite, sendTest, testCardProvider }: Options,
): void => {
  let running: Promise<calls.HealthFinding[]> | undefined;

  /** Several admins at once share one run. */
  const share = (): Promise<calls.HealthFinding[]> => {
    running ??= checkSite().finally(() => {
      running = undefined;
    });
    return running;
  };

  route(app, calls.readSiteHealth, admin, async () => ({
    findings: await share(),
    checkedAt: new Date().toISOString(),
  }));

  route(app, calls.testCardProvider, admin, () => testCardProvider());

  route(app, calls.sendTestEmail, admin, async ({ caller }) => ({
    to: caller.email,
    failure: await sendTest(caller.email),
  }));

  registerSelfReport(app, secret);
};
