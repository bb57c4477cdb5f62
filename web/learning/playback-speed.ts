import { STORAGE_KEYS } from '#web/storage-keys.ts';

/** The playback speeds to choose from. */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** The speed that was last chosen in this browser. */
export const readSpeed = (): number => {
  const kept = Number(localStorage.getItem(STORAGE_KEYS.playbackSpeed));
  return SPEEDS.find((speed) => speed === kept) ?? 1;
};

export const keepSpeed = (speed: number): void => {
  try {
    localStorage.setItem(STORAGE_KEYS.playbackSpeed, String(speed));
  } catch {
    // If the browser's storage is full, the speed applies to this video only.
  }
};
