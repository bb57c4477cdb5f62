import { ApiError } from './api-error.ts';

/**
 * What is stored, according to the error of a change that was based on an outdated version, or of a new post whose address
 * is taken.
 * @returns undefined for any other error
 */
export const storedInConflict = (error: unknown): Record<string, unknown> | undefined =>
  error instanceof ApiError ? error.current : undefined;
