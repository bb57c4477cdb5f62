import type { Queryable } from '../../database/client.ts';
import { shop } from '../../database/schema.ts';

/** The mark of this shop, made when it is first asked for. */
export const findShopMark = async (db: Queryable): Promise<string> => {
  const [row] = await db.select({ mark: shop.mark }).from(shop);
  if (row) return row.mark;
  await db.insert(shop).values({}).onConflictDoNothing();
  return findShopMark(db);
};
