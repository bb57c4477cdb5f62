import { eq } from 'drizzle-orm';
import type { BillingDetails } from '#contract/billing-details.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { billingDetails } from '../../database/schema.ts';

const NONE: BillingDetails = { name: '', address: '', taxNumber: '' };

/** What a user wants on their receipts. All of it is empty before they have said so. */
export const findBillingDetails = async (db: Queryable, userId: string): Promise<BillingDetails> => {
  const { name, address, taxNumber } = billingDetails;
  const [row] = await db
    .select({ name, address, taxNumber })
    .from(billingDetails)
    .where(eq(billingDetails.id, userId));
  return row ?? NONE;
};

/** Replaces what a user wants on their receipts. Documents that have been issued keep what they say. */
export const setBillingDetails = async (
  db: Queryable,
  userId: string,
  details: BillingDetails,
): Promise<void> => {
  await db
    .insert(billingDetails)
    .values({ id: userId, ...details })
    .onConflictDoUpdate({ target: billingDetails.id, set: details });
};

export const deleteBillingDetailsOf = async (trx: Transaction, userId: string): Promise<void> => {
  await trx.delete(billingDetails).where(eq(billingDetails.id, userId));
};
