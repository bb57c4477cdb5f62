import { createPath, type Location, type RouteObject, type To } from 'react-router';
import { loadMatchingRoutes } from './load-routes.ts';
import { noteLoading } from './loading.ts';
import { isRevisited, rememberScroll } from './scroll.ts';

/** An address with its scroll behavior. */
export interface Visit {
  location: Location;
  /** Whether the scroll position is kept. */
  keepsScroll: boolean;
}

export interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
  keepsScroll?: boolean;
  /** Whether the user is not asked about what they have entered, for example because it has been saved. */
  isFinal?: boolean;
}

/** Decides whether the user may leave. @returns undefined if there is nothing to lose, otherwise the user's answer */
export type LeaveGuard = (from: Location, to: Location) => Promise<boolean> | undefined;

/** Navigates between pages through the browser's history. */
export interface Router {
  current: () => Visit;
  /** The location of the first page. Each navigation creates a new one, even back to that page. */
  first: Location;
  /** Whether the user comes back to a page that they had left, or reloads it. @param key the key of the history entry */
  isRevisited: (key: string) => boolean;
  /**
   * Resolves when the page is shown, or when the user stays or navigates elsewhere.
   * @returns false if the user stays when a guard asks
   */
  navigate: (to: To, options?: NavigateOptions) => Promise<boolean>;
  /** Calls the listener with the current visit, and after each change. @returns a function that unsubscribes it */
  subscribe: (listener: (visit: Visit) => void) => () => void;
  /** @returns a function that removes the guard */
  guard: (guard: LeaveGuard) => () => void;
}

/** The state of an entry in the browser's history. */
interface Entry {
  state: unknown;
  key: string;
  /** The position in the history, which distinguishes back from forward. */
  index: number;
}

/** Milliseconds after which a page is announced as loading. */
const PATIENCE = 300;

const createKey = (): string => Math.random().toString(36).slice(2);

/** Reads the current history entry. Completes an entry that a link within the page has created. */
const readEntry = (newIndex: number): { location: Location; index: number } => {
  const stored = window.history.state as Partial<Entry> | null;
  const { state = null, key = createKey(), index = newIndex } = stored ?? {};
  if (stored?.index === undefined) window.history.replaceState({ state, key, index } satisfies Entry, '');
  const { pathname, search, hash } = window.location;
  return { location: { pathname, search, hash, state, key }, index };
};

/** Creates the router. A screen is loaded before its address is shown, so the previous page stays until then. */
export const createRouter = (routes: RouteObject[]): Router => {
  const listeners = new Set<(visit: Visit) => void>();
  const guards = new Set<LeaveGuard>();
  let { location, index } = readEntry(0);
  const first = location;
  let visit: Visit = { location, keepsScroll: false };
  let attempts = 0;
  let patience: ReturnType<typeof setTimeout> | undefined;

  /** Shows a page once its screen has loaded, unless another one has been requested in the meantime. */
  const show = async (next: Visit, enter?: () => void): Promise<void> => {
    attempts += 1;
    const attempt = attempts;
    clearTimeout(patience);
    patience = setTimeout(() => noteLoading(true), PATIENCE);
    // If a screen cannot be loaded, its route reports the failure.
    await loadMatchingRoutes(routes, next.location.pathname).catch(() => undefined);
    if (attempt !== attempts) return;
    clearTimeout(patience);
    noteLoading(false);
    rememberScroll(location.key);
    enter?.();
    ({ location } = next);
    visit = next;
    for (const listener of listeners) listener(visit);
  };

  /** The user's answer to the first guard that asks. */
  const ask = (to: Location): Promise<boolean> | undefined => {
    for (const guard of guards) {
      const answer = guard(location, to);
      if (answer) return answer;
    }
    return undefined;
  };

  let ignoredMoves = 0;
  let isAllowed = false;
  window.addEventListener('popstate', () => {
    if (ignoredMoves > 0) {
      ignoredMoves -= 1;
      return;
    }
    const next = readEntry(index + 1);
    const delta = next.index - index;
    const answer = isAllowed || delta === 0 ? undefined : ask(next.location);
    isAllowed = false;
    if (!answer) {
      ({ index } = next);
      void show({ location: next.location, keepsScroll: false });
      return;
    }
    // The browser has already navigated. This goes back until the user has answered.
    ignoredMoves += 1;
    window.history.go(-delta);
    void answer.then((leaves) => {
      if (!leaves) return;
      isAllowed = true;
      window.history.go(delta);
    });
  });

  return {
    current: () => visit,
    first,
    isRevisited,
    navigate: async (to, { replace = false, state = null, keepsScroll = false, isFinal = false } = {}) => {
      const target = typeof to === 'string' ? to : createPath({ pathname: location.pathname, ...to });
      // Only the path is used, so the address cannot lead to another site.
      const { pathname, search, hash } = new URL(target, window.location.origin);
      const next: Location = { pathname, search, hash, state, key: createKey() };
      if (!isFinal && (await ask(next)) === false) return false;
      await show({ location: next, keepsScroll }, () => {
        if (!replace) index += 1;
        const entry: Entry = { state, key: next.key, index };
        window.history[replace ? 'replaceState' : 'pushState'](entry, '', createPath(next));
      });
      return true;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      listener(visit);
      return () => listeners.delete(listener);
    },
    guard: (guard) => {
      guards.add(guard);
      return () => guards.delete(guard);
    },
  };
};
