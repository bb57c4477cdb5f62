import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '#server/free-port.ts';
import { EVENT_TYPES } from '#server/modules/payments/events/event-row.ts';
import type { RunningServer } from '#server/server.ts';
import { emptyDatabase, migratedDatabase } from './empty-database.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { runCommand } from './run-command.ts';
import { StandIn } from './stand-in/stand-in.ts';
import { REAL_SITE, startTestServer, TEST_SECRET } from './start-test-server.ts';

/** The printed findings of a status, two lines each. */
const printedAt = (status: string, output: string): string[] => {
  const lines = output.split('\n');
  return lines.flatMap((line, index) =>
    line.startsWith(status) ? [`${line}\n${lines[index + 1]?.trim()}`] : [],
  );
};

/**
 * A real site without problems, whose settings and environment a test can break. Its provider is the stand-in, behind
 * a server that adds the clock and the webhook endpoint.
 */
export class DoctorSite {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly port: number;
  readonly variables: Record<string, string>;
  private readonly stop: () => Promise<void>;
  /** Milliseconds by which the provider's clock is behind. */
  providerLag = 0;
  /** The provider's webhook endpoint for this site, or for another address. */
  endpoint: { url?: string; status: string; enabled_events: readonly string[] } | undefined;
  /** The provider's events that a key of the given mode can read, beside those of the stand-in. All keys are of the test mode. */
  events: Record<string, 'test' | 'live'> = {};
  /** The provider's response if it no longer accepts the key. */
  refusal: { status: number; message: string } | undefined;

  private constructor(
    settings: Pick<DoctorSite, 'databaseUrl' | 'dataDir' | 'port' | 'variables'>,
    stop: () => Promise<void>,
  ) {
    this.databaseUrl = settings.databaseUrl;
    this.dataDir = settings.dataDir;
    this.port = settings.port;
    this.variables = settings.variables;
    this.stop = stop;
    this.reset();
  }

  static async start(): Promise<DoctorSite> {
    const standIn = await StandIn.start(await emptyDatabase(), TEST_SECRET);
    const provider = await startFaultProxy(standIn.url);
    const [databaseUrl, dataDir, port] = await Promise.all([
      migratedDatabase(),
      mkdtemp(join(tmpdir(), 'classharbor-doctor-')),
      freePort(),
    ]);
    const keys = standIn.variablesFor('shop');
    const variables = {
      ...REAL_SITE,
      ...keys,
      STRIPE_API_BASE: keys.STRIPE_API_BASE!.replace(standIn.url, provider.url),
      DATA_DIR: dataDir,
      PORT: String(port),
      BASE_URL: `http://localhost:${port}`,
      CONTACT_EMAIL: 'office@example.test',
    };
    const server: RunningServer = await startTestServer(databaseUrl, variables);
    const site = new DoctorSite({ databaseUrl, dataDir, port, variables }, async () => {
      await server.stop();
      await provider.close();
      await standIn.stop();
      await rm(dataDir, { recursive: true, force: true });
    });
    site.intercept(provider);
    return site;
  }

  private intercept(provider: FaultProxy): void {
    provider.intercept = async ({ path }, forward) => {
      const headers = { date: new Date(Date.now() - this.providerLag).toUTCString() };
      if (this.refusal) {
        const { status, message } = this.refusal;
        const error = { type: 'invalid_request_error', message };
        return { status, headers, body: JSON.stringify({ error }) };
      }
      const [, event = ''] = /\/v1\/events\/(\w+)/.exec(path) ?? [];
      if (this.events[event] === 'test')
        return { status: 200, headers, body: JSON.stringify({ object: 'event', id: event }) };
      if (event) {
        // The words of Stripe for an id of the other mode.
        const hint =
          '; a similar object exists in live mode, but a test mode key was used to make this request.';
        const message = `No such event: '${event}'${this.events[event] ? hint : ''}`;
        const error = { type: 'invalid_request_error', code: 'resource_missing', message };
        return { status: 404, headers, body: JSON.stringify({ error }) };
      }
      if (!path.includes('/v1/webhook_endpoints')) return { ...(await forward()), headers };
      const url = `${this.url}/api/webhooks/stripe`;
      const data = this.endpoint ? [{ object: 'webhook_endpoint', url, ...this.endpoint }] : [];
      return { status: 200, headers, body: JSON.stringify({ object: 'list', data, has_more: false }) };
    };
  }

  get url(): string {
    return this.variables.BASE_URL!;
  }

  /** Removes all problems at the provider. */
  reset(): void {
    this.providerLag = 0;
    this.refusal = undefined;
    this.events = {};
    this.endpoint = { status: 'enabled', enabled_events: EVENT_TYPES };
  }

  close(): Promise<void> {
    return this.stop();
  }

  /** Runs the doctor with the site's settings, some of them changed. */
  async diagnose(changed: Record<string, string> = {}, database = this.databaseUrl) {
    const { code, output } = await runCommand('doctor', [], database, { ...this.variables, ...changed });
    return { code, output, problems: printedAt('problem', output), warnings: printedAt('warning', output) };
  }

  /** Expects the doctor to report this problem and no other. */
  async expectOnly(finding: RegExp, changed?: Record<string, string>, database?: string): Promise<void> {
    const { code, problems, output } = await this.diagnose(changed, database);
    expect(problems, output).toEqual([expect.stringMatching(finding)]);
    expect(code).toBe(1);
  }
}
