import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { classes } from './classes.ts';
import { createdAt, id } from './columns.ts';
import { hidden, hiddenCheck, userReference } from './users.ts';

/** What the teacher of a class, who is the user, has written to all of its students. A trigger deletes its notifications. */
export const announcements = pgTable(
  'announcements',
  {
    id: id(),
    classId: uuid('class_id')
      .notNull()
      .references(() => classes.id, { onDelete: 'cascade' }),
    userId: userReference('user_id'),
    text: text('text').notNull(),
    createdAt: createdAt(),
    ...hidden,
  },
  (table) => [
    index('announcements_of_class').on(table.classId, table.createdAt, table.id),
    index('announcements_of_user').on(table.userId),
    index('announcements_hidden')
      .on(table.createdAt)
      .where(sql`${table.hiddenAt} is not null`),
    check('announcements_not_empty', sql`${table.text} <> ''`),
    hiddenCheck('announcements', table),
  ],
);
