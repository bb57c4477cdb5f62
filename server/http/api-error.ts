import { ERROR_STATUS, type ErrorCode, type ErrorResponse } from '#contract/errors.ts';

type Details = Omit<ErrorResponse['error'], 'code' | 'message'>;

/** A refusal that the caller is told of: the code's status and `{ error: { code, message, fields? } }`. */
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
 * A refusal of what there is no room for at the moment. It is counted instead of logged: one line for each request of a
 * flood would be a load of its own.
 */
export class BusyError extends ApiError {
  override name = 'BusyError';
  /** Seconds after which the caller may ask again. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number) {
    super('unavailable', message);
    this.retryAfter = retryAfter;
  }
}

/** There is more work than the process or its connections to the database can do. */
export const overloaded = (): BusyError =>
  new BusyError('We’re very busy right now. Please try again in a moment.', 5);

export const notFound = (what: string): ApiError => new ApiError('not_found', `${what} was not found`);

/** @returns what the caller reads if the file system has no room, undefined for any other error */
export const explainFullStorage = (error: unknown): ApiError | undefined => {
  if (!['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
  return new ApiError(
    'storage_full',
    'There is no room for this file at the moment. Please try again later.',
  );
};
