import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz, workColumns } from './columns.ts';

/**
 * The random mark that identifies this shop's payments, because other shops may use the same provider account. It is
 * created once and sent in the metadata of every intent. One row.
 */
export const shop = pgTable(
  'shop',
  {
    id: smallint('id').primaryKey().default(1),
    mark: uuid('mark').notNull().defaultRandom(),
  },
  (table) => [check('shop_one_row', sql`${table.id} = 1`)],
);

/** The state that a read from the provider must have reached before an event counts as handled. */
export interface ExpectedState {
  status?: string;
  /** Minor units. */
  amount?: number;
}

/**
 * Events of the provider, received by webhook or read from its event log, each once. An event is done when `handledAt` is
 * set. Only its ids are trusted: the objects are read from the provider.
 */
export const paymentEvents = pgTable(
  'payment_events',
  {
    /** The provider's id, `evt_…`. */
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    objectId: text('object_id').notNull(),
    transactionId: text('transaction_id'),
    expected: jsonb('expected').$type<ExpectedState>().notNull().default({}),
    /** Whether the object carries this shop's mark. */
    isMarked: boolean('is_marked').notNull().default(false),
    livemode: boolean('livemode').notNull(),
    /** Why the last attempt failed. */
    failure: text('failure'),
    happenedAt: timestamptz('happened_at').notNull(),
    handledAt: timestamptz('handled_at'),
    ...workColumns(),
    createdAt: createdAt(),
  },
  (table) => [
    index('payment_events_due')
      .on(table.dueAt)
      .where(sql`${table.handledAt} is null`),
    index('payment_events_handled').on(table.handledAt),
  ],
);

/** Recurring jobs: reading the provider's event log, checking the books. `position` is how far the job has got. */
export const paymentJobs = pgTable('payment_jobs', {
  id: text('id').primaryKey(),
  position: timestamptz('position'),
  ...workColumns(),
});

/** The findings of the last check of the books. */
export const bookFindings = pgTable('book_findings', {
  id: id(),
  transactionId: text('transaction_id'),
  finding: text('finding').notNull(),
  createdAt: createdAt(),
});
