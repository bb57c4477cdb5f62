/** The fields by which React's `use` reads a promise that is settled already without waiting. */
interface Tracked<Value> extends Promise<Value> {
  status?: 'pending' | 'fulfilled' | 'rejected';
  value?: Value;
  reason?: unknown;
}

/**
 * A module that is not part of its page's script. The server loads it before it renders (`prefetch`), so that the page has
 * its content; the browser loads it later, and hydrates that part when it has arrived.
 * @returns the promise of the module, for `use` below a Suspense boundary
 */
export const deferred = <Module>(load: () => Promise<Module>): (() => Promise<Module>) => {
  let loading: Tracked<Module> | undefined;
  return () => {
    if (loading) return loading;
    const started: Tracked<Module> = load();
    started.status = 'pending';
    started.then(
      (value) => {
        started.value = value;
        started.status = 'fulfilled';
      },
      (reason: unknown) => {
        started.reason = reason;
        started.status = 'rejected';
        // The next attempt loads it again.
        loading = undefined;
      },
    );
    loading = started;
    return started;
  };
};
