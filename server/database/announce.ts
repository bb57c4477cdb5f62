import { sql } from 'drizzle-orm';
import type { Queryable } from './client.ts';

/** The channel on which changes are announced to all servers. The triggers of the migrations have its name as well. */
export const CHANNEL = 'catalogue';

/** Announces a change that no trigger announces. In a transaction, it is announced with the commit. */
export const announce = async (db: Queryable, topic: string): Promise<void> => {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${topic})`);
};
