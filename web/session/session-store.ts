import type { Session } from './session-context.ts';

/** Holds the session for the components that show it. */
export interface SessionStore {
  current: () => Session;
  /** The session that the page began with, as the server rendered it. Parts that are hydrated later begin with it, too. */
  first: () => Session;
  replace: (session: Session) => void;
  /** @returns a function that unsubscribes the listener */
  subscribe: (listener: () => void) => () => void;
}

export const createSessionStore = (first: Session): SessionStore => {
  const listeners = new Set<() => void>();
  let session = first;
  return {
    current: () => session,
    first: () => first,
    replace: (next) => {
      if (next === session) return;
      session = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
