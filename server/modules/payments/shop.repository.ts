import type { Queryable } from '../../database/client.ts';
import { shop } from '../../database/schema.ts';

/** The mark of this shop, which the first call creates. */
export const findShopMark = async (db: Queryable): Promise<string> => {
  const [row] = await db.select({ mark: shop.mark }).from(shop);
  if (row) return row.mark;
  await db.insert(shop).values({}).onConflictDoNothing();
  return findShopMark(db);
};
