import { and, eq, getTableColumns, inArray, or } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import type { AuditAction, AuditQuery } from '#contract/audit.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { byAge, containing } from '../../database/paging.ts';
import { auditTrail, users } from '../../database/schema.ts';
import { shownUser } from '../../database/shown-user.ts';
import { checkIsAdmin } from './check-is-admin.ts';

export interface NewAuditEntry {
  /** Null for an operator on the command line. */
  actorId: string | null;
  action: AuditAction;
  subjectType:
    | 'teacher request'
    | 'class'
    | 'class change'
    | 'feedback'
    | 'question'
    | 'answer'
    | 'announcement'
    | 'bio'
    | 'user'
    | 'payment'
    | 'site'
    | 'email'
    | 'invitation'
    | 'page'
    | 'post';
  subjectId: string;
  /** The user whose name `subjectName` contains, if the subject is neither the user nor deleted only with them. */
  aboutUserId?: string | null;
  /** The current name of the subject. */
  subjectName: string;
  details?: { reason?: string };
}

/** What users may do to what is their own. Everything else needs an admin. */
const BY_OWNERS: AuditAction[] = ['class submitted', 'class deleted', 'user deleted'];

/**
 * Records an action, in the same transaction as the action itself. The role of an admin is checked again: it may have been
 * revoked while the transaction waited for a lock.
 * @throws ApiError as `checkIsAdmin`
 */
export const addAuditEntry = async (trx: Transaction, entry: NewAuditEntry): Promise<void> => {
  if (entry.actorId !== null && !BY_OWNERS.includes(entry.action)) await checkIsAdmin(trx, entry.actorId);
  await trx.insert(auditTrail).values(entry);
};

/** The types of subjects whose names are those of users. */
const NAMED_AFTER_USERS: NewAuditEntry['subjectType'][] = [
  'user',
  'teacher request',
  'feedback',
  'question',
  'answer',
  'announcement',
  'bio',
];

/**
 * Replaces the name in all entries about a deleted user, and about the given subjects of theirs. The ids stay. A subject
 * that was deleted earlier is found by its author.
 */
export const anonymizeAuditEntries = async (
  trx: Transaction,
  userId: string,
  subjectIds: string[],
  subjectName: string,
): Promise<void> => {
  const isSubject = and(
    inArray(auditTrail.subjectType, NAMED_AFTER_USERS),
    inArray(auditTrail.subjectId, [userId, ...subjectIds]),
  );
  await trx
    .update(auditTrail)
    .set({ subjectName })
    .where(or(eq(auditTrail.aboutUserId, userId), isSubject));
};

const joinActor = <Query extends PgSelect>(query: Query) =>
  query.leftJoin(users, eq(users.id, auditTrail.actorId));

const selectEntries = (db: Queryable) =>
  joinActor(
    db
      .select({ ...getTableColumns(auditTrail), actor: { name: shownUser.name, email: shownUser.email } })
      .from(auditTrail)
      .$dynamic(),
  );

export type AuditRow = Awaited<ReturnType<typeof selectEntries>>[number];

const SORTS = byAge(auditTrail.happenedAt);

/** Audit trail entries, newest first by default. The search covers actor and subject. */
export const listAuditEntries = (db: Queryable, { action, q, sort = 'newest' }: AuditQuery): List<AuditRow> =>
  createList({
    db,
    id: auditTrail.id,
    order: SORTS[sort],
    matching: and(
      action && eq(auditTrail.action, action),
      containing(q, auditTrail.subjectName, shownUser.name, shownUser.email),
    ),
    rows: () => selectEntries(db),
    select: (columns) => joinActor(db.select(columns).from(auditTrail).$dynamic()),
    idOf: ({ id }) => id,
  });
