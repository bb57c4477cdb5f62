import { eq, or } from 'drizzle-orm';
import type { Queryable } from '../../database/client.ts';
import { classes, payments } from '../../database/schema.ts';

/** Whether a person has paid for a class, or somebody has paid for one of theirs: then the books need their name. */
export const isInTheBooks = async (db: Queryable, userId: string): Promise<boolean> => {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(classes, eq(classes.id, payments.classId))
    .where(or(eq(payments.userId, userId), eq(classes.teacherId, userId)))
    .limit(1);
  return rows.length > 0;
};
