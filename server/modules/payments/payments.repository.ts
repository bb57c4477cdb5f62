import { and, asc, eq, gt, lt, or } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/client.ts';
import { type INTENT_STATES, paymentIntents, payments, users } from '../../database/schema.ts';

export type PaymentIntent = typeof paymentIntents.$inferSelect;

const openFor = (userId: string, classId: string) =>
  and(
    eq(paymentIntents.userId, userId),
    eq(paymentIntents.classId, classId),
    eq(paymentIntents.state, 'open'),
  );

/**
 * The person's open intent for the class, or a new one with this price. Of two calls at once one makes it
 * and both get it.
 */
export const openIntent = async (
  db: Queryable,
  intent: { userId: string; classId: string; amount: number; currency: string },
): Promise<PaymentIntent> => {
  const [created] = await db.insert(paymentIntents).values(intent).onConflictDoNothing().returning();
  if (created) return created;
  const [existing] = await db.select().from(paymentIntents).where(openFor(intent.userId, intent.classId));
  return existing ?? openIntent(db, intent);
};

export const setProviderId = async (db: Queryable, id: string, providerId: string): Promise<void> => {
  await db.update(paymentIntents).set({ providerId }).where(eq(paymentIntents.id, id));
};

export const setIntentState = async (
  db: Queryable,
  id: string,
  state: (typeof INTENT_STATES)[number],
): Promise<void> => {
  await db.update(paymentIntents).set({ state }).where(eq(paymentIntents.id, id));
};

/**
 * Our row of a provider's intent: by the provider's id or, where a crash came before that was noted, by the
 * row id that the intent carries in its metadata.
 */
export const findIntent = async (
  db: Queryable,
  providerId: string,
  rowId: string | undefined,
): Promise<PaymentIntent | undefined> => {
  const [row] = await db
    .select()
    .from(paymentIntents)
    .where(or(eq(paymentIntents.providerId, providerId), rowId ? eq(paymentIntents.id, rowId) : undefined));
  return row;
};

/** A batch of the intents made before `moment` that are not settled here, in the order of their ids. */
export const listUnsettledIntents = (
  db: Queryable,
  { before, afterId, limit }: { before: Date; afterId?: string; limit: number },
): Promise<PaymentIntent[]> =>
  db
    .select()
    .from(paymentIntents)
    .where(
      and(
        eq(paymentIntents.state, 'open'),
        lt(paymentIntents.createdAt, before),
        afterId ? gt(paymentIntents.id, afterId) : undefined,
      ),
    )
    .orderBy(asc(paymentIntents.id))
    .limit(limit);

/**
 * Writes down money received, with the payer's address of now.
 * @returns the payment's id, or undefined where the transaction is recorded already
 */
export const insertPayment = async (
  trx: Transaction,
  payment: { transactionId: string; userId: string; classId: string; amount: number; currency: string },
): Promise<string | undefined> => {
  const [user] = await trx.select({ email: users.email }).from(users).where(eq(users.id, payment.userId));
  const [row] = await trx
    .insert(payments)
    .values({ ...payment, email: user!.email })
    .onConflictDoNothing({ target: payments.transactionId })
    .returning({ id: payments.id });
  return row?.id;
};
