import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz } from './columns.ts';

/** Invitations to register. Their links are signed with the site's secret, so that no row and no backup has a working one. */
export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    /** The only address that can register with it. Null: any. */
    email: text('email'),
    maxUses: integer('max_uses').notNull(),
    /** Accounts that were created with it. */
    uses: integer('uses').notNull().default(0),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('invitations_by_age').on(table.createdAt, table.id),
    index('invitations_of_address').on(table.email),
    check('invitations_uses_limited', sql`${table.uses} between 0 and ${table.maxUses}`),
    check('invitations_one_use_for_address', sql`${table.email} is null or ${table.maxUses} = 1`),
  ],
);
