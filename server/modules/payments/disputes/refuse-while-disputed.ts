import { ApiError } from '../../../http/api-error.ts';
import type { PaymentRecord } from '../payments.repository.ts';

/**
 * Refuses to pay money back while the bank may take it: the payer would receive it twice.
 * @throws ApiError `payment_disputed`
 */
export const refuseWhileDisputed = ({ chargedBack }: PaymentRecord): void => {
  if (chargedBack)
    throw new ApiError(
      'payment_disputed',
      'The cardholder disputes this payment. The money can be paid back once the dispute is decided.',
    );
};
