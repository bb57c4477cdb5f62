import type { FastifyBaseLogger } from 'fastify';
import type Stripe from 'stripe';
import type { Database } from '../../database/client.ts';
import { ApiError } from '../../http/api-error.ts';
import { syncRefund } from './give-back.ts';
import { setDispute } from './payments.repository.ts';
import { recordPayment } from './record-payment.ts';

interface Context {
  db: Database;
  stripe: Stripe;
  log: FastifyBaseLogger;
}

/** Answers that no repeat of the event will change: it is about nothing of ours, or was given back. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError &&
  ['not_found', 'payment_not_succeeded', 'payment_refunded'].includes(error.code);

/** The id of what a field of an event names, expanded or not. */
const idOf = (reference: string | { id: string } | null): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id;

/** Records the payment of an event first: events come in any order. @returns whether it is one of ours */
const ensureRecorded = async (context: Context, transactionId: string): Promise<boolean> => {
  try {
    await recordPayment(context, transactionId);
    return true;
  } catch (error) {
    if (!isFinal(error)) throw error;
    const { code } = error as ApiError;
    if (code === 'payment_refunded') return true;
    context.log.warn({ transactionId, code }, 'An event is about a payment that is not ours');
    return false;
  }
};

const recordDispute = async (context: Context, id: string): Promise<void> => {
  const dispute = await context.stripe.disputes.retrieve(id);
  const transactionId = idOf(dispute.payment_intent);
  if (!transactionId || !(await ensureRecorded(context, transactionId))) return;
  const openedAt = new Date(dispute.created * 1_000);
  await setDispute(context.db, transactionId, { status: dispute.status, openedAt });
  context.log.warn({ transactionId, status: dispute.status }, 'A payment is disputed');
};

/**
 * Takes in what the provider says happened, as often and in whichever order it says it. Other kinds of events
 * are none of our business.
 * @throws whatever keeps an event from being handled now, so that it comes again
 */
export const handleEvent = async (context: Context, event: Stripe.Event): Promise<void> => {
  switch (event.type) {
    case 'payment_intent.succeeded':
      await ensureRecorded(context, event.data.object.id);
      break;
    case 'charge.refunded':
    case 'refund.updated':
    case 'refund.failed': {
      const transactionId = idOf(event.data.object.payment_intent);
      if (transactionId && (await ensureRecorded(context, transactionId))) {
        await syncRefund(context, transactionId);
      }
      break;
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      await recordDispute(context, event.data.object.id);
      break;
    default:
  }
};
