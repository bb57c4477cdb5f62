import autocannon from 'autocannon';
import { median } from './report.ts';

/** Connections that ask at once, each again as soon as it is answered. */
const CONNECTIONS = 16;
/** Seconds of a round, and rounds of which the middle one counts. */
const DURATION = 3;
const ROUNDS = 3;

export interface Load {
  perSecond: number;
  /** Milliseconds. */
  p99: number;
}

const check = ({ non2xx, errors, timeouts }: autocannon.Result, url: string): void => {
  if (non2xx + errors + timeouts > 0) throw new Error(`${url} did not answer every request`);
};

/**
 * Runs a load. The library's own figures are too coarse here: percentiles of whole milliseconds, for answers that take
 * less than one, and averages of whole seconds, for runs that take two.
 */
const run = async (options: autocannon.Options): Promise<Load> => {
  const times: number[] = [];
  const start = performance.now();
  let last = start;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const load = autocannon({ ...options, headers: { 'accept-encoding': 'br' } }, (error, done) => {
      if (error) reject(error as Error);
      else resolve(done);
    });
    load.on('response', (_client, _status, _bytes, time) => {
      times.push(time);
      last = performance.now();
    });
  });
  check(result, options.url);
  times.sort((a, b) => a - b);
  return { perSecond: (times.length / (last - start)) * 1_000, p99: times[Math.floor(times.length * 0.99)]! };
};

const loadOnce = (url: string): Promise<Load> => run({ url, connections: CONNECTIONS, duration: DURATION });

/** The middle of each figure. */
export const middle = (rounds: Load[]): Load => ({
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  p99: median(rounds.map(({ p99 }) => p99)),
});

/** Asks two servers for the same in turns, so that what else the machine does falls on both. */
export const comparePaired = async (ours: string, floor: string): Promise<{ ours: Load; floor: Load }> => {
  const rounds: { ours: Load; floor: Load }[] = [];
  await loadOnce(ours);
  await loadOnce(floor);
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ ours: await loadOnce(ours), floor: await loadOnce(floor) });
  }
  return {
    ours: middle(rounds.map((round) => round.ours)),
    floor: middle(rounds.map((round) => round.floor)),
  };
};

/** Searches of the list that nobody has made before: the page of each is rendered. */
export const newPages = (count: number, visit = ''): string[] =>
  Array.from({ length: count }, (_, index) => `/allClasses?q=${visit}${index}`);

/** Asks for each path once, a few at a time: nothing of it was asked for before. */
export const askOnce = (url: string, paths: string[]): Promise<Load> =>
  run({
    url,
    connections: 4,
    amount: paths.length,
    requests: paths.map((path) => ({ method: 'GET', path })),
  });

/** Asks for other paths in each round; the first round only warms the server up. */
export const askInRounds = async (url: string, pathsOf: (round: number) => string[]): Promise<Load> => {
  const rounds: Load[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) rounds.push(await askOnce(url, pathsOf(round)));
  return middle(rounds.slice(1));
};
