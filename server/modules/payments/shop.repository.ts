import type { Queryable } from '../../database/client.ts';
import { shop } from '../../database/schema.ts';

/** The mark of this shop, or undefined if no server has created it yet. */
export const readShopMark = async (db: Queryable): Promise<string | undefined> => {
  const [row] = await db.select({ mark: shop.mark }).from(shop);
  return row?.mark;
};

/** The mark of this shop, which the first call creates. The file storage has the same mark. */
export const findShopMark = async (db: Queryable): Promise<string> => {
  const mark = await readShopMark(db);
  if (mark !== undefined) return mark;
  await db.insert(shop).values({}).onConflictDoNothing();
  return findShopMark(db);
};
