import { and, count, eq, getTableColumns, type SQL } from 'drizzle-orm';
import type { AuditAction, AuditQuery } from '#contract/audit.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import {
  BATCH_SIZE,
  byAge,
  containing,
  inBatches,
  olderThan,
  type Page,
  readPage,
} from '../../database/paging.ts';
import { auditTrail, users } from '../../database/schema.ts';

export interface NewAuditEntry {
  actorId: string;
  action: AuditAction;
  subjectType: 'teacher request' | 'class' | 'user' | 'payment';
  subjectId: string;
  /** What it is called now. */
  subjectName: string;
  details?: { reason?: string };
}

/** Writes down who did what, in the transaction that does it. */
export const addAuditEntry = async (trx: Transaction, entry: NewAuditEntry): Promise<void> => {
  await trx.insert(auditTrail).values(entry);
};

const selectEntries = (db: Queryable) =>
  db
    .select({ ...getTableColumns(auditTrail), actor: { name: users.name, email: users.email } })
    .from(auditTrail)
    .innerJoin(users, eq(users.id, auditTrail.actorId));

export type AuditRow = Awaited<ReturnType<typeof selectEntries>>[number];

const SORTS: Record<NonNullable<AuditQuery['sort']>, SQL[]> = byAge(auditTrail.happenedAt, auditTrail.id);

/** Newest first unless sorted. The search looks at who, and at what. */
export const listAuditEntries = (db: Queryable, query: AuditQuery): Promise<Page<AuditRow>> => {
  const { action, q, sort = 'newest', ...page } = query;
  const matching = and(
    action && eq(auditTrail.action, action),
    containing(q, auditTrail.subjectName, users.name, users.email),
  );
  return readPage(
    selectEntries(db)
      .where(matching)
      .orderBy(...SORTS[sort])
      .$dynamic(),
    db
      .select({ total: count() })
      .from(auditTrail)
      .innerJoin(users, eq(users.id, auditTrail.actorId))
      .where(matching),
    page,
  );
};

/** The whole trail, newest first. */
export const eachAuditEntry = (db: Queryable): AsyncGenerator<AuditRow, void> =>
  inBatches((last) =>
    selectEntries(db)
      .where(
        last && olderThan(auditTrail.happenedAt, auditTrail.id, { moment: last.happenedAt, id: last.id }),
      )
      .orderBy(...SORTS.newest)
      .limit(BATCH_SIZE),
  );
