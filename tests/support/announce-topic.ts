import type { Pool } from 'pg';
import { CHANNEL } from '#server/database/announce.ts';

/** Announces a topic to all servers, as the triggers of the database do. */
export const announceTopic = async (pool: Pool, topic: string): Promise<void> => {
  await pool.query('select pg_notify($1, $2)', [CHANNEL, topic]);
};
