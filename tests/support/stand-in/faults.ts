/**
 * What can go wrong with a request according to the provider's documentation. `cut after` and `stored 500 after` are
 * the worst: the request is executed, but not confirmed. `stale` answers a read with the state of some changes ago.
 */
export const FAULTS = [
  'slow',
  'cut before',
  'cut after',
  'key in use',
  'rate limited',
  'stored 500',
  'stored 500 after',
  'stale',
] as const;

export type Fault = (typeof FAULTS)[number];

/** The calling server ends here, before or after the provider has executed the request. */
export const CRASHES = ['crash before', 'crash after'] as const;

export type Crash = (typeof CRASHES)[number];

export interface AskedOfProvider {
  /** The server that calls, by the name under which the provider knows it. */
  caller: string;
  method: string;
  /** The path from /v1 on. */
  path: string;
  idempotencyKey?: string;
}

/** Chooses the fault of the next request. */
export type FaultSource = (asked: AskedOfProvider) => Fault | Crash | undefined;

export const noFaults: FaultSource = () => undefined;

/** Returns a sequence of numbers from 0 to 1 that depends only on the seed (mulberry32). */
export const seededNumbers = (seed: number): (() => number) => {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Lets a share of all requests fail, with the given faults. */
export const randomFaults = (seed: number, share: number, faults: readonly Fault[] = FAULTS): FaultSource => {
  const next = seededNumbers(seed);
  return () => (next() < share ? faults[Math.floor(next() * faults.length)] : undefined);
};

/** Lets the next requests fail in the order of a script, and none after it. */
export const scriptedFaults = (script: readonly (Fault | Crash | 'none')[]): FaultSource => {
  const left = [...script];
  return () => {
    const fault = left.shift();
    return fault === 'none' ? undefined : fault;
  };
};
