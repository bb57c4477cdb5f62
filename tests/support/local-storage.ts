import { vi } from 'vitest';

/** Replaces the browser's storage until `vi.unstubAllGlobals`. @returns what is stored */
export const stubLocalStorage = (): ReadonlyMap<string, string> => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  return stored;
};
