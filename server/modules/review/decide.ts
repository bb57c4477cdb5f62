import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { AuditAction } from '#contract/audit.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { type classChanges, type classes, type teacherRequests, users } from '../../database/schema.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import type { NewNotification } from '../notifications/notification-data.ts';
import { notify } from '../notifications/notify.ts';

type ReviewedTable = typeof classes | typeof classChanges | typeof teacherRequests;

/** A type of entity that admins review: the rows of a table with the columns of a review. */
export interface Reviewed {
  table: ReviewedTable;
  /** The kind in the audit trail. */
  type: 'class' | 'class change' | 'teacher request';
  /** The name of the kind in messages. */
  noun: string;
  /** The name of a row in the audit trail. */
  name: PgColumn | SQL;
  /** The user whose class or request it is. */
  owner: PgColumn | SQL;
  /** The notification of the owner. */
  notice: (decision: DecidedRow) => NewNotification;
  /** The rows that admins can see. Default: all. */
  visible?: SQL;
}

/** A row with the decision on it. */
interface DecidedRow extends Pick<Decision, 'reason' | 'action'> {
  id: string;
  name: string;
  owner: string;
  /** The time of the decision. It is part of the subject, because a row can be decided on again. */
  decidedAt: string;
}

interface Decision {
  status: 'approve' | 'rejected';
  /** Shown to the user whose class or request it is. */
  reason?: string;
  action: AuditAction;
  /** The condition of the rows on which it can be made. */
  on: SQL | undefined;
  /** Other changes of the row. */
  changes?: Record<string, SQL>;
  /** Thrown if it cannot be made on this row. */
  refusal: ApiError;
}

/**
 * Locks the owner of a row against deletion until the transaction ends. The user is locked before the row, as in the
 * deletion of a user.
 */
const lockOwner = async (trx: Transaction, { table, owner }: Reviewed, id: string): Promise<void> => {
  await trx.execute(sql`
    select from ${users} where ${users.id} = (select ${owner} from ${table} where ${table.id} = ${id})
       for key share of users`);
};

/**
 * Records an admin's decision: its status, reason, author and time in the row, and an entry in the audit trail, which is
 * the history of all decisions.
 * @throws ApiError `not_found`, or the decision's `refusal`
 */
export const decide = async (
  trx: Transaction,
  admin: CurrentUser,
  reviewed: Reviewed,
  id: string,
  { status, reason, action, on, changes, refusal }: Decision,
): Promise<void> => {
  const { table, type, noun, name, owner, notice, visible } = reviewed;
  await lockOwner(trx, reviewed, id);
  const [row] = await trx
    .update(table)
    .set({ status, reason, decidedBy: admin.id, decidedAt: sql`now()`, ...changes })
    .where(and(eq(table.id, id), on))
    .returning({
      name: sql<string>`${name}`,
      owner: sql<string>`${owner}`,
      decidedAt: sql<string>`${table.decidedAt}`,
    });
  if (!row) {
    const [other] = await trx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.id, id), visible));
    throw other ? refusal : notFound(`The ${noun}`);
  }
  await addAuditEntry(trx, {
    actorId: admin.id,
    action,
    subjectType: type,
    subjectId: id,
    subjectName: row.name,
    details: { reason },
  });
  await notify(trx, [notice({ ...row, id, action, reason })]);
};

/** An admin's decision on something that awaits review. */
export interface Verdict {
  status: 'approve' | 'rejected';
  reason?: string;
}

/**
 * Approves or rejects a pending row, in one transaction with `before`. It runs first, so that a user whom it changes is
 * locked before the row, as in the deletion of a user.
 * @throws ApiError `not_found`, or `not_pending` if it has already been reviewed
 */
export const decidePending = (
  db: Database,
  admin: CurrentUser,
  reviewed: Reviewed,
  id: string,
  verdict: Verdict,
  before: (trx: Transaction) => Promise<void>,
): Promise<void> =>
  db.transaction(async (trx) => {
    await lockOwner(trx, reviewed, id);
    await before(trx);
    await decide(trx, admin, reviewed, id, {
      ...verdict,
      action: `${reviewed.type} ${verdict.status === 'approve' ? 'approved' : 'rejected'}`,
      on: and(eq(reviewed.table.status, 'Pending'), reviewed.visible),
      refusal: new ApiError('not_pending', `This ${reviewed.noun} has already been reviewed`),
    });
  });

/** The values that make a rejected row pending again after its author has changed it. */
export const reviewedAgain = ({ status, reason, decidedAt, decidedBy }: ReviewedTable) => {
  const unlessRejected = (column: PgColumn) =>
    sql`case when ${status} = 'rejected' then null else ${column} end`;
  return {
    status: sql`case when ${status} = 'rejected' then 'Pending' else ${status} end`,
    reason: unlessRejected(reason),
    decidedAt: unlessRejected(decidedAt),
    decidedBy: unlessRejected(decidedBy),
  };
};
