import { chargesOfShop } from '#tests/support/stand-in/charges.ts';
import type { World } from './world.ts';

/** A recorded payment whose payer is not enrolled in the class by it or otherwise. Amounts are in minor units. */
interface Unenrolled {
  id: string;
  /** Requested refunds that may not have reached the provider, and those that it has accepted. */
  refunding: number;
  elsewhere: number;
  decision: 'ended' | 'gift' | null;
}

/**
 * Payments that were delivered once and whose payer is not enrolled. A test payment is left out if the payer has also paid
 * with real money, because it replaces no real one.
 */
const readUnenrolled = async (world: World): Promise<Unenrolled[]> => {
  const { rows } = await world.pool.query<Unenrolled>(
    `select p.transaction_id as id, p.refunding_amount as refunding, p.refunded_elsewhere as elsewhere,
            p.dispute_decision as decision
       from payments p
      where not p.undelivered
        and not exists (select from enrollments e where (e.user_id, e.class_id) = (p.user_id, p.class_id))
        and (p.livemode or not exists (
              select from payments r where (r.user_id, r.class_id) = (p.user_id, p.class_id) and r.livemode))`,
  );
  return rows;
};

/**
 * Buyers without the class although the shop keeps what they paid, or an admin has given it to them after a lost dispute.
 * That an admin is asked to look at the payment is no excuse.
 */
export const findLockedOut = async (world: World): Promise<string[]> => {
  const charges = new Map(
    (await chargesOfShop(world.standIn.pool)).map((charge) => [charge.intentId, charge]),
  );
  return (await readUnenrolled(world))
    .filter(({ id, refunding, elsewhere, decision }) => {
      const charge = charges.get(id);
      if (charge?.livemode !== world.live || decision === 'ended') return false;
      const lost = charge.disputes.reduce(
        (sum, { status, amount }) => sum + (status === 'lost' ? amount : 0),
        0,
      );
      const back = charge.refunded + elsewhere;
      return (
        back + Math.max(refunding, charge.pending) + lost < charge.amount ||
        (decision === 'gift' && lost > 0 && back < charge.amount)
      );
    })
    .map(({ id }) => `The payer of ${id} is not enrolled, and it was not paid back`);
};
