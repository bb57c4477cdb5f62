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

const loadOnce = async (url: string): Promise<Load> => {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: DURATION,
    headers: { 'accept-encoding': 'br' },
  });
  check(result, url);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
};

const middle = (rounds: Load[]): Load => ({
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

/** Asks for each path once, a few at a time: nothing of it was asked for before. */
export const askOnce = async (url: string, paths: string[]): Promise<Load> => {
  const result = await autocannon({
    url,
    connections: 4,
    amount: paths.length,
    headers: { 'accept-encoding': 'br' },
    requests: paths.map((path) => ({ method: 'GET', path })),
  });
  check(result, url);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
};
