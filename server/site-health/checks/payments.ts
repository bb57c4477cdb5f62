import type { Database } from '../../database/client.ts';
import { countAttention } from '../../modules/payments/attention/attention.ts';
import { ok, type Outcome, warning } from '../outcome.ts';

/** Checks whether a payment needs an admin. @param live whether the site charges real money */
export const checkPayments = async (db: Database, live: boolean): Promise<Outcome> => {
  const counts = Object.values(await countAttention(db, live));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return ok('None needs attention');
  return warning(
    total === 1 ? 'One payment needs attention' : `${total} payments need attention`,
    'Open Payments in the dashboard to see what to do.',
  );
};
