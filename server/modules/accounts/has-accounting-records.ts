import { eq, or } from 'drizzle-orm';
import type { Queryable } from '../../database/client.ts';
import { classes, payments } from '../../database/schema.ts';

/** Whether a user has paid for a class or sold one. In that case the books need the user's name and address. */
export const hasAccountingRecords = async (db: Queryable, userId: string): Promise<boolean> => {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(classes, eq(classes.id, payments.classId))
    .where(or(eq(payments.userId, userId), eq(classes.teacherId, userId)))
    .limit(1);
  return rows.length > 0;
};
