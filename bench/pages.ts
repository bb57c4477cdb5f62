import { rm } from 'node:fs/promises';
import { freePort } from '#server/free-port.ts';
import { BuiltServer, createDataDir } from '#tests/support/built-server.ts';
import { requestInRounds, comparePaired, type Load, uncachedPages } from './support/load.ts';
import { end, memoryOf, runNode, startBare } from './support/processes.ts';
import { round, say, type Section } from './support/report.ts';

const SIZES = [100, 10_000, 100_000];
/** Words that occur in the generated classes. */
const WORDS = ['typography', 'animation', 'analytics', 'testing', 'branding', 'databases', 'podcasts'];
const SEARCHES = 300;

/** The URLs to measure, by name. */
const addresses = (id: string): Record<string, string> => ({
  Home: '/',
  List: '/allClasses',
  'List, page 20, by price': '/allClasses?sort=price&page=20',
  Class: `/classDetail/${id}`,
  Search: '/allClasses?q=typography',
  'GET /api/classes?limit=20': '/api/classes?limit=20',
});

/** Searches that are not cached: a word, a minimum price, and in some a number. */
const uncachedSearches = (size: number, round: number): string[] =>
  Array.from({ length: SEARCHES }, (_, number) => {
    const index = round * SEARCHES + number;
    const q = `${WORDS[index % WORDS.length]!} ${index % 3 === 0 ? (index * 37) % size : ''}`.trim();
    return `/api/classes?status=approve&page=1&limit=24&q=${encodeURIComponent(q)}&minPrice=${index / 100}`;
  });

export interface AtSize {
  size: number;
  /** By name of the URL. */
  loads: Record<string, { ours: Load; baseline: Load }>;
  searches: Load;
  pages: Load;
  memory: { idle: number; loaded: number; baseline: number };
}

const measureAt = async (size: number): Promise<AtSize> => {
  const dataDir = await createDataDir();
  await runNode(
    ['dist/server/seed.js', '--classes', String(size), '--users', '1000', '--enrollments', String(size / 10)],
    {
      DATA_DIR: dataDir,
    },
  );
  const server = await new BuiltServer(await freePort(), {
    DATA_DIR: dataDir,
    CLASS_PAGES: 'public',
  }).ready();
  const idle = await memoryOf(server.process);
  const [offer] = (await (await fetch(`${server.url}/api/classes?limit=1`)).json()) as { _id: string }[];
  const paths = addresses(offer!._id);
  const ours = server.url.replace('localhost', '127.0.0.1');
  const bare = await startBare('bench/support/bare-server.ts', server.url, ...Object.values(paths));
  const loads: AtSize['loads'] = {};
  for (const [index, [name, path]] of Object.entries(paths).entries()) {
    loads[name] = await comparePaired({ url: `${ours}${path}` }, { url: `${bare.url}/${index}` });
    say(`${size} classes, ${name}: ${round(loads[name].ours.perSecond)} per second`);
  }
  await (await fetch(`${server.url}/api/classes`)).arrayBuffer();
  const searches = await requestInRounds(ours, (round) => uncachedSearches(size, round));
  const pages = await requestInRounds(ours, (round) => uncachedPages(SEARCHES, `${round}-`));
  const memory = { idle, loaded: await memoryOf(server.process), baseline: await memoryOf(bare.process) };
  await end(bare.process);
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
  return { size, loads, searches, pages, memory };
};

export const measurePages = async (): Promise<AtSize[]> => {
  const measured: AtSize[] = [];
  for (const size of SIZES) measured.push(await measureAt(size));
  return measured;
};

/** Compares pages with a bare server, at the smallest size. */
export const againstBareServer = ([smallest]: AtSize[]): Section => ({
  title: 'Pages against a bare server',
  note: `Requests per second of an anonymous visitor with Brotli over 16 connections, compared with a bare Fastify server that returns the same bytes; ${smallest!.size} classes.`,
  columns: ['page', 'requests per second', 'p99, ms', 'bare server', 'ratio'],
  rows: Object.entries(smallest!.loads).map(([name, { ours, baseline }]) => [
    name,
    round(ours.perSecond),
    round(ours.p99, 1),
    round(baseline.perSecond),
    round(ours.perSecond / baseline.perSecond, 2),
  ]),
});

/** Compares the same pages as the catalog grows. */
export const bySize = (measured: AtSize[]): Section => {
  const first = measured[0]!;
  const last = measured.at(-1)!;
  const growthOf = (p99: (at: AtSize) => number): string => round(p99(last) / p99(first), 2);
  const figures = (read: (at: AtSize) => Load): string[] => [
    ...measured.map((at) => `${round(read(at).perSecond)} (${round(read(at).p99, 1)})`),
    growthOf((at) => read(at).p99),
  ];
  return {
    title: 'As the catalog grows',
    note: 'Requests per second, with p99 in milliseconds in parentheses. The last column relates each p99 to that of the bare server, which returns the same bytes, because a search in a larger catalog returns a longer page. The last two rows are uncached searches through the API, and pages rendered for uncached searches, 4 at a time.',
    columns: [
      'URL',
      ...SIZES.map((size) => `${round(size)} classes`),
      'p99, last to first',
      'relative to the bare server',
    ],
    rows: [
      ...Object.keys(first.loads).map((name) => [
        name,
        ...figures(({ loads }) => loads[name]!.ours),
        growthOf(({ loads }) => loads[name]!.ours.p99 / loads[name]!.baseline.p99),
      ]),
      ['Uncached searches', ...figures(({ searches }) => searches), ''],
      ['Pages of uncached searches', ...figures(({ pages }) => pages), ''],
    ],
  };
};

/** Measures the memory of the process. */
export const memory = (measured: AtSize[]): Section => ({
  title: 'Memory',
  note: 'Resident memory of the server process in megabytes: after the start, and after all of the load above and a response with the whole catalog; compared with the bare server after its load.',
  columns: ['classes', 'idle', 'after load', 'bare server', 'ratio'],
  rows: measured.map(({ size, memory: { idle, loaded, baseline } }) => [
    round(size),
    round(idle),
    round(loaded),
    round(baseline),
    round(loaded / baseline, 2),
  ]),
});
