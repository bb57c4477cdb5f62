import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { DOCUMENT_KINDS } from '../../../contract/documents.ts';
import { id, oneOf, timestamptz } from './columns.ts';
import { payments, refunds } from './purchases.ts';
import { userReference } from './users.ts';

/** The last number of each series. Its row is locked until the transaction that takes a number ends, so no number is lost. */
export const documentCounters = pgTable(
  'document_counters',
  {
    kind: text('kind', { enum: DOCUMENT_KINDS }).notNull(),
    isLive: boolean('is_live').notNull(),
    year: integer('year').notNull(),
    lastNumber: integer('last_number').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.isLive, table.year] }),
    check('document_counters_kind_known', sql`${table.kind} in (${oneOf(DOCUMENT_KINDS)})`),
  ],
);

/**
 * Receipts, credit notes for refunds, and cancellations of credit notes whose refund failed later. Everything that a
 * document says is stored when it is issued and never changes. Amounts are in minor units of `currency`; `gross`
 * includes `tax`. `taxRate` is in hundredths of a percent. `isLive`: whether it is about real money; documents of test
 * payments have numbers of their own.
 */
export const accountingDocuments = pgTable(
  'accounting_documents',
  {
    id: id(),
    kind: text('kind', { enum: DOCUMENT_KINDS }).notNull(),
    isLive: boolean('is_live').notNull(),
    year: integer('year').notNull(),
    /** The place in the series of its kind and year, from 1. */
    sequence: integer('sequence').notNull(),
    number: text('number').notNull().unique(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /** The refund of a credit note or of its cancellation. */
    refundId: uuid('refund_id').references(() => refunds.id),
    issuedAt: timestamptz('issued_at').notNull(),
    currency: text('currency').notNull(),
    gross: integer('gross').notNull(),
    tax: integer('tax').notNull(),
    taxRate: integer('tax_rate').notNull(),
    /** The title of the class. */
    title: text('title').notNull(),
    sellerName: text('seller_name').notNull(),
    sellerAddress: text('seller_address').notNull(),
    sellerTaxNumber: text('seller_tax_number').notNull(),
    buyerName: text('buyer_name').notNull(),
    buyerEmail: text('buyer_email').notNull(),
    buyerAddress: text('buyer_address').notNull(),
    buyerTaxNumber: text('buyer_tax_number').notNull(),
  },
  (table) => [
    unique('accounting_documents_one_number').on(table.kind, table.isLive, table.year, table.sequence),
    uniqueIndex('accounting_documents_one_receipt')
      .on(table.paymentId)
      .where(sql`${table.kind} = 'receipt'`),
    index('accounting_documents_of_payment').on(table.paymentId),
    index('accounting_documents_of_refund').on(table.refundId),
    index('accounting_documents_by_age').on(table.issuedAt, table.id),
    check('accounting_documents_kind_known', sql`${table.kind} in (${oneOf(DOCUMENT_KINDS)})`),
    check(
      'accounting_documents_refund_unless_receipt',
      sql`(${table.kind} = 'receipt') = (${table.refundId} is null)`,
    ),
    check('accounting_documents_tax_in_range', sql`${table.tax} between 0 and ${table.gross}`),
  ],
);

/** Billing details for a buyer's receipts, from the next purchase on. Each may be empty. */
export const billingDetails = pgTable('billing_details', {
  id: userReference('user_id').primaryKey(),
  name: text('name').notNull(),
  address: text('address').notNull(),
  taxNumber: text('tax_number').notNull(),
});
