import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { freePort } from '#server/free-port.ts';
import { BuiltServer } from '#tests/support/built-server.ts';
import { type Proxy, startCaddy, startNginx } from './support/proxies.ts';
import type { Section } from './support/report.ts';

/** Seconds. */
const DRAIN = 5;
/** The numbers of visitors who read and who register, too few for a server to refuse work. */
const READERS = 8;
const WRITERS = 2;
/** Milliseconds. */
const READ_PAUSE = 100;
const WRITE_PAUSE = 500;
const SETTLE = 3_000;
const PATHS = ['/', '/allClasses', '/api/classes?limit=5', '/api/config'];

/** An overloaded server refuses requests, whether or not another one is restarted. */
const BUSY = 'too busy';

interface Outcome {
  answered: number;
  busy: number;
  failures: string[];
  registered: string[];
}

/**
 * Makes a request on a new connection, as a new visitor does: a client may always lose an idle connection.
 * @returns the status, or the reason why there is none
 */
const ask = (url: string, options: RequestOptions, body?: string): Promise<number | string> =>
  new Promise((resolve) => {
    const asked = request(url, { ...options, agent: false }, (response) => {
      response.on('error', (error) => resolve(error.message));
      response.on('end', () => {
        const { statusCode, headers } = response;
        resolve(statusCode === 503 && headers['retry-after'] ? BUSY : statusCode!);
      });
      response.resume();
    });
    asked.on('error', (error) => resolve(error.message));
    asked.end(body);
  });

/** Makes requests until it is stopped, and records the failed ones. */
const load = (url: string) => {
  const outcome: Outcome = { answered: 0, busy: 0, failures: [], registered: [] };
  let isOver = false;
  const send = async (path: string, options: RequestOptions = {}, body?: string): Promise<boolean> => {
    const status = await ask(`${url}${path}`, options, body);
    const isAnswered = typeof status === 'number' && status < 300;
    outcome.answered += 1;
    if (status === BUSY) outcome.busy += 1;
    else if (!isAnswered) outcome.failures.push(`${options.method ?? 'GET'} ${path}: ${status}`);
    return isAnswered;
  };
  const read = async (first: number) => {
    for (let turn = first; !isOver; turn += 1) {
      await send(PATHS[turn % PATHS.length]!);
      await sleep(READ_PAUSE);
    }
  };
  const write = async () => {
    while (!isOver) {
      const email = `${randomUUID()}@example.test`;
      const body = JSON.stringify({ email, name: 'A Visitor', password: 'a good password' });
      const headers = { 'content-type': 'application/json', origin: url };
      if (await send('/api/auth/sign-up/email', { method: 'POST', headers }, body))
        outcome.registered.push(email);
      await sleep(WRITE_PAUSE);
    }
  };
  const workers = [
    ...Array.from({ length: READERS }, (_, index) => read(index)),
    ...Array.from({ length: WRITERS }, write),
  ];
  return async (): Promise<Outcome> => {
    isOver = true;
    await Promise.all(workers);
    return outcome;
  };
};

/** The number of users whose registration was confirmed but not stored. */
const countLost = async (databaseUrl: string, registered: string[]): Promise<number> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ found: number }>(
    'select count(*)::int as found from identity."user" where email = any($1)',
    [registered],
  );
  await client.end();
  return registered.length - rows[0]!.found;
};

type StartProxy = (port: number, servers: number[], folder: string) => Promise<Proxy>;

/** Restarts two servers behind a proxy, one after the other, under load. */
const restartBehind = async (name: string, startProxy: StartProxy): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'classharbor-bench-'));
  const cleanUps: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const postgres = await startEmbeddedPostgres(join(folder, 'data'));
    cleanUps.push(postgres.stop);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const variables = {
      DATABASE_URL: postgres.url,
      DEMO: 'on',
      SECRET: 'a secret for both servers of a bench',
      BASE_URL: url,
      DRAIN_SECONDS: String(DRAIN),
      TRUSTED_PROXIES: '127.0.0.1,::1',
      HOST: '127.0.0.1',
    };
    const start = async (at: number) => {
      const server = new BuiltServer(at, variables);
      cleanUps.push(() => server.stop('SIGKILL'));
      return server.ready();
    };
    const ports = [await freePort(), await freePort()];
    const servers = [await start(ports[0]!), await start(ports[1]!)];
    const proxy = await startProxy(port, ports, folder);
    cleanUps.push(proxy.stop);
    await sleep(SETTLE);
    const stopLoad = load(url);
    await sleep(SETTLE);
    for (const [index, at] of ports.entries()) {
      await proxy.takeOut(at);
      await servers[index]!.stop();
      await start(at);
      await proxy.putBack(at);
      await sleep(SETTLE);
    }
    const { answered, busy, failures, registered } = await stopLoad();
    const lost = await countLost(postgres.url, registered);
    for (const failure of new Set(failures)) process.stderr.write(`${name}: ${failure}\n`);
    return [name, answered, registered.length, busy, failures.length, lost].map(String);
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
};

export const measureRolling = async (): Promise<Section> => ({
  title: 'Two servers restarted one after the other',
  note: `Restarts behind the proxies of deploy/, by their documented procedures, while ${READERS} visitors read pages and ${WRITERS} register users; DRAIN_SECONDS=${DRAIN}. A failure is a response other than 2xx, or none; requests that an overloaded server refuses with Retry-After are counted separately. Lost are users whose registration was confirmed but not stored.`,
  columns: ['proxy', 'requests', 'POST requests', 'refused under load', 'failures', 'lost'],
  rows: [await restartBehind('Caddy', startCaddy), await restartBehind('nginx', startNginx)],
});
