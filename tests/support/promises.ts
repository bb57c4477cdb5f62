import type { Pool } from 'pg';
import { chargesOfShop, type ProviderCharge } from './stand-in/charges.ts';

/** What the shop's admins have decided about a charge. */
interface Closed {
  /** Minor units that were paid back by other means. */
  elsewhere: number;
  /** A dispute was lost, and an admin has ended the enrollment. */
  isEnded: boolean;
}

const readClosed = async (shop: Pool): Promise<Map<string, Closed>> => {
  const { rows } = await shop.query<Closed & { id: string }>(
    `select transaction_id as id, refunded_elsewhere as elsewhere,
       dispute_decision is not distinct from 'ended' as "isEnded" from payments
     where refunded_elsewhere > 0 or dispute_decision = 'ended'`,
  );
  return new Map(rows.map(({ id, ...closed }) => [id, closed]));
};

interface Enrollment {
  transactionId: string | null;
  /** In minor units. */
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

/** Describes what is wrong with a charge, or returns undefined. */
const chargeProblem = (
  { intentId, amount, refunded, pending, failed, requested, disputes }: ProviderCharge,
  enrollments: number,
  isListed: boolean,
  { elsewhere, isEnded }: Closed = { elsewhere: 0, isEnded: false },
): string | undefined => {
  const what = `${intentId} (${amount} taken, ${refunded} refunded, ${pending} pending, ${failed} failed)`;
  const back = refunded + elsewhere;
  const lost = disputes.reduce((sum, dispute) => sum + (dispute.status === 'lost' ? dispute.amount : 0), 0);
  if (requested + elsewhere > amount) return `${what} is paid back with more than was taken`;
  if (enrollments > 1) return `${what} has ${enrollments} enrollments`;
  if (isListed) return undefined;
  if (back >= amount) return enrollments === 1 ? `${what} is refunded and still enrolled` : undefined;
  // The refund is pending, and the provider has to complete it.
  if (back + pending >= amount) return undefined;
  if (enrollments === 1) {
    return isEnded && lost > 0 ? `${what} was lost in a dispute and is still enrolled` : undefined;
  }
  // The bank has returned the rest.
  return back + pending + lost >= amount ? undefined : `${what} has no enrollment and is not listed`;
};

/**
 * Compares a shop's enrollments with its provider's charges: each charge must have exactly one enrollment, be fully
 * refunded, or be listed as needing attention, none may be paid back with more than was taken, and each enrollment must
 * have a charge.
 * @param provider the database of the stand-in
 * @param shop the database of the shop
 * @param listed transaction ids that are listed
 * @param live the mode of the charges to check; absent: both
 * @returns a line for each violation
 */
export const findBrokenPromises = async (
  provider: Pool,
  shop: Pool,
  listed: ReadonlySet<string>,
  live?: boolean,
): Promise<string[]> => {
  const charges = await chargesOfShop(provider);
  const enrollments = await readEnrollments(shop);
  const closed = await readClosed(shop);
  const enrollmentsOf = (intentId: string) =>
    enrollments.filter(({ transactionId }) => transactionId === intentId).length;
  const chargeOf = new Map(charges.map((charge) => [charge.intentId, charge]));
  const unpaid = enrollments.filter(({ transactionId, price, userId, classId }) => {
    const charge = chargeOf.get(transactionId ?? '');
    return charge?.userId !== userId || charge.classId !== classId || charge.amount !== price;
  });
  return [
    ...charges
      .filter(({ livemode }) => live === undefined || livemode === live)
      .map((charge) => {
        const { intentId } = charge;
        const isListed = listed.has(intentId);
        return chargeProblem(charge, enrollmentsOf(intentId), isListed, closed.get(intentId));
      }),
    ...unpaid.map(
      ({ transactionId, price }) =>
        `An enrollment at ${price} has no charge of its own (${transactionId ?? 'no payment'})`,
    ),
  ].filter((problem) => problem !== undefined);
};
