import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';

/** A table of what users write and admins can hide. */
export type ModeratedTable = PgTable & { id: PgColumn; hiddenAt: PgColumn };

interface Subject {
  type: 'feedback' | 'question' | 'answer';
  /** The name in the audit trail. */
  name: string;
}

interface Moderation {
  table: ModeratedTable;
  /** Describes the row, or undefined if there is none. */
  find: (trx: Transaction) => Promise<Subject | undefined>;
}

/** Hides a row, or shows it again. @returns whether it was changed */
const setHidden = async (
  trx: Transaction,
  table: ModeratedTable,
  id: string,
  hidden: { by: string; reason: string } | undefined,
): Promise<boolean> => {
  const changed = await trx
    .update(table)
    .set({
      hiddenAt: hidden ? sql`now()` : null,
      hiddenBy: hidden?.by ?? null,
      hiddenReason: hidden?.reason ?? null,
    })
    .where(and(eq(table.id, id), hidden ? isNull(table.hiddenAt) : isNotNull(table.hiddenAt)))
    .returning({ id: table.id });
  return changed.length > 0;
};

/**
 * An admin hides what a user wrote, which the user then cannot replace. Without a reason, it is shown again. The audit
 * trail records both.
 * @returns how many were changed: none if it was already so
 * @throws ApiError `not_found`
 */
export const moderate = (
  db: Database,
  admin: CurrentUser,
  { table, find }: Moderation,
  id: string,
  reason: string | undefined,
): Promise<number> =>
  db.transaction(async (trx) => {
    const isChanged = await setHidden(
      trx,
      table,
      id,
      reason === undefined ? undefined : { by: admin.id, reason },
    );
    const subject = await find(trx);
    if (!subject) throw notFound('What you want to moderate');
    if (!isChanged) return 0;
    await addAuditEntry(trx, {
      actorId: admin.id,
      action: `${subject.type} ${reason === undefined ? 'shown' : 'hidden'}`,
      subjectType: subject.type,
      subjectId: id,
      subjectName: subject.name,
      details: { reason },
    });
    return 1;
  });
