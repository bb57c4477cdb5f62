import { and, eq, gte, lt } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import { chargedToMajor } from '#contract/charged-amounts.ts';
import { toPercent } from '#contract/tax-rate.ts';
import type { Queryable } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { accountingDocuments, payments } from '../../database/schema.ts';
import type { DocumentRecord } from './documents.repository.ts';

interface ExportedDocument {
  document: DocumentRecord;
  transactionId: string;
}

/**
 * The documents of a month in UTC, oldest first.
 * @param month such as `2026-11`
 * @param live whether to list documents about real money, or those of test payments
 */
export const listDocumentsOfMonth = (db: Queryable, month: string, live: boolean): List<ExportedDocument> => {
  const from = new Date(`${month}-01T00:00:00Z`);
  const until = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
  const joinPayments = <Query extends PgSelect>(query: Query) =>
    query.innerJoin(payments, eq(payments.id, accountingDocuments.paymentId));
  return createList({
    db,
    id: accountingDocuments.id,
    order: { by: accountingDocuments.issuedAt, descending: false },
    matching: and(
      eq(accountingDocuments.isLive, live),
      gte(accountingDocuments.issuedAt, from),
      lt(accountingDocuments.issuedAt, until),
    ),
    rows: () =>
      joinPayments(
        db
          .select({ document: accountingDocuments, transactionId: payments.transactionId })
          .from(accountingDocuments)
          .$dynamic(),
      ),
    select: (columns) => joinPayments(db.select(columns).from(accountingDocuments).$dynamic()),
    idOf: ({ document }) => document.id,
  });
};

export const DOCUMENT_CSV_COLUMNS = [
  'number',
  'date',
  'kind',
  'buyer',
  'email',
  'address',
  'tax number',
  'class',
  'net',
  'tax rate',
  'tax',
  'gross',
  'currency',
  'transaction',
] as const;

/**
 * A document as a row of a CSV file. Amounts are numbers in major units, because a negative text would be escaped as a
 * formula. Those of credit notes are negative, so that columns can be summed. Dates are in UTC.
 */
export const toCsvRow = ({
  document,
  transactionId,
}: ExportedDocument): Record<(typeof DOCUMENT_CSV_COLUMNS)[number], string | number> => {
  const amount = (minorUnits: number): number =>
    chargedToMajor(document.kind === 'credit note' ? -minorUnits : minorUnits, document.currency);
  return {
    number: document.number,
    date: document.issuedAt.toISOString().slice(0, 10),
    kind: document.kind,
    buyer: document.buyerName,
    email: document.buyerEmail,
    address: document.buyerAddress,
    'tax number': document.buyerTaxNumber,
    class: document.title,
    net: amount(document.gross - document.tax),
    'tax rate': toPercent(document.taxRate),
    tax: amount(document.tax),
    gross: amount(document.gross),
    currency: document.currency,
    transaction: transactionId,
  };
};
