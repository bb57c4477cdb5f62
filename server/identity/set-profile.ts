import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../database/client.ts';
import { identityUsers } from '../database/schema.ts';

/** Gives an identity a name and a picture, which its session and the emails about its login show. */
export const setProfile = async (
  db: Queryable,
  identityId: string,
  { name, photo }: { name: string; photo: string },
): Promise<void> => {
  const differs = sql`(${identityUsers.name}, coalesce(${identityUsers.image}, '')) <> (${name}, ${photo})`;
  await db
    .update(identityUsers)
    .set({ name, image: photo })
    .where(and(eq(identityUsers.id, identityId), differs));
};
