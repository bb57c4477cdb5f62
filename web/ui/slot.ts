import { useSyncExternalStore } from 'react';

/** What is shown now, set from outside the components. */
interface Slot<Shown> {
  get: () => Shown | undefined;
  set: (shown: Shown | undefined) => void;
  /** Returns the value; renders again when it changes. Undefined on the server. */
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
