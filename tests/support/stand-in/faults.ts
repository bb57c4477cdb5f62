/**
 * What the provider's documentation says can go wrong with one request.
 * `cut after` and `stored 500 after` are the worst: what was asked for is done, and nobody says so. `stale` answers
 * a read with the state of some changes ago.
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

/** The server that asked ends here: before or after the provider did what it was asked. */
export const CRASHES = ['crash before', 'crash after'] as const;

export type Crash = (typeof CRASHES)[number];

export interface AskedOfProvider {
  /** Which server asks, by the name under which it knows the provider. */
  caller: string;
  method: string;
  /** Without what comes before /v1. */
  path: string;
  idempotencyKey?: string;
}

/** Decides what goes wrong with the next request. */
export type FaultSource = (asked: AskedOfProvider) => Fault | Crash | undefined;

export const noFaults: FaultSource = () => undefined;

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
export const seededNumbers = (seed: number): (() => number) => {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Lets a share of all requests go wrong, in the ways given. */
export const randomFaults = (seed: number, share: number, faults: readonly Fault[] = FAULTS): FaultSource => {
  const next = seededNumbers(seed);
  return () => (next() < share ? faults[Math.floor(next() * faults.length)] : undefined);
};

/** Lets the next requests go wrong one after the other, as a script says; then nothing does. */
export const scriptedFaults = (script: readonly (Fault | Crash | 'none')[]): FaultSource => {
  const left = [...script];
  return () => {
    const fault = left.shift();
    return fault === 'none' ? undefined : fault;
  };
};
