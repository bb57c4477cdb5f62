const DAY = 24 * 60 * 60 * 1000;

/** The periods for which revenue is shown. */
export const PERIODS = { week: '7 days', month: '30 days', year: '12 months' } as const;

export type Period = keyof typeof PERIODS;

/**
 * The number of days (UTC) that a period has until today. The last 12 months are the current month and the eleven before
 * it, so that no month is cut off.
 */
export const daysOf = (period: Period, today = new Date()): number => {
  if (period === 'week') return 7;
  if (period === 'month') return 30;
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  return Math.round((Date.UTC(year, month, day) - Date.UTC(year, month - 11, 1)) / DAY) + 1;
};
