import type { Pool } from 'pg';
import type Stripe from 'stripe';

export const objectsOf = async <T>(pool: Pool, type: string): Promise<T[]> => {
  const { rows } = await pool.query<{ body: T }>(
    'select body from card_sandbox.objects where type = $1 order by created_at, id',
    [type],
  );
  return rows.map(({ body }) => body);
};

/** A charge that the provider made for the shop under test, and its refunds and disputes. In minor units. */
export interface ProviderCharge {
  id: string;
  livemode: boolean;
  intentId: string;
  amount: number;
  /** Amounts by the status of the refunds. */
  refunded: number;
  pending: number;
  failed: number;
  /** The part of the refunded and pending amounts that the shop requested. The rest was refunded in the dashboard. */
  requested: number;
  disputes: Stripe.Dispute[];
  userId: string;
  classId: string;
}

const sumOf = (refunds: Stripe.Refund[], ...statuses: string[]): number =>
  refunds
    .filter(({ status }) => statuses.includes(status ?? ''))
    .reduce((sum, { amount }) => sum + amount, 0);

/** The succeeded charges of the shop under test, oldest first. Charges of other shops have no buyer. */
export const chargesOfShop = async (pool: Pool): Promise<ProviderCharge[]> => {
  const refunds = await objectsOf<Stripe.Refund>(pool, 'refund');
  const disputes = await objectsOf<Stripe.Dispute>(pool, 'dispute');
  const charges = await objectsOf<Stripe.Charge>(pool, 'charge');
  return charges
    .filter(({ status, metadata }) => status === 'succeeded' && metadata.userId)
    .map(({ id, livemode, payment_intent, amount, metadata }) => {
      const ofCharge = refunds.filter(({ charge }) => charge === id);
      return {
        id,
        livemode,
        intentId: payment_intent as string,
        amount,
        refunded: sumOf(ofCharge, 'succeeded'),
        pending: sumOf(ofCharge, 'pending'),
        failed: sumOf(ofCharge, 'failed', 'canceled'),
        requested: sumOf(
          ofCharge.filter(({ metadata: mark }) => mark?.refundId),
          'succeeded',
          'pending',
        ),
        disputes: disputes.filter(({ charge }) => charge === id),
        userId: metadata.userId!,
        classId: metadata.classId!,
      };
    });
};
