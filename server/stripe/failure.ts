import Stripe from 'stripe';
import { ApiError } from '../http/api-error.ts';

/**
 * What a failed call to the provider says of what was asked (https://docs.stripe.com/error-low-level):
 * - `refused`: it was not done and never will be as asked
 * - `missing`: the provider knows no such object
 * - `conflict`: the idempotency key was used with other parameters
 * - `busy`: the key is in use (409), or too much is asked (429); the same may be asked again
 * - `unauthorized`: the key does not open this
 * - `failed`: an error of the provider's (5xx), which it may repeat for the same key for 24 hours
 * - `unanswered`: no answer; it may have been done
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

/** Whether an error is the stored answer to an earlier request with the same key, which will not change. */
export const isReplayed = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';

/** Milliseconds after which the provider wants to be asked again, if it says so. */
export const retryAfterOf = (error: unknown): number | undefined => {
  if (!(error instanceof Stripe.errors.StripeError)) return undefined;
  const seconds = Number(error.headers?.['retry-after']);
  return seconds > 0 ? seconds * 1_000 : undefined;
};

export const providerUnavailable = (): ApiError =>
  new ApiError(
    'provider_unavailable',
    'The card provider cannot be reached. Nothing is lost, please try again.',
  );

/** What to throw for a failure of the SDK: an answer for the caller. What is not the SDK's stays as it is. */
export const toApiError = (error: unknown): unknown =>
  failureOf(error) ? Object.assign(providerUnavailable(), { cause: error }) : error;
