import { reportMissingPart } from '#web/ui/missing-parts.ts';

/** The fields that let React's `use` read a settled promise without suspending. */
interface Tracked<Value> extends Promise<Value> {
  status?: 'fulfilled';
  value?: Value;
}

/** Milliseconds before the server is asked whether it can be reached, and the longest time, after many failures. */
const CHECK_INTERVAL = 3_000;
const LONGEST_INTERVAL = 60_000;
/** Milliseconds after which a request counts as lost with the connection. */
const CHECK_TIMEOUT = 10_000;

/** Waits until the server can be reached, for example again after a lost connection. */
const reachServer = async (interval = CHECK_INTERVAL): Promise<void> => {
  const isReached = () =>
    fetch('/api/healthz', { cache: 'no-store', signal: AbortSignal.timeout(CHECK_TIMEOUT) }).then(
      ({ ok }) => ok,
      () => false,
    );
  do await new Promise((resume) => setTimeout(resume, interval));
  while (!navigator.onLine || !(await isReached()));
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
 * Loads a script, if necessary again when the server can be reached. If that fails, too, the user is offered to reload the
 * page: a newer version of the site may have replaced the script, and most browsers do not request a script again that
 * failed once. The connection may also have been lost again, so loading continues, less and less often.
 */
const persist = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load();
  } catch (error) {
    if (import.meta.env.SSR) throw error;
  }
  let withdraw: (() => void) | undefined;
  for (let interval = CHECK_INTERVAL; ; interval = Math.min(2 * interval, LONGEST_INTERVAL)) {
    await reachServer(interval);
    try {
      const loaded = await load();
      withdraw?.();
      return loaded;
    } catch (error) {
      if (withdraw) continue;
      reportError(error);
      withdraw = reportMissingPart();
    }
  }
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
