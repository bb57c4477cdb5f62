/**
 * Milliseconds until a reload, as a range: an announcement reaches all browsers of a class at once, and their requests
 * should not.
 */
const DELAY = { shortest: 500, longest: 4_000 };
/** Milliseconds between two reloads, however much happens. */
const PAUSE = 10_000;
/** How often a reload that has to wait is considered again, in milliseconds. */
const RETRY = 1_000;

interface Obstacles {
  isHidden: boolean;
  isBusy: boolean;
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
  obstacles: () => Obstacles,
): ReloadSchedule => {
  let wanted: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let earliest = 0;

  const run = (): void => {
    timer = undefined;
    if (wanted === undefined) return;
    const { isHidden, isBusy } = obstacles();
    // A screen that becomes visible loads by itself what is no longer fresh, and that need not be loaded twice.
    if (isHidden) wanted = Date.now();
    if (isHidden || isBusy) {
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
      const delay = DELAY.shortest + Math.random() * (DELAY.longest - DELAY.shortest);
      timer ??= setTimeout(run, Math.max(delay, earliest - Date.now()));
    },
    stop: () => clearTimeout(timer),
  };
};
