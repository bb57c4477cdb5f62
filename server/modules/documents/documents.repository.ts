import { asc, sql } from 'drizzle-orm';
import { toMajorUnits } from '#contract/money.ts';
import type { DocumentEntry } from '#contract/documents.ts';
import type { Queryable } from '../../database/client.ts';
import { prepareOnce } from '../../database/prepare-once.ts';
import { accountingDocuments } from '../../database/schema.ts';

export type DocumentRecord = typeof accountingDocuments.$inferSelect;

/** The documents of payments, in the order in which they were issued. */
export const listDocumentsOf = async (db: Queryable, paymentIds: string[]): Promise<DocumentRecord[]> => {
  if (paymentIds.length === 0) return [];
  const query = () =>
    db
      .select()
      .from(accountingDocuments)
      .where(sql`${accountingDocuments.paymentId} = any(${sql.placeholder('paymentIds')}::uuid[])`)
      .orderBy(asc(accountingDocuments.issuedAt), asc(accountingDocuments.sequence));
  return prepareOnce(db, 'documents', query)({ paymentIds });
};

export const presentDocument = ({ id, kind, number, issuedAt, gross }: DocumentRecord): DocumentEntry => ({
  _id: id,
  kind,
  number,
  date: issuedAt.toISOString(),
  amount: toMajorUnits(gross),
});
