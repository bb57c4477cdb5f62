import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type Stripe from 'stripe';
import { ApiError } from '../../../http/api-error.ts';
import { paymentEvents } from '../../../database/schema.ts';
import { toApiError } from '../../../stripe/failure.ts';
import { syncDispute } from '../disputes/disputes.ts';
import type { PaymentContext } from '../context.ts';
import {
  findEvent,
  insertWebhookEvent,
  type PaymentEvent,
  setEventFailure,
  setHandled,
} from './events.repository.ts';
import type { NewEvent } from './event-row.ts';
import { findPaymentByTransaction } from '../payments.repository.ts';
import { countForeign } from '../payment-counters.ts';
import { MISSING_ROW, recordPayment } from '../record-payment.ts';
import { listRefunds } from '../refunds/refunds.repository.ts';
import { isRefundKnown, isSumKnown } from '../refunds/refund-status.ts';
import { syncRefunds } from '../refunds/sync-refunds.ts';
import { at, inSeconds, postpone } from '../due-rows.ts';

interface Context extends PaymentContext {
  log: FastifyBaseLogger;
  now?: Date;
}

/** The intent of an event that does not contain its id. Null if the event's object has none. */
const findTransactionOf = async (
  stripe: Stripe,
  { type, objectId }: PaymentEvent,
): Promise<string | null> => {
  const read = (): Promise<{ payment_intent?: string | Stripe.PaymentIntent | null }> => {
    if (type.startsWith('charge.dispute.')) return stripe.disputes.retrieve(objectId);
    return type === 'charge.refunded' ? stripe.charges.retrieve(objectId) : stripe.refunds.retrieve(objectId);
  };
  const { payment_intent: intent } = await read().catch((error: unknown) => {
    throw toApiError(error);
  });
  return typeof intent === 'string' ? intent : (intent?.id ?? null);
};

/** The error if a read from the provider does not show yet what an event reports: the event is not done. */
const notVisibleYet = (): ApiError =>
  new ApiError('unavailable', 'The card provider’s API does not show the change of this event yet');

/**
 * Makes sure that the payment of an event is recorded before the event is handled, because events arrive in any order.
 * @returns whether the payment is this shop's
 * @throws ApiError if that cannot be decided yet
 */
const ensureRecorded = async (
  context: Context,
  event: PaymentEvent,
  transactionId: string,
): Promise<boolean> => {
  if (await findPaymentByTransaction(context.db, transactionId)) return true;
  try {
    await recordPayment(context, transactionId);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'payment_refunded') return true;
    // Each of these events implies that the intent has succeeded, so a read that says otherwise is outdated.
    if (error.code === 'payment_processing' || error.code === 'payment_not_succeeded') throw notVisibleYet();
    if (error.code !== 'not_found') throw error;
    if (event.isMarked) throw notVisibleYet();
    countForeign();
    context.log.info({ transactionId }, 'An event belongs to a payment of another shop');
    return false;
  }
};

const syncRefundsOf = async (context: Context, event: PaymentEvent, transactionId: string): Promise<void> => {
  const { objectId, expected, type } = event;
  const payment = await findPaymentByTransaction(context.db, transactionId);
  if (!payment) return;
  const isKnown = async () => {
    const known = await listRefunds(context.db, [payment.id]);
    return type === 'charge.refunded'
      ? isSumKnown(known, expected.amount ?? Infinity)
      : isRefundKnown(known, objectId, expected.status ?? 'pending');
  };
  if (await isKnown()) return;
  await syncRefunds(context, transactionId);
  const isStateKnown = expected.amount !== undefined || expected.status !== undefined;
  if (isStateKnown && !(await isKnown())) throw notVisibleYet();
};

/**
 * Handles an event. Events can arrive repeatedly and in any order.
 * @throws any error that prevents it from being handled now, so that it is retried
 */
const handle = async (context: Context, event: PaymentEvent): Promise<void> => {
  const { type } = event;
  const transactionId = event.transactionId ?? (await findTransactionOf(context.stripe, event));
  if (!transactionId || !(await ensureRecorded(context, event, transactionId))) return;
  if (type.startsWith('charge.dispute.')) {
    const isVisible = await syncDispute(context, event.objectId, event.expected.status);
    if (!isVisible) throw notVisibleYet();
  } else if (type !== 'payment_intent.succeeded') {
    await syncRefundsOf(context, event, transactionId);
  }
};

/**
 * Seconds until an event whose payment has no row is retried. It waits for an admin, and thousands of such events would
 * flood the provider with requests.
 */
const WAIT_FOR_ROW = 600;

/** Handles a stored event, and records that it is done or why not. */
export const handleEvent = async (context: Context, id: string): Promise<void> => {
  const event = await findEvent(context.db, id);
  if (!event) return;
  try {
    await handle(context, event);
    await setHandled(context.db, id);
  } catch (error) {
    const { message } = error as Error;
    // An event that waited for its row, and now has another failure, is due as any other.
    const dueAt =
      message === MISSING_ROW
        ? inSeconds(WAIT_FOR_ROW, context.now)
        : sql`least(${paymentEvents.dueAt}, ${at(context.now)})`;
    await setEventFailure(context.db, id, message, dueAt);
    throw error;
  }
};

/** Handles an event of the webhook. It is stored first, so that it is handled even if the provider never repeats it. */
export const receiveEvent = async (context: Context, event: NewEvent): Promise<void> => {
  await insertWebhookEvent(context.db, event);
  try {
    await handleEvent(context, event.id);
  } catch (error) {
    await postpone(context.db, paymentEvents, event.id);
    throw error;
  }
};
