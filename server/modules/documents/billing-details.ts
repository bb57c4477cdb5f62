import { eq } from 'drizzle-orm';
import type { BillingDetails } from '#contract/billing-details.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { billingDetails } from '../../database/schema.ts';

const NONE: BillingDetails = { name: '', address: '', taxNumber: '' };

/** A user's billing details. All fields are empty until the user has set them. */
export const findBillingDetails = async (db: Queryable, userId: string): Promise<BillingDetails> => {
  const { name, address, taxNumber } = billingDetails;
  const [row] = await db
    .select({ name, address, taxNumber })
    .from(billingDetails)
    .where(eq(billingDetails.id, userId));
  return row ?? NONE;
};

/** Replaces a user's billing details. Issued documents do not change. */
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

/** Deletes a user's billing details. Issued documents do not change. */
export const deleteBillingDetailsOf = async (trx: Transaction, userId: string): Promise<void> => {
  await trx.delete(billingDetails).where(eq(billingDetails.id, userId));
};
