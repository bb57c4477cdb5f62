import type { Visit } from './router.ts';

const STORAGE_KEY = 'scroll-positions';

/** How far each entry of the history is scrolled, in pixels by its key. */
const positions = new Map<string, number>();

/** Stores how far the page is scrolled. @param key the entry's, in the history */
export const rememberScroll = (key: string): void => void positions.set(key, window.scrollY);

/** The element that the hash of an address names. */
const target = (hash: string): HTMLElement | null => {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
};

/** Scrolls a page to where it was, to the named part of it, or to the top. */
export const placeScroll = ({ location: { key, hash }, keepsScroll }: Visit): void => {
  const position = positions.get(key);
  if (position !== undefined) return window.scrollTo(0, position);
  const element = hash ? target(hash) : null;
  if (element) return element.scrollIntoView();
  if (!keepsScroll) window.scrollTo(0, 0);
};

/**
 * Takes over from the browser, which would scroll before the page is shown. Until the application has started again, such
 * as while the page is reloaded, it is the browser's. @param current returns the key of the entry that is shown
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
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions]));
  });
};
