import { sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Transaction } from '../../database/client.ts';
import { paymentIntents, payments } from '../../database/schema.ts';
import { isLive } from '../../stripe/client.ts';
import { OPEN_INTENTS } from './intents.repository.ts';
import { ofMode } from './of-mode.ts';

/**
 * Whether there are open intents or payments, so that the site's currency must not change. Test payments do not count once the
 * keys are live. No new payment can start until the transaction ends.
 */
export const isCurrencyInUse = async (trx: Transaction, stripe: Stripe): Promise<boolean> => {
  const counts = isLive(stripe) ? ofMode(true) : sql`true`;
  await trx.execute(sql`lock table ${paymentIntents} in share mode`);
  const { rows } = await trx.execute<{ used: boolean }>(sql`
    select exists (select from ${paymentIntents} where ${OPEN_INTENTS})
        or exists (select from ${payments} where ${counts}) as used`);
  return rows[0]!.used;
};
