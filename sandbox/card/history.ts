import type { Pool } from 'pg';
import type Stripe from 'stripe';
import { newCharge } from './charges.ts';
import { newIntent } from './payment-intents.ts';
import { inTransaction, Store } from './store.ts';

/** A payment from before the sandbox existed. Amounts are in minor units. */
export interface PastPayment {
  /** The id of the payment intent, `pi_…`. */
  id: string;
  amount: number;
  currency: string;
  paidAt: Date;
  metadata: Record<string, string>;
}

const NOBODY = { name: null, email: null, phone: null, address: null, tax_id: null };

/** Imports payments that the sandbox does not have yet, as if it had processed them. Emits no events. */
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
