import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { freePort } from '#server/free-port.ts';
import { BuiltServer } from '#tests/support/built-server.ts';
import { requestOnce, comparePaired, type Load, middle, uncachedPages } from './support/load.ts';
import { end } from './support/processes.ts';
import { round, type Section } from './support/report.ts';

/** A proxy that sends requests to each server in turn. */
const PROXY = 'caddy';
const NEW_PAGES = 500;
const ROUNDS = 3;

/** A server's URL without a DNS lookup. */
const addressOf = ({ url }: BuiltServer): string => url.replace('localhost', '127.0.0.1');

const configOf = (port: number, servers: BuiltServer[]): string => `{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  bind 127.0.0.1
  reverse_proxy ${servers.map(addressOf).join(' ')} {
    lb_policy round_robin
  }
}`;

const startProxy = async (servers: BuiltServer[], folder: string) => {
  const port = await freePort();
  const child = spawn(PROXY, ['run', '--config', '-', '--adapter', 'caddyfile'], {
    env: { ...process.env, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end(configOf(port, servers));
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${url}/api/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`${PROXY} did not start`);
    await sleep(50);
  }
  return { process: child, url };
};

/** Measures uncached pages on each of the servers, in turn. */
const measureUncached = async (urls: string[]): Promise<Load[]> => {
  const rounds: Load[][] = urls.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, url] of urls.entries()) {
      rounds[index]!.push(await requestOnce(url, uncachedPages(NEW_PAGES, `${index}-${round}-`)));
    }
  }
  return rounds.map(middle);
};

const line = (name: string, loads: Load[]): string[] => [
  name,
  ...loads.map(({ perSecond, p99 }) => `${round(perSecond)} (${round(p99, 1)})`),
  round(loads[2]!.perSecond / loads[1]!.perSecond, 2),
];

/** Compares two servers on one database behind a proxy with one. */
export const measureServers = async (): Promise<Section> => {
  if (spawnSync(PROXY, ['version']).error) throw new Error(`This needs ${PROXY} (Debian's package ${PROXY})`);
  const folder = await mkdtemp(join(tmpdir(), 'classharbor-bench-'));
  const postgres = await startEmbeddedPostgres(folder);
  const proxyFolder = await mkdtemp(join(tmpdir(), 'classharbor-proxy-'));
  const variables = {
    DATABASE_URL: postgres.url,
    DEMO: 'on',
    CLASS_PAGES: 'public',
    SECRET: 'a secret for both servers of a bench',
  };
  const start = async () => new BuiltServer(await freePort(), variables).ready();
  const servers = [await start(), await start()];
  const direct = addressOf(servers[0]!);
  const one = await startProxy(servers.slice(0, 1), proxyFolder);
  const two = await startProxy(servers, proxyFolder);
  const [offer] = (await (await fetch(`${direct}/api/classes?limit=1`)).json()) as { _id: string }[];
  const path = `/classDetail/${offer!._id}`;
  const withoutProxy = await comparePaired({ url: `${direct}${path}` }, { url: `${one.url}${path}` });
  const behindProxy = await comparePaired({ url: `${two.url}${path}` }, { url: `${one.url}${path}` });
  const rendered = await measureUncached([direct, one.url, two.url]);
  for (const { process: child } of [one, two]) await end(child);
  for (const server of servers) await server.stop();
  await postgres.stop();
  for (const path of [folder, proxyFolder]) await rm(path, { recursive: true, force: true });
  return {
    title: 'Two servers behind a proxy',
    note: `Requests per second, with p99 in milliseconds in parentheses: a cached page over 16 connections, and pages of uncached searches, 4 at a time. The proxy is Caddy with round-robin. Servers, proxy, PostgreSQL and load generator share this machine's processors.`,
    columns: [
      'page',
      'one server, direct',
      'one behind the proxy',
      'two behind the proxy',
      'ratio, two to one',
    ],
    rows: [
      line('Class', [withoutProxy.ours, behindProxy.baseline, behindProxy.ours]),
      line('Pages of uncached searches', rendered),
    ],
  };
};
