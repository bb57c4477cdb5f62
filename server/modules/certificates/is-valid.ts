import { type SQL, sql } from 'drizzle-orm';

/** SQL: whether a certificate is valid, given its alias: its enrollment has not ended, and its marks still pass. */
export const isValid = (certificate: SQL): SQL =>
  sql`(${certificate}.ended_at is null and ${certificate}.failed_at is null)`;
