/** The provider's response to a request. */
export interface ProviderResponse {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

const failure = (status: number, error: Record<string, string>, retry?: string): ProviderResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...(retry && { 'stripe-should-retry': retry }) },
  body: JSON.stringify({ error }),
});

export const KEY_IN_USE = failure(409, {
  type: 'idempotency_error',
  code: 'idempotency_key_in_use',
  message:
    'There is currently another in-progress request using this Idempotent Key. Please try again later.',
});
export const RATE_LIMITED = failure(429, {
  type: 'invalid_request_error',
  code: 'rate_limit',
  message: 'Request rate limit exceeded.',
});
export const REPLAYED = { 'idempotent-replayed': 'true' };
export const INTERNAL = failure(
  500,
  { type: 'api_error', message: 'Sorry! There was an error on our end.' },
  'false',
);
