import type { FastifyInstance } from 'fastify';
import { type HealthFinding, readSiteHealth } from '#contract/site-health.ts';
import { admin } from '../http/access.ts';
import { route } from '../http/route.ts';
import { registerSelfReport } from './self-report.ts';

interface Options {
  secret: string;
  checkSite: () => Promise<HealthFinding[]>;
}

/** The state of the site for admins, and what a running server says of itself to `npm run doctor`. */
export const registerSiteHealthRoutes = (app: FastifyInstance, { secret, checkSite }: Options): void => {
  let running: Promise<HealthFinding[]> | undefined;

  /** Several admins at once share one run. */
  const share = (): Promise<HealthFinding[]> => {
    running ??= checkSite().finally(() => {
      running = undefined;
    });
    return running;
  };

  route(app, readSiteHealth, admin, async () => ({
    findings: await share(),
    checkedAt: new Date().toISOString(),
  }));

  registerSelfReport(app, secret);
};
