/** Converts a tax rate in percent to whole hundredths of a percent, as it is stored: 8.1 becomes 810. */
export const toStoredRate = (percent: number): number => Math.round(percent * 100);

/** Converts a stored tax rate, in hundredths of a percent, to percent: 810 becomes 8.1. */
export const toPercent = (storedRate: number): number => storedRate / 100;

/** Whether a tax rate in percent can be stored as it is. The tolerance covers floating-point errors. */
export const isStorableRate = (percent: number): boolean =>
  Math.abs(percent * 100 - toStoredRate(percent)) < 1e-6;
