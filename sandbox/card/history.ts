import type { Pool } from 'pg';
import type Stripe from 'stripe';
import { newCharge } from './charges.ts';
import { newIntent } from './payment-intents.ts';
import { inTransaction, Store } from './store.ts';

/** A payment of the time before the sandbox. Amounts are whole minor units. */
export interface PastPayment {
  /** Of the intent, `pi_…`. */
  id: string;
  amount: number;
  currency: string;
  paidAt: Date;
  metadata: Record<string, string>;
}

const NOBODY = { name: null, email: null, phone: null, address: null, tax_id: null };

/** Takes in payments that the sandbox does not know, as if it had taken them at the time. No event tells of them. */
export const importPastPayments = (pool: Pool, payments: PastPayment[]): Promise<void> =>
  inTransaction(pool, async (client) => {
    const store = new Store(client);
    for (const { id, amount, currency, paidAt, metadata } of payments) {
      const created = Math.floor(paidAt.getTime() / 1_000);
      const open = newIntent(id, { amount, currency, metadata, created });
      const charge = {
        ...newCharge(id.replace(/^pi_/, 'ch_'), open, { id: 'pm_card_visa', billing_details: NOBODY }),
        created,
      };
      await store.put(charge);
      const succeeded: Stripe.PaymentIntent = {
        ...open,
        status: 'succeeded',
        amount_received: amount,
        payment_method: 'pm_card_visa',
        latest_charge: charge.id,
      };
      await store.put(succeeded);
    }
  });
