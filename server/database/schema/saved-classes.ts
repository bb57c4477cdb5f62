import { index, pgTable, unique } from 'drizzle-orm/pg-core';
import { classId } from './classes.ts';
import { id, timestamptz } from './columns.ts';
import { userReference } from './users.ts';

/** Classes that users have saved for later. */
export const savedClasses = pgTable(
  'saved_classes',
  {
    id: id(),
    userId: userReference('user_id'),
    classId: classId(),
    savedAt: timestamptz('saved_at').notNull().defaultNow(),
  },
  (table) => [
    unique('saved_classes_once').on(table.userId, table.classId),
    index('saved_classes_of_user').on(table.userId, table.savedAt),
  ],
);
