import { and, asc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { chargedToMajor } from '#contract/charged-amounts.ts';
import type { DocumentEntry } from '#contract/documents.ts';
import { toPercent } from '#contract/tax-rate.ts';
import type { Queryable } from '../../database/client.ts';
import { prepareOnce } from '../../database/prepare-once.ts';
import { accountingDocuments, payments } from '../../database/schema.ts';

export type DocumentRecord = typeof accountingDocuments.$inferSelect;

/** A document with the data of its payment that it refers to. */
export interface DocumentWithContext extends DocumentRecord {
  receiptNumber: string;
  transactionId: string;
  payerId: string;
}

/** The documents of payments, in the order in which they were issued. */
export const listDocumentsOf = async (db: Queryable, paymentIds: string[]): Promise<DocumentRecord[]> => {
  if (paymentIds.length === 0) return [];
  const query = () =>
    db
      .select()
      .from(accountingDocuments)
      .where(sql`${accountingDocuments.paymentId} = any(${sql.placeholder('paymentIds')}::uuid[])`)
      .orderBy(
        asc(accountingDocuments.issuedAt),
        // Among documents of the same transaction, a receipt or a cancellation precedes a credit note.
        sql`${accountingDocuments.kind} = 'credit note'`,
        asc(accountingDocuments.sequence),
      );
  return prepareOnce(db, 'documents', query)({ paymentIds });
};

const receipts = alias(accountingDocuments, 'receipts');

/** A document with the number of its receipt, its transaction and its payer. Undefined if there is none. */
export const findDocument = async (db: Queryable, id: string): Promise<DocumentWithContext | undefined> => {
  const [row] = await db
    .select({
      document: accountingDocuments,
      receiptNumber: receipts.number,
      transactionId: payments.transactionId,
      payerId: payments.userId,
    })
    .from(accountingDocuments)
    .innerJoin(payments, eq(payments.id, accountingDocuments.paymentId))
    .innerJoin(receipts, and(eq(receipts.paymentId, payments.id), eq(receipts.kind, 'receipt')))
    .where(eq(accountingDocuments.id, id));
  if (!row) return undefined;
  const { document, ...context } = row;
  return { ...document, ...context };
};

/** A document as responses have it, with amounts in major units. */
export const presentDocument = (document: DocumentRecord): DocumentEntry => ({
  _id: document.id,
  kind: document.kind,
  number: document.number,
  date: document.issuedAt.toISOString(),
  amount: chargedToMajor(document.gross, document.currency),
  tax: chargedToMajor(document.tax, document.currency),
  taxRate: toPercent(document.taxRate),
  title: document.title,
  seller: {
    name: document.sellerName,
    address: document.sellerAddress,
    taxNumber: document.sellerTaxNumber,
  },
  buyer: {
    name: document.buyerName,
    address: document.buyerAddress,
    taxNumber: document.buyerTaxNumber,
  },
});
