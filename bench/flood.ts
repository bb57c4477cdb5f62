import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { startDemoServer } from '#tests/support/built-server.ts';
import { uncachedPages } from './support/load.ts';
import { median, round, say, type Section } from './support/report.ts';

/** The flooding client's connections, requests per second, and duration in seconds. */
const CONNECTIONS = 16;
const RATE = 150;
const DURATION = 8;
/** Milliseconds between requests of the other clients. */
const INTERVAL = 20;
const FLOODED_PAGES = 5_000;

interface Watched {
  /** Milliseconds. */
  median: number;
  worst: number;
}

/** Requests a page at regular intervals, as other clients would, while a load runs. */
const watch = async (url: string, load: () => PromiseLike<unknown>): Promise<Watched> => {
  const times: number[] = [];
  const flood = { isOver: false };
  const over = (async () => {
    await load();
    flood.isOver = true;
  })();
  while (!flood.isOver) {
    const begun = performance.now();
    await (await fetch(url)).arrayBuffer();
    times.push(performance.now() - begun);
    await sleep(INTERVAL);
  }
  await over;
  return { median: median(times), worst: Math.max(...times) };
};

/** Measures the response time of a cached page while one client floods the server with uncached URLs. */
export const measureFlood = async (): Promise<Section> => {
  const { url, close } = await startDemoServer({ CLASS_PAGES: 'public', MAX_EVENT_LOOP_DELAY: '300' });
  const floods: [string, string[]][] = [
    ['none', []],
    ['/?x=N', Array.from({ length: FLOODED_PAGES }, (_, index) => `/?x=${index}`)],
    ['/N, which is not found', Array.from({ length: FLOODED_PAGES }, (_, index) => `/missing-${index}`)],
    ['/allClasses?q=N', uncachedPages(FLOODED_PAGES)],
  ];
  const rows: string[][] = [];
  await (await fetch(url)).arrayBuffer();
  for (const [name, paths] of floods) {
    const requests = paths.map((path) => ({ method: 'GET' as const, path }));
    const load = () =>
      paths.length === 0
        ? sleep(1_000 * DURATION)
        : autocannon({ url, connections: CONNECTIONS, duration: DURATION, overallRate: RATE, requests });
    const { median: middle, worst } = await watch(url, load);
    say(`${name}: other clients wait ${round(middle, 1)} ms`);
    rows.push([name, round(middle, 1), round(worst, 1)]);
  }
  await close();
  return {
    title: 'While one client floods',
    note: `Response time of the home page for other clients, in milliseconds, while one client requests ${RATE} uncached URLs per second.`,
    columns: ['flooded URLs', 'median, ms', 'slowest, ms'],
    rows,
  };
};
