import type { Visit } from './router.ts';

const STORAGE_KEY = 'scroll-positions';

/** Scroll positions in pixels, by the keys of the history entries. */
const positions = new Map<string, number>();

/** Stores the scroll position of the page. @param key the key of the history entry */
export const rememberScroll = (key: string): void => void positions.set(key, window.scrollY);

/** Whether a page has a scroll position, because the user has left or reloaded it. @param key the key of the history entry */
export const isRevisited = (key: string): boolean => positions.has(key);

/** The element named in the hash of an address. */
const target = (hash: string): HTMLElement | null => {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
};

/** Restores a page's scroll position, scrolls to the named element, or scrolls to the top. */
export const placeScroll = ({ location: { key, hash }, keepsScroll }: Visit): void => {
  const position = positions.get(key);
  if (position !== undefined) return window.scrollTo(0, position);
  const element = hash ? target(hash) : null;
  if (element) return element.scrollIntoView();
  if (!keepsScroll) window.scrollTo(0, 0);
};

/**
 * Takes over scroll restoration from the browser, which would scroll before the page is shown. Between documents, for
 * example during a reload, the browser restores it.
 * @param current returns the key of the current history entry
 */
export const manageScroll = (current: () => string): void => {
  const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, number][];
  for (const [key, position] of stored) positions.set(key, position);
  const take = () => {
    window.history.scrollRestoration = 'manual';
  };
  take();
  window.addEventListener('pageshow', take);
  window.addEventListener('pagehide', () => {
    rememberScroll(current());
    window.history.scrollRestoration = 'auto';
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions]));
    } catch {
      // If the browser's storage is full, a reload starts at the top.
    }
  });
};
