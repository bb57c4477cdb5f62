/** The fields that let React's `use` read a settled promise without suspending. */
interface Tracked<Value> extends Promise<Value> {
  status?: 'fulfilled';
  value?: Value;
}

/** Milliseconds until a script that could not be loaded is requested again. */
const RETRY_DELAY = 3_000;

// The styles of a script are not requested again together with it.
if (!import.meta.env.SSR)
  addEventListener(
    'error',
    ({ target: link }) => {
      if (link instanceof HTMLLinkElement && link.rel === 'stylesheet')
        setTimeout(() => link.replaceWith(link.cloneNode()), RETRY_DELAY);
    },
    true,
  );

/** Loads a script again until it has arrived, for example after a lost connection. */
const persist = <Module>(load: () => Promise<Module>): Promise<Module> =>
  load().catch(async (error: unknown) => {
    if (import.meta.env.SSR) throw error;
    // The browser logs why.
    await new Promise((resume) => setTimeout(resume, RETRY_DELAY));
    return persist(load);
  });

/**
 * A module that is not part of its page's script. The server loads it before rendering (`prefetch`), so that the page
 * is complete. The browser loads it later and hydrates that part when it has arrived. If it cannot be loaded, what the
 * server has rendered stays, and the browser tries again.
 * @returns a function that returns the module's promise, for `use` below a Suspense boundary
 */
export const deferred = <Module>(load: () => Promise<Module>): (() => Promise<Module>) => {
  let loading: Tracked<Module> | undefined;
  return () => {
    if (loading) return loading;
    const started: Tracked<Module> = persist(load);
    void started.then((value) => Object.assign(started, { status: 'fulfilled', value }));
    loading = started;
    return started;
  };
};
