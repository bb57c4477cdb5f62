import { sql } from 'drizzle-orm';
import type { Transaction } from '../../database/client.ts';
import { classes, users } from '../../database/schema.ts';

/**
 * Locks the teacher of a class against deletion until the transaction ends. Call it first in a transaction that changes the
 * class and then notifies the teacher, because the deletion locks the teacher before the class.
 */
export const lockTeacherOf = async (trx: Transaction, classId: string): Promise<void> => {
  await trx.execute(sql`
    select from ${users} where ${users.id} = (
      select ${classes.teacherId} from ${classes} where ${classes.id} = ${classId}) for key share of users`);
};
