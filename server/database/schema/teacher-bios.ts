import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';
import { hidden, hiddenCheck, users } from './users.ts';

/** What teachers have written about themselves for their public pages. A trigger announces each change. */
export const teacherBios = pgTable(
  'teacher_bios',
  {
    id: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    text: text('text').notNull(),
    /** Counts the changes by the teacher, so that no tab overwrites what another one has saved. */
    version: integer('version').notNull().default(1),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    ...hidden,
  },
  (table) => [
    check('teacher_bios_version_positive', sql`${table.version} > 0`),
    hiddenCheck('teacher_bios', table),
    index('teacher_bios_hidden')
      .on(table.id)
      .where(sql`${table.hiddenAt} is not null`),
  ],
);
