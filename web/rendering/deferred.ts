/** The fields that let React's `use` read a settled promise without suspending. */
interface Tracked<Value> extends Promise<Value> {
  status?: 'pending' | 'fulfilled' | 'rejected';
  value?: Value;
  reason?: unknown;
}

/**
 * A module that is not part of its page's script. The server loads it before rendering (`prefetch`), so that the page
 * is complete. The browser loads it later and hydrates that part when it has arrived.
 * @returns a function that returns the module's promise, for `use` below a Suspense boundary
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
        // The next attempt loads the module again.
        loading = undefined;
      },
    );
    loading = started;
    return started;
  };
};
