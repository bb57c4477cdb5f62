/**
 * Creates a function that lets calls with the same key share one run. A browser that stops waiting for a large file and
 * asks again does not make the server store it a second time.
 */
export const createSingleFlight = <Result>() => {
  const running = new Map<string, Promise<Result>>();
  return (key: string, run: () => Promise<Result>): Promise<Result> => {
    const present = running.get(key);
    if (present) return present;
    const started = run().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
};
