import type Stripe from 'stripe';

interface FailureBody {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
}

/** An error response in Stripe's shape (https://docs.stripe.com/api/errors). It does not roll back earlier writes. */
export class StripeFailure extends Error {
  override name = 'StripeFailure';
  readonly status: number;
  readonly error: FailureBody;

  constructor(status: number, error: FailureBody) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export const invalidRequest = (
  message: string,
  details: Partial<FailureBody> = {},
  status = 400,
): StripeFailure => new StripeFailure(status, { type: 'invalid_request_error', message, ...details });

export const missing = (type: string, id: string): StripeFailure =>
  invalidRequest(`No such ${type}: '${id}'`, { code: 'resource_missing', param: 'id' }, 404);
