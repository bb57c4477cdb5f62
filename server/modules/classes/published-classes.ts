import { and, gte, lte, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { classes, isPublished } from '../../database/schema.ts';

/** The ids that begin with a byte, as a range of the index. */
const beginningWith = (byte: string): SQL | undefined =>
  and(
    gte(classes.id, `${byte}000000-0000-0000-0000-000000000000`),
    lte(classes.id, `${byte}ffffff-ffff-ffff-ffff-ffffffffffff`),
  );

const selectClasses = (db: Queryable) =>
  db.select({ id: classes.id, decidedAt: classes.decidedAt }).from(classes).$dynamic();

export type PublishedClass = Awaited<ReturnType<typeof selectClasses>>[number];

/**
 * Published classes with the time of their approval, by id.
 * @param share the first byte of the ids, as two hexadecimal digits. Default: all ids
 */
export const listPublishedClasses = (db: Queryable, share?: string): List<PublishedClass> =>
  createList({
    db,
    id: classes.id,
    order: { by: classes.id, descending: false },
    matching: and(isPublished(classes), share === undefined ? undefined : beginningWith(share)),
    rows: () => selectClasses(db),
    select: (columns) => db.select(columns).from(classes).$dynamic(),
    idOf: ({ id }) => id,
  });
