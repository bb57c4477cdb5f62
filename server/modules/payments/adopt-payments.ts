import type Stripe from 'stripe';
import { idSchema } from '#contract/common.ts';
import type { Database } from '../../database/client.ts';
import { ApiError } from '../../http/api-error.ts';
import { classExists } from '../classes/classes.repository.ts';
import { isLiving } from '../users/users.repository.ts';
import { findIntent, restoreIntent } from './intents.repository.ts';
import { findPaymentByTransaction } from './payments.repository.ts';
import { recordPayment } from './record-payment.ts';
import { findShopMark } from './shop.repository.ts';

interface Context {
  db: Database;
  stripe: Stripe;
}

export interface Adopted {
  transactionId: string;
  outcome: 'enrolled' | 'refunded';
}

const isId = (text: string | undefined): text is string => idSchema.safeParse(text).success;

/** Refunds what nobody here can be enrolled for. The key makes a repeat harmless. */
const refundThere = async ({ stripe }: Context, { id }: Stripe.PaymentIntent): Promise<'refunded'> => {
  const { data } = await stripe.refunds.list({ payment_intent: id, limit: 1 });
  if (data.length === 0) {
    await stripe.refunds.create({ payment_intent: id }, { idempotencyKey: `adopt-${id}` });
  }
  return 'refunded';
};

/** Makes the row that is missing, and records the payment as always: what cannot be delivered is refunded. */
const takeOver = async (context: Context, intent: Stripe.PaymentIntent): Promise<Adopted['outcome']> => {
  const { intentId, userId, classId } = intent.metadata;
  const { db } = context;
  const isKnown =
    isId(intentId) &&
    isId(userId) &&
    isId(classId) &&
    (await isLiving(db, userId)) &&
    (await classExists(db, classId));
  if (!isKnown) return refundThere(context, intent);
  const { id: providerId, amount, currency, livemode } = intent;
  await restoreIntent(db, { id: intentId, providerId, userId, classId, amount, currency, livemode });
  try {
    await recordPayment(context, providerId);
    return 'enrolled';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'payment_refunded') return 'refunded';
    throw error;
  }
};

/**
 * Takes over every succeeded intent with this shop's mark that the database has no record of, as after it was set back
 * to an older state: the person is enrolled where person and class are there, otherwise the payment is refunded.
 *
 * @param refundAll whether all of them are refunded, whoever they are of
 */
export const adoptPayments = async (context: Context, { refundAll = false } = {}): Promise<Adopted[]> => {
  const { db, stripe } = context;
  const mark = await findShopMark(db);
  const adopted: Adopted[] = [];
  for await (const intent of stripe.paymentIntents.list({ limit: 100, expand: ['data.latest_charge'] })) {
    const { id: transactionId, status, metadata, latest_charge: charge } = intent;
    if (status !== 'succeeded' || metadata.shop !== mark) continue;
    if (typeof charge === 'object' && charge?.refunded) continue;
    if (await findPaymentByTransaction(db, transactionId)) continue;
    if (await findIntent(db, transactionId, isId(metadata.intentId) ? metadata.intentId : undefined))
      continue;
    const outcome = refundAll ? await refundThere(context, intent) : await takeOver(context, intent);
    adopted.push({ transactionId, outcome });
  }
  return adopted;
};
