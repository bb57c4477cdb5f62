import type { ErrorCode, ErrorResponse } from '#contract/errors.ts';

type Details = Partial<ErrorResponse['error']>;

export interface SerializedApiError {
  status: number;
  code: ErrorCode | 'network';
  message: string;
  fields?: Record<string, string>;
}

/** A refusal of the API (with its code), or a connection that failed (`status` 0, `code` "network"). */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | 'network';
  readonly fields?: Record<string, string>;
  readonly price?: number;

  constructor(status: number, { code, message, fields, price }: Details) {
    super(message ?? 'The server cannot be reached. Please check your connection.');
    this.status = status;
    this.code = code ?? 'network';
    this.fields = fields;
    this.price = price;
  }

  /** The same error again, after a way as JSON. */
  static from({ status, code, ...details }: SerializedApiError): ApiError {
    return new ApiError(status, code === 'network' ? {} : { code, ...details });
  }

  toJSON(): SerializedApiError {
    const { status, code, message, fields } = this;
    return { status, code, message, fields };
  }

  /** Whether the same request may succeed later: a lost connection or a fault of the server. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}
