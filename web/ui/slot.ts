import { useSyncExternalStore } from 'react';

/** A value that is shown by a component and set from outside React. */
interface Slot<Shown> {
  get: () => Shown | undefined;
  set: (shown: Shown | undefined) => void;
  /** A hook that returns the value and renders again when it changes. Undefined on the server. */
  use: () => Shown | undefined;
}

export const createSlot = <Shown>(): Slot<Shown> => {
  let shown: Shown | undefined;
  const listeners = new Set<() => void>();
  const get = () => shown;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set: (next) => {
      shown = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get, () => undefined),
  };
};
