import { eq, count } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { enrollments, payments } from '../../database/schema.ts';
import { ok, type Outcome, warning } from '../outcome.ts';

/**
 * Checks whether students of a site that charges real money were enrolled by payments with test cards.
 * @param live whether the site charges real money
 */
export const checkTestPayments = async (db: Database, live: boolean): Promise<Outcome> => {
  if (!live) return ok('This site uses test keys');
  const [found] = await db
    .select({ enrolled: count() })
    .from(enrollments)
    .innerJoin(payments, eq(payments.id, enrollments.paymentId))
    .where(eq(payments.livemode, false));
  const { enrolled } = found!;
  if (enrolled === 0) return ok('No student is enrolled through a test payment');
  return warning(
    enrolled === 1
      ? 'One enrollment was paid with a test card'
      : `${enrolled.toLocaleString('en-US')} enrollments were paid with test cards`,
    'Restart with the test keys, refund these payments under Payments, and restart with the live keys.',
    'STRIPE_SECRET_KEY',
  );
};
