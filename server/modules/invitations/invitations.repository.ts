import { and, eq, exists, gt, inArray, isNotNull, lt, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { InvitationQuery } from '#contract/registration.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { byAge, containing } from '../../database/paging.ts';
import { identityUsers, invitations } from '../../database/schema.ts';

export type InvitationRow = typeof invitations.$inferSelect;

/** A user as invitations know them. */
interface Invited {
  email: string;
  identityId: string | null;
}

/** How long expired invitations are kept, so that admins can see what became of them. */
const INVITATION_RETENTION = sql`interval '90 days'`;

/** Invitations, newest first by default. */
export const listInvitations = (
  db: Queryable,
  { q, sort = 'newest' }: InvitationQuery,
): List<InvitationRow> =>
  createList({
    db,
    id: invitations.id,
    order: byAge(invitations.createdAt)[sort],
    matching: containing(q, invitations.email),
    rows: () => db.select().from(invitations).$dynamic(),
    select: (columns) => db.select(columns).from(invitations).$dynamic(),
    idOf: ({ id }) => id,
  });

interface NewInvitation {
  id: string;
  /** Null: for any address. */
  email: string | null;
  maxUses: number;
  /** The lifetime, in days. */
  days: number;
}

/** Deletes the invitations that expired long ago. They contain the addresses of people who may have no account. */
export const deleteOldInvitations = async (db: Queryable): Promise<void> => {
  await db.delete(invitations).where(lt(invitations.expiresAt, sql`now() - ${INVITATION_RETENTION}`));
};

/** Stores invitations that are not stored yet. @returns the new rows */
export const insertInvitations = async (
  trx: Transaction,
  created: NewInvitation[],
): Promise<InvitationRow[]> => {
  if (created.length === 0) return [];
  return trx
    .insert(invitations)
    .values(
      created.map(({ days, ...rest }) => ({ ...rest, expiresAt: sql`now() + ${days} * interval '1 day'` })),
    )
    .onConflictDoNothing({ target: invitations.id })
    .returning();
};

/** Deletes the unused invitations of the addresses of new ones. @returns their ids */
export const deleteReplaced = async (trx: Transaction, created: InvitationRow[]): Promise<string[]> => {
  const rows = await trx
    .delete(invitations)
    .where(
      and(
        inArray(
          invitations.email,
          created.flatMap(({ email }) => email ?? []),
        ),
        notInArray(
          invitations.id,
          created.map(({ id }) => id),
        ),
        eq(invitations.uses, 0),
      ),
    )
    .returning({ id: invitations.id });
  return rows.map(({ id }) => id);
};

/** An invitation, even if it was used or has expired. Undefined if there is none. */
export const findInvitationById = async (db: Queryable, id: string): Promise<InvitationRow | undefined> => {
  const [row] = await db.select().from(invitations).where(eq(invitations.id, id));
  return row;
};

/** @returns how many were deleted: one or none */
export const deleteInvitation = async (trx: Transaction, id: string): Promise<number> =>
  (await trx.delete(invitations).where(eq(invitations.id, id))).rowCount ?? 0;

/**
 * Whether an invitation is to a user's address. An address that is not confirmed may be somebody else's, and so may its
 * invitations.
 */
export const isToUser = (db: Queryable, { email, identityId }: Invited): SQL => {
  const confirmed = db
    .select({ id: identityUsers.id })
    .from(identityUsers)
    .where(and(eq(identityUsers.id, identityId ?? ''), identityUsers.emailVerified));
  return sql`${eq(invitations.email, email)} and ${exists(confirmed)}`;
};

/**
 * Deletes the invitations to a user's address, and the one with which they registered.
 * @returns their ids
 */
export const deleteInvitationsOf = async (trx: Transaction, user: Invited): Promise<string[]> => {
  const registeredWith = trx
    .select({ id: identityUsers.invitationId })
    .from(identityUsers)
    .where(eq(identityUsers.id, user.identityId ?? ''));
  const rows = await trx
    .delete(invitations)
    .where(
      or(isToUser(trx, user), and(isNotNull(invitations.email), inArray(invitations.id, registeredWith))),
    )
    .returning({ id: invitations.id });
  return rows.map(({ id }) => id);
};

/** An invitation with which another account can be created. */
export const findUsable = async (db: Queryable, id: string): Promise<InvitationRow | undefined> => {
  const [row] = await db
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.id, id),
        lt(invitations.uses, invitations.maxUses),
        gt(invitations.expiresAt, sql`now()`),
      ),
    );
  return row;
};

/** The given addresses that already have an account. */
export const findRegistered = async (db: Queryable, emails: string[]): Promise<string[]> => {
  const rows = await db
    .select({ email: identityUsers.email })
    .from(identityUsers)
    .where(inArray(identityUsers.email, emails));
  return rows.map(({ email }) => email).sort();
};
