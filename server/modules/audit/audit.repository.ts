import { and, eq, getTableColumns, inArray } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import type { AuditAction, AuditQuery } from '#contract/audit.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { byAge, containing } from '../../database/paging.ts';
import { auditTrail, users } from '../../database/schema.ts';

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
    | 'user'
    | 'payment'
    | 'site'
    | 'invitation'
    | 'page'
    | 'post';
  subjectId: string;
  /** The current name of the subject. */
  subjectName: string;
  details?: { reason?: string };
}

/** Records an action, in the same transaction as the action itself. */
export const addAuditEntry = async (trx: Transaction, entry: NewAuditEntry): Promise<void> => {
  await trx.insert(auditTrail).values(entry);
};

/** Replaces the name in all entries about the given subjects, for a deleted user. The ids stay. */
export const anonymizeAuditEntries = async (
  trx: Transaction,
  subjectIds: string[],
  subjectName: string,
): Promise<void> => {
  await trx.update(auditTrail).set({ subjectName }).where(inArray(auditTrail.subjectId, subjectIds));
};

const joinActor = <Query extends PgSelect>(query: Query) =>
  query.leftJoin(users, eq(users.id, auditTrail.actorId));

const selectEntries = (db: Queryable) =>
  joinActor(
    db
      .select({ ...getTableColumns(auditTrail), actor: { name: users.name, email: users.email } })
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
      containing(q, auditTrail.subjectName, users.name, users.email),
    ),
    rows: () => selectEntries(db),
    select: (columns) => joinActor(db.select(columns).from(auditTrail).$dynamic()),
    idOf: ({ id }) => id,
  });
