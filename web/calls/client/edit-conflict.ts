import { ApiError } from './api-error.ts';

/**
 * What is stored, according to the error of a change that was based on an outdated version.
 * @returns undefined for any other error
 */
export const storedInConflict = (error: unknown): Record<string, unknown> | undefined =>
  error instanceof ApiError && error.code === 'edit_conflict' ? error.current : undefined;
