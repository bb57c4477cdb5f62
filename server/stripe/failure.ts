import Stripe from 'stripe';
import { ApiError } from '../http/api-error.ts';

/**
 * What a failed call to the provider means for the request (https://docs.stripe.com/error-low-level):
 * - `refused`: it was not carried out, and never will be in this form
 * - `missing`: the provider has no such object
 * - `conflict`: the idempotency key was used with other parameters
 * - `busy`: the key is in use (409) or the rate limit is exceeded (429); the same request can be repeated
 * - `unauthorized`: the API key does not allow it
 * - `failed`: an error of the provider (5xx), which it may repeat for the same idempotency key for 24 hours
 * - `unanswered`: there was no response; the request may have been carried out
 */
export type ProviderFailure =
  'refused' | 'missing' | 'conflict' | 'busy' | 'unauthorized' | 'failed' | 'unanswered';

const ofStatus = (status: number, { code }: Stripe.errors.StripeError): ProviderFailure => {
  if (status >= 500) return 'failed';
  if (status === 409 || status === 429 || code === 'rate_limit' || code === 'lock_timeout') return 'busy';
  if (status === 401 || status === 403) return 'unauthorized';
  if (code === 'resource_missing') return 'missing';
  return status >= 400 ? 'refused' : 'unanswered';
};

/** The kind of a failure, or undefined for an error that is not the provider's. */
export const failureOf = (error: unknown): ProviderFailure | undefined => {
  if (!(error instanceof Stripe.errors.StripeError)) return undefined;
  if (error instanceof Stripe.errors.StripeIdempotencyError) return 'conflict';
  return error.statusCode ? ofStatus(error.statusCode, error) : 'unanswered';
};

/**
 * Whether an error is the stored response to an earlier request with the same idempotency key, which will not change.
 */
export const isReplayed = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';

/** Milliseconds after which the provider asks to repeat the request, or undefined if it does not say. */
export const retryAfterOf = (error: unknown): number | undefined => {
  if (!(error instanceof Stripe.errors.StripeError)) return undefined;
  const seconds = Number(error.headers?.['retry-after']);
  return seconds > 0 ? seconds * 1_000 : undefined;
};

/** The error `provider_unavailable`. */
export const providerUnavailable = (): ApiError =>
  new ApiError(
    'provider_unavailable',
    'The card provider cannot be reached. Nothing is lost. Please try again.',
  );

/** Converts an error of the SDK to the ApiError for the caller. Any other error is returned unchanged. */
export const toApiError = (error: unknown): unknown =>
  failureOf(error) ? Object.assign(providerUnavailable(), { cause: error }) : error;
