import type Stripe from 'stripe';
import { isSameId } from '#contract/id.ts';
import type { Transaction } from '../../database/client.ts';
import { isActive } from '../users/users.repository.ts';
import type { PaymentIntent } from './intents.repository.ts';

/** A charge of the provider with its refunds. */
export interface Charged {
  intent: Stripe.PaymentIntent;
  refunds: Stripe.Refund[];
}

/** The reasons for refunds, as shown to the payer. */
const ALREADY_ENROLLED = 'You were already enrolled in this class';
const CLASS_WITHDRAWN = 'The class was withdrawn before your payment arrived';
const CLASS_FULL = 'The class was full before your payment arrived';
const ACCOUNT_DELETED = 'The account was deleted before the payment arrived';
const CHARGE_MISMATCH = 'The charge did not match the price of this class';
const REFUNDED_ELSEWHERE = 'The payment was refunded by the card provider';

/** Whether a charge matches the stored intent: amount, currency, class and user. */
const matchesIntent = ({ intent }: Charged, stored: PaymentIntent): boolean =>
  intent.amount_received === stored.amount &&
  intent.currency === stored.currency &&
  isSameId(intent.metadata.classId, stored.classId) &&
  isSameId(intent.metadata.userId, stored.userId);

/** Whether a charge has already been refunded in full. */
const isRefunded = ({ intent, refunds }: Charged): boolean =>
  refunds.filter(({ status }) => status === 'succeeded').reduce((sum, { amount }) => sum + amount, 0) >=
  intent.amount_received;

/** Why a charge cannot become an enrollment, judged by the charge alone. Undefined if it can. */
export const findRefusalReason = (charged: Charged, stored: PaymentIntent): string | undefined => {
  if (isRefunded(charged)) return REFUNDED_ELSEWHERE;
  return matchesIntent(charged, stored) ? undefined : CHARGE_MISMATCH;
};

/** Why the buyer could not be enrolled, given whether the class is published and full. */
export const findUndeliverableReason = async (
  trx: Transaction,
  { userId }: PaymentIntent,
  { isPublished, isFull }: { isPublished: boolean; isFull: boolean },
): Promise<string> => {
  if (!(await isActive(trx, userId))) return ACCOUNT_DELETED;
  if (isFull) return CLASS_FULL;
  return isPublished ? ALREADY_ENROLLED : CLASS_WITHDRAWN;
};
