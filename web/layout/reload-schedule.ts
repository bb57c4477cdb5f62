/**
 * Milliseconds until a reload, as a range: an announcement reaches all browsers of a class at once, and their requests
 * should not.
 */
const DELAY = { shortest: 500, longest: 4_000 };
/** Milliseconds between two reloads, however much happens. */
const PAUSE = 10_000;
/** How often a reload that has to wait for the user is considered again, in milliseconds. */
const RETRY = 1_000;

interface Obstacles {
  isHidden: () => boolean;
  isBusy: () => boolean;
  /** Calls a function once, when a hidden screen becomes visible. @returns a function that prevents this */
  onceShown: (resume: () => void) => () => void;
}

export interface ReloadSchedule {
  /** Asks for a reload of what was loaded before a moment, in milliseconds since 1970. */
  add: (before: number) => void;
  stop: () => void;
}

/**
 * Combines requests for a reload into one, some seconds later.
 * @param reload loads again what was loaded before the given moment
 * @param obstacles what a reload has to wait for
 */
export const createReloadSchedule = (
  reload: (before: number) => void,
  { isHidden, isBusy, onceShown }: Obstacles,
): ReloadSchedule => {
  let wanted: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let earliest = 0;
  let stopWaiting: (() => void) | undefined;

  /** A screen that becomes visible loads by itself what is no longer fresh, and that need not be loaded twice. */
  const resume = (): void => {
    stopWaiting = undefined;
    wanted = Date.now();
    timer = setTimeout(run, RETRY);
  };

  const run = (): void => {
    timer = undefined;
    if (wanted === undefined) return;
    if (isHidden()) {
      stopWaiting = onceShown(resume);
      return;
    }
    if (isBusy()) {
      timer = setTimeout(run, RETRY);
      return;
    }
    const before = wanted;
    wanted = undefined;
    earliest = Date.now() + PAUSE;
    reload(before);
  };

  return {
    add: (before) => {
      wanted = Math.max(wanted ?? 0, before);
      if (stopWaiting) return;
      const delay = DELAY.shortest + Math.random() * (DELAY.longest - DELAY.shortest);
      timer ??= setTimeout(run, Math.max(delay, earliest - Date.now()));
    },
    stop: () => {
      clearTimeout(timer);
      stopWaiting?.();
    },
  };
};
