import { desc, isNull } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Database } from '../../database/client.ts';
import { paymentIntents, payments } from '../../database/schema.ts';
import { isLive } from '../../stripe/client.ts';
import { failureOf } from '../../stripe/failure.ts';

/**
 * Sets the mode of payments and intents from before it was stored: the one in which the provider knows the newest of
 * them.
 */
export const recordLivemode = async ({ db, stripe }: { db: Database; stripe: Stripe }): Promise<void> => {
  const [newest] = await db
    .select({ transactionId: payments.transactionId })
    .from(payments)
    .where(isNull(payments.livemode))
    .orderBy(desc(payments.paidAt))
    .limit(1);
  if (!newest) return;
  const livemode = await stripe.paymentIntents.retrieve(newest.transactionId).then(
    (intent) => intent.livemode,
    (error: unknown) => {
      if (failureOf(error) === 'missing') return !isLive(stripe);
      throw error;
    },
  );
  await db.update(payments).set({ livemode }).where(isNull(payments.livemode));
  await db.update(paymentIntents).set({ livemode }).where(isNull(paymentIntents.livemode));
};
