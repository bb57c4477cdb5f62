import { startDemoServer } from '#tests/support/built-server.ts';
import { loadOnce, middle, type Load, requestOnce } from './support/load.ts';
import { memoryOf } from './support/processes.ts';
import { round, say, type Section } from './support/report.ts';

/** Distinct query strings of each kind. */
const ADDRESSES = 50_000;
const ROUNDS = 3;

/** By name: a tracking parameter, which is part of no cache key, and one that is part of it, whose responses are cached. */
const KINDS: Record<string, (index: number) => string> = {
  '/allClasses?utm_source=N': (index) => `/allClasses?utm_source=${index}`,
  '/api/classes?limit=20&minPrice=N': (index) =>
    `/api/classes?status=approve&limit=20&minPrice=${index / 100}`,
};

const measure = async (url: string): Promise<Load> => {
  const rounds: Load[] = [];
  for (let count = 0; count < ROUNDS; count += 1) rounds.push(await loadOnce({ url }));
  return middle(rounds);
};

/** Measures a cached page and the memory before and after many distinct query strings. */
export const measureQueryStrings = async (): Promise<Section> => {
  const { server, url, close } = await startDemoServer({ CLASS_PAGES: 'public' });
  const origin = url.replace('localhost', '127.0.0.1');
  const page = `${origin}/allClasses`;
  const rows: string[][] = [];
  await measure(page);
  const note = async (name: string, sent: string) => {
    const { perSecond, p99 } = await measure(page);
    say(`${name}: ${round(perSecond)} per second`);
    rows.push([name, sent, round(perSecond), round(p99, 1), round(await memoryOf(server.process))]);
  };
  await note('none', '');
  for (const [name, address] of Object.entries(KINDS)) {
    const paths = Array.from({ length: ADDRESSES }, (_, index) => address(index));
    const { perSecond } = await requestOnce(origin, paths);
    await note(name, round(perSecond));
  }
  await close();
  return {
    title: 'Many query strings',
    note: `Requests per second of a cached page (/allClasses) over 16 connections, and resident memory of the server in megabytes, after ${round(ADDRESSES)} requests with distinct query strings of each kind, 4 at a time. Unknown parameters are not part of the cache key. The cache holds 16 MB and evicts the least recently used responses.`,
    columns: ['query strings', 'sent per second', 'cached page per second', 'p99, ms', 'memory, MB'],
    rows,
  };
};
