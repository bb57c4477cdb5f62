import { type SQL, sql } from 'drizzle-orm';

/** The time after which notifications are deleted. Until then, they prevent repeats. */
export const NOTIFICATION_RETENTION: SQL = sql`interval '365 days'`;
