import { findStartProblem } from '#contract/class-form.ts';
import { ApiError } from '../../http/api-error.ts';

/** How far the westernmost time zone is behind UTC, in milliseconds. */
const WESTERNMOST = 12 * 3_600_000;

/** The earliest date that is today in any time zone, because the server does not know the user's. */
const earliestToday = (): string => new Date(Date.now() - WESTERNMOST).toISOString().slice(0, 10);

/**
 * Requires a start date that has not passed, or none. A date that is already stored (`before`) stays valid.
 * @throws ApiError `invalid_input` that names the field
 */
export const requireUpcomingStart = (startsOn: string | null | undefined, before?: string | null): void => {
  const message = findStartProblem(startsOn, earliestToday(), before);
  if (message) throw new ApiError('invalid_input', message, { fields: { startsOn: message } });
};
