import type Stripe from 'stripe';
import type { Database } from '../../../database/client.ts';
import { notFound } from '../../../http/api-error.ts';
import { findFinding, setFindingsOf } from './book-findings.repository.ts';
import { findOtherErrors } from './book-rules.ts';
import { findBookErrorsOf } from './check-books.ts';

/**
 * Repeats the check of a finding: of its transaction or, without one, of everything that belongs to no transaction,
 * such as the counts of classes.
 * @throws ApiError `not_found` if the finding no longer exists, or `provider_unavailable`
 */
export const recheckBooks = async (context: { db: Database; stripe: Stripe }, id: string): Promise<void> => {
  const { db } = context;
  const finding = await findFinding(db, id);
  if (!finding) throw notFound('The finding');
  const { transactionId } = finding;
  const found = transactionId ? await findBookErrorsOf(context, transactionId) : await findOtherErrors(db);
  await setFindingsOf(db, transactionId, found);
};
