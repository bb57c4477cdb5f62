import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Database } from '../../../database/client.ts';
import { classes, payments } from '../../../database/schema.ts';
import { toApiError } from '../../../stripe/failure.ts';
import { notifyAdmins } from '../../notifications/notify.ts';
import { countRefunds } from '../refunds/count-refunds.ts';
import { findDispute, upsertDispute } from './disputes.repository.ts';
import { hasReached, phaseOf, rankOfDispute } from './dispute-status.ts';
import { lockPayment } from '../payments.repository.ts';

/** The intent of a dispute. */
export const transactionOf = ({ payment_intent: intent }: Stripe.Dispute): string | undefined =>
  typeof intent === 'string' ? intent : intent?.id;

/** The date of the provider's seconds since 1970. */
const toDate = (seconds: number | null): Date | null => (seconds ? new Date(seconds * 1_000) : null);

/** Stores the status of a dispute, unless a later one is already stored. */
const importDispute = (db: Database, dispute: Stripe.Dispute): Promise<void> =>
  db.transaction(async (trx) => {
    const { id, status, amount } = dispute;
    const payment = await lockPayment(trx, { transactionId: transactionOf(dispute) ?? '' });
    if (!payment) return;
    const stored = await findDispute(trx, id, payment.transactionId);
    if (rankOfDispute(status) < rankOfDispute(stored?.status ?? null)) return;
    const dueBy = toDate(dispute.evidence_details.due_by);
    const openedAt = new Date(dispute.created * 1_000);
    await upsertDispute(
      trx,
      { id, paymentId: payment.id, status, amount, openedAt, dueBy },
      payment.transactionId,
    );
    // A gift has to be decided on again. An enrollment that has ended is not restored.
    if (status === 'lost' && stored?.status !== 'lost' && payment.disputeDecision === 'gift')
      await trx.update(payments).set({ disputeDecision: null }).where(eq(payments.id, payment.id));
    await countRefunds(trx, payment);
    const [sold] = await trx.select().from(classes).where(eq(classes.id, payment.classId));
    // A chargeback has a deadline of its own, so admins are notified of it even if they know the inquiry.
    await notifyAdmins(trx, 'dispute', `${id} ${phaseOf(status)}`, {
      paymentId: payment.id,
      title: sold!.title,
      amount,
      currency: dispute.currency,
      dueBy: dueBy?.toISOString() ?? null,
    });
  });

/**
 * Stores the current status of a dispute at the provider.
 * @returns whether it has reached at least the expected status there
 * @throws ApiError `provider_unavailable`
 */
export const syncDispute = async (
  { db, stripe }: { db: Database; stripe: Stripe },
  id: string,
  expected?: string,
): Promise<boolean> => {
  const dispute = await stripe.disputes.retrieve(id).catch((error: unknown) => {
    throw toApiError(error);
  });
  await importDispute(db, dispute);
  return hasReached(dispute.status, expected);
};

/** Stores the disputes that a charge already has when it is recorded. @throws ApiError `provider_unavailable` */
export const syncDisputesOf = async (
  { db, stripe }: { db: Database; stripe: Stripe },
  transactionId: string,
): Promise<void> => {
  const { data } = await stripe.disputes
    .list({ payment_intent: transactionId, limit: 100 })
    .catch((error: unknown) => {
      throw toApiError(error);
    });
  for (const dispute of data) await importDispute(db, dispute);
};
