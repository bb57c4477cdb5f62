import { and, gte, lte, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../database/client.ts';
import { classes, onSale } from '../../database/schema.ts';

/** Ids that begin with a byte, as a range of the index. */
const beginningWith = (byte: string): SQL | undefined =>
  and(
    gte(classes.id, `${byte}000000-0000-0000-0000-000000000000`),
    lte(classes.id, `${byte}ffffff-ffff-ffff-ffff-ffffffffffff`),
  );

interface Wanted {
  /** The first byte of the ids, as two hexadecimal digits. Absent: all of them. */
  share?: string;
  limit: number;
}

/** Classes on sale, each with the moment of its approval, in no order. */
export const listClassesOnSale = (db: Queryable, { share, limit }: Wanted) =>
  db
    .select({ id: classes.id, decidedAt: classes.decidedAt })
    .from(classes)
    .where(and(onSale(classes), share === undefined ? undefined : beginningWith(share)))
    .limit(limit);
