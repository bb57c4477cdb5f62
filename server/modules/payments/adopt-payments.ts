import type Stripe from 'stripe';
import { idSchema } from '#contract/common.ts';
import type { Database } from '../../database/client.ts';
import { ApiError } from '../../http/api-error.ts';
import { failureOf, isReplayed } from '../../stripe/failure.ts';
import { classExists } from '../classes/classes.repository.ts';
import { isActive } from '../users/users.repository.ts';
import { retryEventsOf } from './events.repository.ts';
import { findIntent, restoreIntent } from './intents.repository.ts';
import { findPaymentByTransaction } from './payments.repository.ts';
import { listProviderRefunds } from './provider.ts';
import { recordPayment } from './record-payment.ts';
import { remainderAtProvider } from './refund-status.ts';
import { findShopMark } from './shop.repository.ts';

interface Context {
  db: Database;
  stripe: Stripe;
}

export interface Adopted {
  transactionId: string;
  outcome: 'enrolled' | 'refunded' | 'failed';
  /** Why it failed. It can be tried again. */
  problem?: string;
}

const isId = (text: string | undefined): text is string => idSchema.safeParse(text).success;

const findRow = ({ db }: Context, { id, metadata: { intentId } }: Stripe.PaymentIntent) =>
  findIntent(db, id, isId(intentId) ? { id: intentId, shop: undefined } : undefined);

/** Keys that one run tries, where the one before is used up: by an error that the provider keeps, or another amount. */
const ATTEMPTS = 3;

/** Refunds what remains there of a payment that nobody here can be enrolled for. */
const refundThere = async ({ stripe }: Context, intent: Stripe.PaymentIntent): Promise<'refunded'> => {
  const { id, amount_received: charged } = intent;
  for (let attempt = 1; ; attempt += 1) {
    const refunds = await listProviderRefunds(stripe, id);
    const amount = remainderAtProvider(charged, refunds);
    if (amount === 0) return 'refunded';
    try {
      // The provider refuses more than all, so a new key cannot refund anything twice.
      const idempotencyKey = `adopt-${id}-${refunds.length}-${attempt}`;
      await stripe.refunds.create({ payment_intent: id, amount }, { idempotencyKey });
      return 'refunded';
    } catch (error) {
      const isUsedUp = isReplayed(error) || failureOf(error) === 'conflict';
      if (!isUsedUp || attempt === ATTEMPTS) throw error;
    }
  }
};

/** Makes the row that is missing, and records the payment as always: what cannot be delivered is refunded. */
const takeOver = async (context: Context, intent: Stripe.PaymentIntent): Promise<Adopted['outcome']> => {
  const { intentId, userId, classId } = intent.metadata;
  const { db } = context;
  const isKnown =
    isId(intentId) &&
    isId(userId) &&
    isId(classId) &&
    (await isActive(db, userId)) &&
    (await classExists(db, classId));
  if (!isKnown) return refundThere(context, intent);
  const { id: providerId, amount, currency, livemode } = intent;
  if (!(await findRow(context, intent))) {
    await restoreIntent(db, { id: intentId, providerId, userId, classId, amount, currency, livemode });
  }
  try {
    await recordPayment(context, providerId);
    return 'enrolled';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'payment_refunded') return 'refunded';
    throw error;
  }
};

/** Settles one payment; one that the provider does not let be settled keeps no other from it. */
const settle = async (
  context: Context,
  intent: Stripe.PaymentIntent,
  refundAll: boolean,
): Promise<Pick<Adopted, 'outcome' | 'problem'>> => {
  try {
    // A row without its payment is on its way, or what an earlier run left that was stopped.
    const isRefunded = refundAll && !(await findRow(context, intent));
    const outcome = isRefunded ? await refundThere(context, intent) : await takeOver(context, intent);
    await retryEventsOf(context.db, intent.id);
    return { outcome };
  } catch (error) {
    if (!(error instanceof ApiError || failureOf(error))) throw error;
    return { outcome: 'failed', problem: (error as Error).message };
  }
};

/**
 * Takes over every succeeded intent with this shop's mark that the database has no record of, as after it was set back
 * to an older state: the person is enrolled where person and class are there, otherwise the payment is refunded.
 *
 * @param refundAll whether every payment is refunded, also those of active users
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
    adopted.push({ transactionId, ...(await settle(context, intent, refundAll)) });
  }
  return adopted;
};
