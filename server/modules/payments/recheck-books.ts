import type Stripe from 'stripe';
import type { Database } from '../../database/client.ts';
import { notFound } from '../../http/api-error.ts';
import { findFinding, setFindingsOf } from './book-findings.repository.ts';
import { findOtherErrors } from './book-rules.ts';
import { findBookErrorsOf } from './check-books.ts';

/**
 * Checks again what the nightly check found: its transaction, or all that is of no transaction, such as the counts of
 * classes.
 * @throws ApiError `not_found` where the finding is gone already, or `provider_unavailable`
 */
export const recheckBooks = async (context: { db: Database; stripe: Stripe }, id: string): Promise<void> => {
  const { db } = context;
  const finding = await findFinding(db, id);
  if (!finding) throw notFound('The finding');
  const { transactionId } = finding;
  const found = transactionId ? await findBookErrorsOf(context, transactionId) : await findOtherErrors(db);
  await setFindingsOf(db, transactionId, found);
};
