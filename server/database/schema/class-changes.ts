import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { MAX_PRICE, toMinorUnits } from '../../../contract/money.ts';
import { classes } from './classes.ts';
import { createdAt, id, timestamptz } from './columns.ts';
import { review, reviewChecks, users } from './users.ts';

const classOfChange = () =>
  uuid('class_id')
    .notNull()
    .references(() => classes.id, { onDelete: 'cascade' });

/**
 * Changes that teachers propose to published classes, which stay as they are until an admin approves. Null columns stay
 * unchanged. `price` is in minor units. `version` grows with each edit, so that admins decide on the version they saw.
 */
export const classChanges = pgTable(
  'class_changes',
  {
    id: id(),
    classId: classOfChange(),
    title: text('title'),
    price: integer('price'),
    description: text('description'),
    version: integer('version').notNull().default(1),
    ...review,
    /** Whether the teacher has edited the class since the change was rejected. */
    outdated: boolean('outdated').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('class_changes_one_open')
      .on(table.classId)
      .where(sql`${table.status} = 'Pending'`),
    index('class_changes_of_class').on(table.classId, table.createdAt),
    index('class_changes_waiting')
      .on(table.updatedAt, table.id)
      .where(sql`${table.status} = 'Pending'`),
    check(
      'class_changes_not_empty',
      sql`num_nonnulls(${table.title}, ${table.price}, ${table.description}) > 0`,
    ),
    check(
      'class_changes_price_in_range',
      sql`${table.price} between 0 and ${sql.raw(String(toMinorUnits(MAX_PRICE)))}`,
    ),
    ...reviewChecks('class_changes', table),
  ],
);

/**
 * The history of the published versions of a class, numbered from 1. It is append-only, with one exception: a price
 * cut, which needs no review, can overwrite the version of an earlier one (`recordVersion`). `price` is in minor units.
 * `approvedBy` is null if the change needed no review.
 */
export const classVersions = pgTable(
  'class_versions',
  {
    id: id(),
    classId: classOfChange(),
    number: integer('number').notNull(),
    title: text('title').notNull(),
    price: integer('price').notNull(),
    description: text('description').notNull(),
    approvedBy: uuid('approved_by').references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [unique('class_versions_numbered').on(table.classId, table.number)],
);
