import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { payments } from '../../database/schema.ts';

/**
 * Whether a payment belongs to the mode of the keys, live or test. A payment that was recorded before modes were stored
 * counts in either.
 * @param livemode the column, where the query names its table otherwise
 */
export const ofMode = (live: boolean, livemode: SQLWrapper = payments.livemode): SQL =>
  sql`coalesce(${livemode}, ${live}) = ${live}`;
