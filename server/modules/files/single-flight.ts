import type { Checkpoint } from './checkpoint.ts';

/** Whether a caller no longer waits, for instance because its connection was closed. */
type HasLeft = () => boolean;

/** A browser that stops waiting asks again after a few seconds. This is longer, in milliseconds. */
const PATIENCE = 15_000;

interface Flight<Result> {
  callers: HasLeft[];
  /** When a checkpoint first found that nobody waits, by the clock of `performance`. */
  emptySince?: number | undefined;
  result: Promise<Result>;
}

/**
 * Creates a function that lets calls with the same key share one run. A browser that stops waiting for a large file and
 * asks again does not make the server store it a second time.
 * @param abandoned the error of a run that ends at a checkpoint because nobody has waited for it for some time
 * @param patience that time, in milliseconds
 */
export const createSingleFlight = <Result>(abandoned: () => Error, patience = PATIENCE) => {
  const running = new Map<string, Flight<Result>>();
  return (
    key: string,
    hasLeft: HasLeft,
    run: (checkpoint: Checkpoint) => Promise<Result>,
  ): Promise<Result> => {
    const present = running.get(key);
    if (present) {
      present.callers = [...present.callers.filter((left) => !left()), hasLeft];
      present.emptySince = undefined;
      return present.result;
    }
    const end = () => {
      if (running.get(key) === flight) running.delete(key);
    };
    const checkpoint = () => {
      if (!flight.callers.every((left) => left())) return;
      flight.emptySince ??= performance.now();
      if (performance.now() - flight.emptySince < patience) return;
      // A later call starts a run of its own instead of joining one that ends.
      end();
      throw abandoned();
    };
    const flight: Flight<Result> = {
      callers: [hasLeft],
      result: Promise.resolve()
        .then(() => run(checkpoint))
        .finally(end),
    };
    running.set(key, flight);
    return flight.result;
  };
};
