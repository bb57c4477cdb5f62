import type Stripe from 'stripe';
import type { Database } from '../../database/client.ts';

/** What every function that reads or moves money needs: our books and the card provider. */
export interface PaymentContext {
  db: Database;
  stripe: Stripe;
}
