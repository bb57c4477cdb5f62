import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { freePort } from '#server/free-port.ts';
import { BuiltServer } from '#tests/support/built-server.ts';
import { waitUntil } from '#tests/support/poll.ts';
import { attachTestApp, type TestApp } from '#tests/support/test-app.ts';
import { say } from './report.ts';

/** The time between two faults, and the downtime of the database, in milliseconds. */
export const FAULT_INTERVAL = 20_000;
const DATABASE_PAUSE = 2_000;
const RECOVERS_WITHIN = 60_000;

/** A built server and its database in separate processes, so that either can be killed. */
export class SoakShop {
  readonly app: TestApp;
  readonly pool: Pool;
  /** Milliseconds from each fault until the server is ready again. */
  readonly recoveries: Record<string, number[]> = { 'server killed': [], 'database restarted': [] };
  private readonly folder: string;
  private readonly settings: Record<string, string>;
  private readonly port: number;
  private readonly variables: Record<string, string>;
  private postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
  private server: BuiltServer;

  private constructor(
    where: { folder: string; settings: Record<string, string>; port: number },
    variables: Record<string, string>,
    postgres: SoakShop['postgres'],
    server: BuiltServer,
  ) {
    ({ folder: this.folder, settings: this.settings, port: this.port } = where);
    this.variables = variables;
    this.postgres = postgres;
    this.server = server;
    this.pool = new Pool({ connectionString: postgres.url });
    this.pool.on('error', () => undefined);
    this.app = attachTestApp(server as unknown as Parameters<typeof attachTestApp>[0], {
      pool: this.pool,
      databaseUrl: postgres.url,
    });
  }

  /** @param settings the server's settings in addition to those of its database */
  static async start(settings: Record<string, string>): Promise<SoakShop> {
    const folder = await mkdtemp(join(tmpdir(), 'classharbor-soak-'));
    const fixed = { port: String(await freePort()) };
    const postgres = await startEmbeddedPostgres(folder, { settings: fixed });
    const port = await freePort();
    const variables = { ...settings, DATABASE_URL: postgres.url, DEMO: 'on', LOG_LEVEL: 'error' };
    const server = await new BuiltServer(port, {
      ...variables,
      RATE_LIMITS: 'off',
      MAX_EVENT_LOOP_DELAY: '300',
    }).ready();
    return new SoakShop({ folder, settings: fixed, port }, variables, postgres, server);
  }

  get url(): string {
    return this.server.url;
  }

  get databaseUrl(): string {
    return this.postgres.url;
  }

  /** Kills the server and restarts the database in turns until the end (milliseconds since 1970). */
  async disturb(end: number): Promise<void> {
    for (let turn = 0; Date.now() + FAULT_INTERVAL < end; turn += 1) {
      await sleep(FAULT_INTERVAL);
      await (turn % 2 ? this.restartDatabase() : this.killServer());
    }
  }

  async stop(): Promise<void> {
    await this.pool.end();
    await this.server.stop();
    await this.postgres.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async killServer(): Promise<void> {
    const since = Date.now();
    await this.server.stop('SIGKILL');
    this.server = await new BuiltServer(this.port, {
      ...this.variables,
      RATE_LIMITS: 'off',
      MAX_EVENT_LOOP_DELAY: '300',
    }).ready();
    await this.measure('server killed', since);
  }

  private async restartDatabase(): Promise<void> {
    await this.postgres.stop();
    await sleep(DATABASE_PAUSE);
    const since = Date.now();
    this.postgres = await startEmbeddedPostgres(this.folder, { settings: this.settings });
    await this.measure('database restarted', since);
  }

  private async measure(fault: string, since: number): Promise<void> {
    await waitUntil(`recovery: ${fault}`, () => this.isReady(), RECOVERS_WITHIN).catch((error: unknown) => {
      const { hasExited, output } = this.server;
      say(`The server ${hasExited ? 'has exited' : 'still runs'} and said:\n${output}`);
      throw error;
    });
    this.recoveries[fault]!.push(Date.now() - since);
  }

  private async isReady(): Promise<boolean> {
    const response = await fetch(`${this.url}/api/readyz`).catch(() => undefined);
    await response?.arrayBuffer();
    return response?.status === 200;
  }
}
