import autocannon from 'autocannon';
import { median } from './report.ts';

/** Concurrent connections. Each sends its next request as soon as it has a response. */
const CONNECTIONS = 16;
/** Seconds per round, and the number of rounds, of which the median counts. */
const DURATION = 3;
const ROUNDS = 3;

export interface Load {
  perSecond: number;
  /** Milliseconds. */
  p99: number;
}

const check = ({ non2xx, errors, timeouts }: autocannon.Result, url: string): void => {
  if (non2xx + errors + timeouts > 0) throw new Error(`${url} did not respond to every request`);
};

/**
 * Runs a load. The library's own figures are too coarse: its percentiles are whole milliseconds although responses take
 * less than one, and its averages are per second although a run takes two.
 */
const run = async (options: autocannon.Options): Promise<Load> => {
  const times: number[] = [];
  const start = performance.now();
  let last = start;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const headers = { 'accept-encoding': 'br', ...options.headers };
    const load = autocannon({ ...options, headers }, (error, done) => {
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

/** The request: a URL, or a URL with options. */
export type Target = Pick<
  autocannon.Options,
  'url' | 'method' | 'headers' | 'body' | 'requests' | 'connections'
>;

export const loadOnce = (target: Target): Promise<Load> =>
  run({ connections: CONNECTIONS, duration: DURATION, ...target });

/** The median of each figure. */
export const middle = (rounds: Load[]): Load => ({
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  p99: median(rounds.map(({ p99 }) => p99)),
});

/** Measures two servers in turn, so that other load on the machine affects both. */
export const comparePaired = async (
  ours: Target,
  baseline: Target,
): Promise<{ ours: Load; baseline: Load }> => {
  const rounds: { ours: Load; baseline: Load }[] = [];
  await loadOnce(ours);
  await loadOnce(baseline);
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ ours: await loadOnce(ours), baseline: await loadOnce(baseline) });
  }
  return {
    ours: middle(rounds.map((round) => round.ours)),
    baseline: middle(rounds.map((round) => round.baseline)),
  };
};

/** URLs of uncached searches, whose pages must be rendered. */
export const uncachedPages = (count: number, visit = ''): string[] =>
  Array.from({ length: count }, (_, index) => `/allClasses?q=${visit}${index}`);

/** Requests each path once, a few at a time, so that no response is cached. */
export const requestOnce = (url: string, paths: string[]): Promise<Load> =>
  run({
    url,
    connections: 4,
    amount: paths.length,
    requests: paths.map((path) => ({ method: 'GET', path })),
  });

/** Requests different paths in each round. The first round is a warm-up. */
export const requestInRounds = async (url: string, pathsOf: (round: number) => string[]): Promise<Load> => {
  const rounds: Load[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) rounds.push(await requestOnce(url, pathsOf(round)));
  return middle(rounds.slice(1));
};
