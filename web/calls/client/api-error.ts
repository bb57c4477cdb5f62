import type { ErrorCode, ErrorResponse } from '#contract/errors.ts';

/** Codes of calls that received no response. */
type NoResponse = 'network' | 'timeout';

type Details = Partial<Omit<ErrorResponse['error'], 'code'>> & {
  code?: ErrorCode | NoResponse;
  /** Seconds that the server asks to wait before the next attempt. */
  retryAfter?: number;
};

export interface SerializedApiError extends Pick<Details, 'fields' | 'classOfLesson'> {
  status: number;
  code: ErrorCode | NoResponse;
  message: string;
}

/** The server's general message about invalid input begins with the name of a field, as programs know it. */
const readable = (message: string | undefined, fields: Record<string, string> = {}): string =>
  Object.values(fields).join('. ') || (message ?? 'We can’t reach the server. Please check your connection.');

/** An error response of the API, or a call without a response (`status` 0, `code` "network" or "timeout"). */
export class ApiError extends Error {
  override name = 'ApiError';
  declare readonly status: number;
  declare readonly code: ErrorCode | NoResponse;
  declare readonly fields?: Record<string, string>;
  declare readonly price?: number;
  declare readonly currency?: Details['currency'];
  declare readonly current?: Record<string, unknown>;
  declare readonly classOfLesson?: Details['classOfLesson'];
  declare readonly retryAfter?: number;

  constructor(status: number, { message, code = 'network', ...details }: Details) {
    super(readable(message, details.fields));
    Object.assign(this, details, { status, code });
  }

  /** Restores an error that was serialized as JSON. */
  static from({ status, ...details }: SerializedApiError): ApiError {
    return new ApiError(status, details);
  }

  /** The error for a request without a complete response. */
  static noResponse(cause: unknown): ApiError {
    if (cause instanceof ApiError) return cause;
    const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError';
    return isTimeout
      ? new ApiError(0, {
          code: 'timeout',
          message: 'The server took too long to respond. Please try again.',
        })
      : new ApiError(0, {});
  }

  toJSON(): SerializedApiError {
    const { status, code, message, fields, classOfLesson } = this;
    return { status, code, message, fields, classOfLesson };
  }

  /** Whether the same request may succeed later, because the connection or the server failed. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status >= 500;
  }

  /**
   * Whether the server rejected the caller rather than the request. An enrollment may end at any time, so a call that
   * needs one says nothing about the session.
   */
  get refusesCaller(): boolean {
    return this.status === 401 || (this.status === 403 && this.code !== 'not_enrolled');
  }
}

/** Whether the resource of an address does not exist, is not visible to the caller, or the address is malformed. */
export const isMissing = (error: Error): boolean =>
  error instanceof ApiError && [400, 404].includes(error.status);
