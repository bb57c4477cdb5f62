import { notInArray, and, like, sql } from 'drizzle-orm';
import type { Database } from '../database/client.ts';
import { payments } from '../database/schema.ts';

/** The prefix of the demo's transaction ids, which no provider uses. */
export const DEMO_TRANSACTION = 'pi_demo_';

/** The seeded payments that the card sandbox does not know yet. `amount` is in minor units. */
export const listDemoPayments = async (db: Database) => {
  const rows = await db
    .select()
    .from(payments)
    .where(
      and(
        like(payments.transactionId, `${DEMO_TRANSACTION.replaceAll('_', '\\_')}%`),
        notInArray(payments.transactionId, sql`(select id from card_sandbox.objects)`),
      ),
    );
  return rows.map(({ transactionId, amount, currency, paidAt, classId, userId }) => ({
    id: transactionId,
    amount,
    currency,
    paidAt,
    metadata: { classId, userId },
  }));
};
