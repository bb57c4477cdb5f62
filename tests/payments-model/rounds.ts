import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { checkBooks } from '#server/modules/payments/books/check-books.ts';
import type { Database } from '#server/database/client.ts';
import { reconcilePayments } from '#server/modules/payments/reconciling/reconcile-payments.ts';
import { offerFreeSeats } from '#server/modules/waiting-lists/offer-seats.ts';

interface Context {
  db: Database;
  stripe: Stripe;
  log: Logger;
}

/** Seconds between two rounds of a server. */
export const ROUND_INTERVAL = 5;

/** Runs a server's background work once. */
export const runRound = async (context: Context): Promise<void> => {
  await reconcilePayments(context);
  await offerFreeSeats(context.db);
};

/** The findings of `npm run check:books`. */
export const findingsOf = ({ db, stripe }: Context): Promise<string[]> => checkBooks(db, stripe);
