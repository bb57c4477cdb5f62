import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, workColumns } from './columns.ts';

/**
 * What tells this shop's payments from another's on the same account of the provider: a mark that is made once and
 * travels in the metadata of every intent. One row.
 */
export const shop = pgTable(
  'shop',
  {
    id: smallint('id').primaryKey().default(1),
    mark: uuid('mark').notNull().defaultRandom(),
  },
  (table) => [check('shop_one_row', sql`${table.id} = 1`)],
);

/** What a read of the provider must show at least, before an event is done. */
export interface ExpectedState {
  status?: string;
  /** Minor units. */
  amount?: number;
}

/**
 * What the provider said happened, by webhook or in its log, each once; done when `handledAt` is set. Only ids are
 * believed: what they name is read at the provider.
 */
export const paymentEvents = pgTable(
  'payment_events',
  {
    /** The provider's, `evt_…`. */
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    objectId: text('object_id').notNull(),
    transactionId: text('transaction_id'),
    expected: jsonb('expected').$type<ExpectedState>().notNull().default({}),
    /** Whether the object carries this shop's mark. */
    isMarked: boolean('is_marked').notNull().default(false),
    livemode: boolean('livemode').notNull(),
    /** Why it could not be handled the last time. */
    failure: text('failure'),
    happenedAt: moment('happened_at').notNull(),
    handledAt: moment('handled_at'),
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

/** Work that comes round: reading the provider's log, checking the books. `position` is how far it got. */
export const paymentJobs = pgTable('payment_jobs', {
  id: text('id').primaryKey(),
  position: moment('position'),
  ...workColumns(),
});

/** What the last check of the books found. */
export const bookFindings = pgTable('book_findings', {
  id: id(),
  transactionId: text('transaction_id'),
  finding: text('finding').notNull(),
  createdAt: createdAt(),
});
