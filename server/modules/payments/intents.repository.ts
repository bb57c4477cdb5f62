import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../database/client.ts';
import { prepareOnce } from '../../database/prepare-once.ts';
import { classes, paymentIntents, shop } from '../../database/schema.ts';
import { notFound } from '../../http/api-error.ts';
import { lockPublishedClass } from '../classes/classes.repository.ts';
import { countAsOffered, findEnrollmentProblem, isSeatDueToLine } from '../classes/seats.ts';
import { CURRENCY } from '../site-settings/site-settings.repository.ts';
import { lockAgainstDeletion } from '../users/users.repository.ts';
import { doneFor, inSeconds } from './due-rows.ts';

export type PaymentIntent = typeof paymentIntents.$inferSelect;

/** Seconds for which a new intent, or one whose buyer has returned, is left to the buyer's browser. */
const GRACE = 15;
/**
 * Seconds between two checks of an open intent: for the first checks after the buyer was active (`oftenFor` of them),
 * and for later ones.
 */
const CHECKS = { often: 60, seldom: 600, oftenFor: 10 };

const isOpen = eq(paymentIntents.state, 'open');
export const OPEN_INTENTS: SQL = isOpen;

const openFor = (userId: string, classId: string) =>
  and(eq(paymentIntents.userId, userId), eq(paymentIntents.classId, classId), isOpen);

/** A user's open intent for a class, if there is one. Its amount is the price that they were quoted. */
export const findOpenIntent = async (
  db: Queryable,
  userId: string,
  classId: string,
): Promise<PaymentIntent | undefined> => {
  const [row] = await db.select().from(paymentIntents).where(openFor(userId, classId));
  return row;
};

/** An intent to open. `amount` is in minor units. */
export type NewIntent = Pick<PaymentIntent, 'userId' | 'classId' | 'amount'>;

/**
 * Finds or opens an intent of a class, which the caller has locked. Of two concurrent calls, one opens it and both return
 * it.
 */
const openIntent = async (trx: Transaction, intent: NewIntent): Promise<PaymentIntent> => {
  await countAsOffered(trx, intent);
  const [created] = await trx
    .insert(paymentIntents)
    .values({ ...intent, currency: CURRENCY, dueAt: inSeconds(GRACE) })
    .onConflictDoNothing()
    .returning();
  if (created) return created;
  return (await findOpenIntent(trx, intent.userId, intent.classId)) ?? openIntent(trx, intent);
};

/**
 * Finds a user's open intent for a class without a limit of seats, or opens one with this price in the site's currency.
 * One statement locks the class and opens the intent, so that a limit which is set concurrently either counts the
 * intent or prevents it. It does not lock the class if there is an open intent: a transaction that is recording its
 * payment locks the class as well, and would wait for this one, which waits for it.
 * @returns undefined if the class has a limit or is paused, or if a concurrent call has ended the intent
 */
export const openIntentWithoutSeat = async (
  db: Queryable,
  { userId, classId, amount }: NewIntent,
): Promise<PaymentIntent | undefined> => {
  await db.execute(sql`
    insert into ${paymentIntents} (user_id, class_id, amount, currency, due_at)
    select ${userId}, ${classes.id}, ${amount}, ${CURRENCY}, ${inSeconds(GRACE)}
      from ${classes}
     where ${classes.id} = ${classId} and ${classes.seats} is null and ${classes.pausedAt} is null
       and not exists (select from ${paymentIntents} where ${openFor(userId, classId)})
       for share of ${classes}
        on conflict do nothing`);
  return findOpenIntent(db, userId, classId);
};

/**
 * Finds or opens an intent in the same way for a class with limited seats, where an open intent holds one.
 * @throws ApiError `not_found`, or `class_full` if it is paused, or if all seats are taken or held by others
 */
export const openIntentWithSeat = (db: Database, intent: NewIntent): Promise<PaymentIntent> =>
  db.transaction(async (trx) => {
    const { userId, classId } = intent;
    await lockAgainstDeletion(trx, userId);
    if (!(await lockPublishedClass(trx, classId))) throw notFound('The class');
    const open = await findOpenIntent(trx, userId, classId);
    if (open) return open;
    const problem = await findEnrollmentProblem(trx, classId, userId);
    if (problem) throw problem;
    return openIntent(trx, intent);
  });

/**
 * Ends an open intent that can no longer be paid according to the provider, and opens another one in its place with
 * this price. In one transaction, so that its seat passes to the new one. If it had ended already, or its seat is due to
 * the waiting list, nothing is opened.
 */
export const replaceIntent = (db: Database, intent: PaymentIntent, amount: number): Promise<void> =>
  db.transaction(async (trx) => {
    const { id, userId, classId } = intent;
    await lockAgainstDeletion(trx, userId);
    const isSold = await lockPublishedClass(trx, classId);
    const ended = await trx
      .update(paymentIntents)
      .set({ state: 'canceled' })
      .where(and(eq(paymentIntents.id, id), isOpen))
      .returning({ id: paymentIntents.id });
    if (ended.length === 0 || !isSold || (await isSeatDueToLine(trx, intent))) return;
    await openIntent(trx, { userId, classId, amount });
  });

/** Finds an intent by the id of its row. */
export const findIntentById = async (db: Queryable, id: string): Promise<PaymentIntent | undefined> => {
  const [row] = await db.select().from(paymentIntents).where(eq(paymentIntents.id, id));
  return row;
};

/**
 * The row of a provider's intent: by the provider's id or, if a crash prevented that from being stored, by the row id
 * in the intent's metadata, which can be edited at the provider.
 * @param named the id in the metadata. It only counts if the metadata has this shop's mark. Intents without a mark are
 *   from before marks existed
 */
export const findIntent = async (
  db: Queryable,
  providerId: string,
  named: { id: string; shop: string | undefined } | undefined,
): Promise<PaymentIntent | undefined> => {
  const mark = sql.placeholder('shop');
  const isOurs = sql`(${mark}::text is null or exists (select from ${shop} where ${shop.mark}::text = lower(${mark})))`;
  const query = () =>
    db
      .select()
      .from(paymentIntents)
      .where(
        or(
          eq(paymentIntents.providerId, sql.placeholder('providerId')),
          and(eq(paymentIntents.id, sql.placeholder('id')), isOurs),
        ),
      )
      .orderBy(sql`${paymentIntents.providerId} = ${sql.placeholder('providerId')} desc nulls last`)
      .limit(1);
  const values = { providerId, id: named?.id ?? null, shop: named?.shop ?? null };
  const [row] = await prepareOnce(db, 'intent of the provider', query)(values);
  return row;
};

/** Restores the row of a provider's intent that this database has lost. */
export const restoreIntent = async (
  db: Queryable,
  intent: Pick<
    PaymentIntent,
    'id' | 'providerId' | 'userId' | 'classId' | 'amount' | 'currency' | 'livemode'
  >,
): Promise<void> => {
  await db.insert(paymentIntents).values({ ...intent, state: 'canceled' });
};

/**
 * Links an open row to one of the provider's intents: permanently, and to the first one. Buyers can only pay with this
 * one.
 * @returns whether it is the given intent
 */
export const linkProvider = async (
  db: Queryable,
  id: string,
  { id: providerId, livemode }: { id: string; livemode: boolean },
): Promise<boolean> => {
  const rows = await db
    .update(paymentIntents)
    .set({ providerId, livemode })
    .where(
      and(
        eq(paymentIntents.id, id),
        isOpen,
        or(isNull(paymentIntents.providerId), eq(paymentIntents.providerId, providerId)),
      ),
    )
    .returning({ id: paymentIntents.id });
  return rows.length > 0;
};

/** Advances to a new idempotency key, unless a concurrent call already has. */
export const nextAttempt = async (db: Queryable, { id, attempt }: PaymentIntent): Promise<void> => {
  await db
    .update(paymentIntents)
    .set({ attempt: attempt + 1 })
    .where(and(eq(paymentIntents.id, id), eq(paymentIntents.attempt, attempt)));
};

/** Ends an open intent that can no longer be paid according to the provider. */
export const endIntent = async (db: Queryable, id: string): Promise<void> => {
  await db
    .update(paymentIntents)
    .set({ state: 'canceled' })
    .where(and(eq(paymentIntents.id, id), isOpen));
};

/** Ends an open intent that no buyer has received. From then on, `linkProvider` refuses to link it. */
export const endUnlinkedIntent = async (db: Queryable, id: string): Promise<void> => {
  await db
    .update(paymentIntents)
    .set({ state: 'canceled' })
    .where(and(eq(paymentIntents.id, id), isOpen, isNull(paymentIntents.providerId)));
};

/** Records that the buyer is at the payment screen, so that the intent is checked often again. */
export const recordBuyerActivity = async (db: Queryable, id: string): Promise<void> => {
  await db
    .update(paymentIntents)
    .set({ checks: 0, ...doneFor(GRACE) })
    .where(eq(paymentIntents.id, id));
};

/** Schedules the next check of an intent that is still open, unless its buyer has returned meanwhile. */
export const recordCheck = async (
  db: Queryable,
  { id, checks }: PaymentIntent,
  now?: Date,
): Promise<void> => {
  const next = doneFor(checks + 1 < CHECKS.oftenFor ? CHECKS.often : CHECKS.seldom, now);
  await db
    .update(paymentIntents)
    .set({ checks: checks + 1, ...next })
    .where(and(eq(paymentIntents.id, id), eq(paymentIntents.checks, checks)));
};
