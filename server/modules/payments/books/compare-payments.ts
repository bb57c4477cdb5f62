import { sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { isSameId } from '#contract/id.ts';
import { isLive } from '../../../stripe/client.ts';
import type { PaymentContext } from '../context.ts';
import { ofMode } from '../of-mode.ts';
import { isActive, isUnfinished, statusOf } from '../refunds/refund-status.ts';

/** The refunded amount and the amount of refunds in progress, in minor units. */
interface RefundSums {
  refunded: number;
  refunding: number;
}

interface BookedPayment extends RefundSums {
  amount: number;
  currency: string;
}

/**
 * Transactions in the books, limited to what the provider knows: those of the mode of its key, without refunds that it has
 * not accepted yet.
 */
export const readBookedPayments = async (
  { db, stripe }: PaymentContext,
  ids: string[],
): Promise<Map<string, BookedPayment>> => {
  const live = isLive(stripe);
  const { rows } = await db.execute<BookedPayment & { id: string } & Record<string, unknown>>(sql`
    select p.transaction_id as id, p.amount, p.currency, p.refunded_amount as refunded,
           coalesce((select sum(r.amount) from refunds r
                      where r.payment_id = p.id and ${isUnfinished} and r.status <> 'requested'), 0)::int as refunding
      from payments p
     where p.transaction_id = any(${sql.param(ids)}::text[]) and ${ofMode(live, sql`p.livemode`)}`);
  return new Map(rows.map(({ id, ...booked }) => [id, booked]));
};

/** Sums the active refunds of the provider, in minor units. */
export const sumRefunds = (refunds: Stripe.Refund[]): RefundSums => {
  const sum: RefundSums = { refunded: 0, refunding: 0 };
  for (const refund of refunds) {
    const status = statusOf(refund);
    if (isActive({ status })) sum[status === 'succeeded' ? 'refunded' : 'refunding'] += refund.amount;
  }
  return sum;
};

interface Difference {
  problem: string;
  /** Whether it disappears once the provider's latest changes are recorded. */
  mayPass: boolean;
}

/**
 * The difference between a succeeded intent with its refunds and the books, if there is one. Amounts are in minor
 * units.
 */
export const comparePayment = (
  { amount_received: amount, currency, metadata }: Stripe.PaymentIntent,
  atProvider: RefundSums,
  mark: string,
  booked?: BookedPayment,
): Difference | undefined => {
  if (!booked) {
    // Intents without this shop's mark belong to another shop on the same account.
    return isSameId(metadata.shop, mark) && atProvider.refunded < amount
      ? { problem: `the provider took ${amount} ${currency}, which is not in the books`, mayPass: true }
      : undefined;
  }
  if (booked.amount !== amount || booked.currency !== currency) {
    const problem = `${booked.amount} ${booked.currency} in the books, ${amount} ${currency} at the provider`;
    return { problem, mayPass: false };
  }
  if (booked.refunded !== atProvider.refunded || booked.refunding !== atProvider.refunding) {
    const problem =
      `${booked.refunded} refunded and ${booked.refunding} pending in the books, ` +
      `${atProvider.refunded} and ${atProvider.refunding} at the provider`;
    return { problem, mayPass: true };
  }
  return undefined;
};

/** Whether a charge has changed within the given number of milliseconds. */
export const isYoung = (
  { latest_charge: charge }: Stripe.PaymentIntent,
  refunds: Stripe.Refund[],
  age: number,
) => {
  const moments = refunds.map(({ created }) => created);
  if (typeof charge === 'object' && charge) moments.push(charge.created);
  return Math.max(...moments) * 1_000 > Date.now() - age;
};
