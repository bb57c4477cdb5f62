import { ERROR_STATUS, type ErrorCode, type ErrorResponse } from '#contract/errors.ts';
import { DISK_FULL } from '../data-folder/disk-space.ts';

/** Seconds after which a caller may try again if the process is overloaded or the database is unavailable. */
const RETRY_AFTER = 5;

type Details = Omit<ErrorResponse['error'], 'code' | 'message'>;

/**
 * An error that is sent to the caller, with the status of its code and the body `{ error: { code, message, fields? }
 * }`.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  get body(): ErrorResponse {
    return { error: { code: this.code, message: this.message, ...this.details } };
  }
}

/**
 * An error for a request that the server has no capacity for. It is counted instead of logged, because a log line for
 * each request of a flood would add to the load.
 */
export class BusyError extends ApiError {
  override name = 'BusyError';
  /** Seconds after which the caller may try again. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number) {
    super('unavailable', message);
    this.retryAfter = retryAfter;
  }
}

/** The error if the process or its database connections are overloaded. */
export const overloaded = (): BusyError =>
  new BusyError('We’re very busy right now. Please try again in a moment.', RETRY_AFTER);

/** The error if the database cannot be reached. Nearly every request fails then. */
export class DatabaseUnavailableError extends BusyError {
  override name = 'DatabaseUnavailableError';

  constructor(cause: unknown) {
    super('The site is temporarily unavailable. Please try again in a moment.', RETRY_AFTER);
    this.cause = cause;
  }
}

/** The error `not_found`. `what` begins its message. */
export const notFound = (what: string): ApiError => new ApiError('not_found', `${what} was not found`);

/**
 * Converts an error of the file system.
 * @returns the error for the caller if the disk is full, undefined for any other error
 */
export const explainFullStorage = (error: unknown): ApiError | undefined => {
  if (!DISK_FULL.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
  return new ApiError(
    'storage_full',
    'There is no room for this file at the moment. Please try again later.',
  );
};
