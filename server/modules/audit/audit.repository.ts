import { and, eq, getTableColumns, inArray } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import type { AuditAction, AuditQuery } from '#contract/audit.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { byAge, containing } from '../../database/paging.ts';
import { auditTrail, users } from '../../database/schema.ts';

export interface NewAuditEntry {
  /** Null: an operator on the command line. */
  actorId: string | null;
  action: AuditAction;
  subjectType: 'teacher request' | 'class' | 'feedback' | 'user' | 'payment';
  subjectId: string;
  /** What it is called now. */
  subjectName: string;
  details?: { reason?: string };
}

/** Writes down who did what, in the transaction that does it. */
export const addAuditEntry = async (trx: Transaction, entry: NewAuditEntry): Promise<void> => {
  await trx.insert(auditTrail).values(entry);
};

/** Takes a deleted user's name out of the entries about them and what was theirs; what was done to which id stays. */
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

/** Newest first unless sorted. The search looks at who, and at what. */
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
