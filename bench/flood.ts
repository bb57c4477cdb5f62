import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { startDemoServer } from '#tests/support/built-server.ts';
import { newPages } from './support/load.ts';
import { median, round, say, type Section } from './support/report.ts';

/** Connections of the client that floods, its requests a second, and seconds for which it does. */
const CONNECTIONS = 16;
const RATE = 150;
const DURATION = 8;
/** Milliseconds between two requests of the others. */
const INTERVAL = 20;
const FLOODED_PAGES = 5_000;

interface Watched {
  /** Milliseconds. */
  median: number;
  worst: number;
}

/** Asks for a page now and then, as the others do. */
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

/** What others wait for a cached page while one client asks for addresses that nobody asked for before. */
export const measureFlood = async (): Promise<Section> => {
  const { url, close } = await startDemoServer();
  const floods: [string, string[]][] = [
    ['nothing', []],
    ['/?x=N', Array.from({ length: FLOODED_PAGES }, (_, index) => `/?x=${index}`)],
    ['/N, which is not found', Array.from({ length: FLOODED_PAGES }, (_, index) => `/missing-${index}`)],
    ['/allClasses?q=N', newPages(FLOODED_PAGES)],
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
    say(`${name}: others wait ${round(middle, 1)} ms`);
    rows.push([name, round(middle, 1), round(worst, 1)]);
  }
  await close();
  return {
    title: 'While one client floods',
    note: `Milliseconds that others wait for the home page while one client asks, ${RATE} times a second, for addresses that nobody asked for before.`,
    columns: ['what it asks for', 'median', 'slowest'],
    rows,
  };
};
