/** The fields that let React's `use` read a settled promise without suspending. */
interface Tracked<Value> extends Promise<Value> {
  status?: 'fulfilled';
  value?: Value;
}

/** Milliseconds between two checks of whether the server can be reached. */
const CHECK_INTERVAL = 3_000;

/** Waits until the server can be reached, for example again after a lost connection. */
const reachServer = async (): Promise<void> => {
  const isReached = () =>
    fetch('/api/healthz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
  do await new Promise((resume) => setTimeout(resume, CHECK_INTERVAL));
  while (!navigator.onLine || !(await isReached()));
};

/** Offers to reload the page. */
const reportMissingPart = (): void => {
  document.getElementById('load-failure')!.hidden = false;
};

// The styles of a script are not requested again together with it.
if (!import.meta.env.SSR) {
  const requestedAgain = new WeakSet<EventTarget>();
  const requestAgain = async (link: HTMLLinkElement) => {
    await reachServer();
    const copy = link.cloneNode() as HTMLLinkElement;
    requestedAgain.add(copy);
    link.replaceWith(copy);
  };
  addEventListener(
    'error',
    ({ target: link }) => {
      if (!(link instanceof HTMLLinkElement) || link.rel !== 'stylesheet') return;
      if (requestedAgain.has(link)) reportMissingPart();
      else void requestAgain(link);
    },
    true,
  );
}

/**
 * Loads a script, if necessary once more when the server can be reached. If it then fails again, only a new page can
 * load it: a newer version of the site has replaced it, or the browser does not request a script again that failed once.
 */
const persist = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load();
  } catch (error) {
    if (import.meta.env.SSR) throw error;
  }
  await reachServer();
  return load().catch(() => {
    reportMissingPart();
    return new Promise<never>(() => undefined);
  });
};

/**
 * A module that is not part of its page's script. The server loads it before rendering (`prefetch`), so that the page
 * is complete. The browser loads it later and hydrates that part when it has arrived. If it cannot be loaded, what the
 * server has rendered stays, and the browser tries again or offers to reload the page.
 * @returns a function that returns the module's promise, for `use` below a Suspense boundary
 */
export const deferred = <Module>(load: () => Promise<Module>): (() => Promise<Module>) => {
  let loading: Tracked<Module> | undefined;
  return () => {
    if (loading) return loading;
    const started: Tracked<Module> = persist(load);
    started.then(
      (value) => Object.assign(started, { status: 'fulfilled', value }),
      // The server tries again when the next page needs it.
      () => (loading = undefined),
    );
    loading = started;
    return started;
  };
};
