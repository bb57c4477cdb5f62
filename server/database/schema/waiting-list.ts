import { isNotNull } from 'drizzle-orm';
import { bigserial, index, pgTable, unique } from 'drizzle-orm/pg-core';
import { classId } from './classes.ts';
import { createdAt, id, timestamptz } from './columns.ts';
import { userReference } from './users.ts';

/**
 * Students who wait for a seat in a full class, in the order of `number`. A seat is kept for them until `keptUntil`;
 * after that, they are off the list. Triggers maintain `classes.waiting`, and remove the entry of a student who
 * enrolls.
 */
export const waitingList = pgTable(
  'waiting_list',
  {
    id: id(),
    number: bigserial('number', { mode: 'number' }).notNull(),
    userId: userReference('user_id'),
    classId: classId(),
    keptUntil: timestamptz('kept_until'),
    createdAt: createdAt(),
  },
  (table) => [
    unique('waiting_list_once').on(table.userId, table.classId),
    index('waiting_list_in_order').on(table.classId, table.number),
    index('waiting_list_kept').on(table.classId).where(isNotNull(table.keptUntil)),
  ],
);
