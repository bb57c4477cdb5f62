import type { Pool } from 'pg';
import { chargesOfShop, type ProviderCharge } from './stand-in/charges.ts';

interface Enrollment {
  transactionId: string | null;
  /** Minor units. */
  price: number;
  userId: string;
  classId: string;
}

const readEnrollments = async (shop: Pool): Promise<Enrollment[]> => {
  const { rows } = await shop.query<Enrollment>(
    `select p.transaction_id as "transactionId", e.price, e.user_id as "userId", e.class_id as "classId"
     from enrollments e left join payments p on p.id = e.payment_id where e.price > 0`,
  );
  return rows;
};

/** What is wrong with one charge, if anything is. */
const chargeProblem = (
  { intentId, amount, refunded, pending, failed }: ProviderCharge,
  enrollments: number,
  isListed: boolean,
): string | undefined => {
  const what = `${intentId} (${amount} taken, ${refunded} refunded, ${pending} pending, ${failed} failed)`;
  if (enrollments > 1) return `${what} has ${enrollments} enrollments`;
  if (isListed) return undefined;
  if (refunded === amount) return enrollments === 1 ? `${what} is refunded and still enrolled` : undefined;
  // Its refund is on the way: the provider, not the shop, has the next word.
  if (refunded + pending === amount) return undefined;
  return enrollments === 1 ? undefined : `${what} has no enrollment and is not listed`;
};

/**
 * Holds a shop's enrollments against what its provider charged: each charge has exactly one enrollment, or is
 * refunded whole, or is listed as needing attention; and no enrollment is without its charge.
 *
 * @param provider the database of the stand-in @param shop that of the shop @param listed transaction ids
 * @returns what does not hold, a line each
 */
export const findBrokenPromises = async (
  provider: Pool,
  shop: Pool,
  listed: ReadonlySet<string>,
): Promise<string[]> => {
  const charges = await chargesOfShop(provider);
  const enrollments = await readEnrollments(shop);
  const enrollmentsOf = (intentId: string) =>
    enrollments.filter(({ transactionId }) => transactionId === intentId).length;
  const chargeOf = new Map(charges.map((charge) => [charge.intentId, charge]));
  const unpaid = enrollments.filter(({ transactionId, price, userId, classId }) => {
    const charge = chargeOf.get(transactionId ?? '');
    return charge?.userId !== userId || charge.classId !== classId || charge.amount !== price;
  });
  return [
    ...charges.map((charge) =>
      chargeProblem(charge, enrollmentsOf(charge.intentId), listed.has(charge.intentId)),
    ),
    ...unpaid.map(
      ({ transactionId, price }) =>
        `An enrollment at ${price} has no charge of its own (${transactionId ?? 'no payment'})`,
    ),
  ].filter((problem) => problem !== undefined);
};
