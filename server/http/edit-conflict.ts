import { ApiError } from './api-error.ts';

/** The error for a change that is based on an outdated version. @param current what is stored */
export const editConflict = (
  current: Record<string, unknown>,
  message = 'This has been changed elsewhere in the meantime',
): ApiError => new ApiError('edit_conflict', message, { current });

/** Whether a timestamp that a caller has seen is the stored one. Null: there was none. */
export const isSameMoment = (seen: string | null, stored: Date | null): boolean =>
  (seen === null ? null : Date.parse(seen)) === (stored?.getTime() ?? null);
