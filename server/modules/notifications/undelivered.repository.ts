import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { UndeliveredQuery } from '#contract/undelivered.ts';
import { announce } from '../../database/announce.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { byAge, containing } from '../../database/paging.ts';
import { notifications, users } from '../../database/schema.ts';
import { EMAILS } from '../../database/topics.ts';
import { hasKnownKind } from './known-kinds.ts';

/** SQL: the recipient that a retry would use, like `deliverEmail`. */
const recipient = (contactEmail: string | undefined) =>
  sql<string>`coalesce(case when ${notifications.kind} = 'contact' then ${contactEmail ?? null}::text end, ${notifications.address}, ${users.email}, '')`;

const selectUndelivered = (db: Queryable, to: SQL<string>) =>
  db
    .select({
      id: notifications.id,
      kind: notifications.kind,
      data: notifications.data,
      to,
      createdAt: notifications.createdAt,
      attempts: notifications.attempts,
      failure: sql<string>`coalesce(${notifications.failure}, '')`,
    })
    .from(notifications)
    .leftJoin(users, eq(users.id, notifications.userId))
    .$dynamic();

export type UndeliveredRow = Awaited<ReturnType<typeof selectUndelivered>>[number];

/**
 * Undeliverable emails, newest first by default.
 * @param contactEmail the present address for messages of the contact form
 */
export const listUndelivered = (
  db: Queryable,
  { q, sort = 'newest' }: UndeliveredQuery,
  contactEmail: string | undefined,
): List<UndeliveredRow> => {
  const to = recipient(contactEmail);
  return createList({
    db,
    id: notifications.id,
    order: byAge(notifications.createdAt)[sort],
    matching: and(
      eq(notifications.email, 'failed'),
      hasKnownKind(notifications),
      containing(q, to, notifications.failure),
    ),
    rows: () => selectUndelivered(db, to),
    select: (columns) =>
      db.select(columns).from(notifications).leftJoin(users, eq(users.id, notifications.userId)).$dynamic(),
    idOf: ({ id }) => id,
  });
};

/** Returns undeliverable emails to the outbox. @returns the number of emails */
export const retryUndelivered = async (db: Queryable, ids: string[]): Promise<number> => {
  const { rowCount } = await db
    .update(notifications)
    .set({ email: 'waiting' })
    .where(and(inArray(notifications.id, ids), eq(notifications.email, 'failed')));
  if (rowCount) await announce(db, EMAILS);
  return rowCount ?? 0;
};

/** Gives up undeliverable emails for good. @returns the ids of these emails */
export const skipUndelivered = async (trx: Transaction, ids: string[]): Promise<string[]> => {
  const skipped = await trx
    .update(notifications)
    .set({ email: 'skipped' })
    .where(and(inArray(notifications.id, ids), eq(notifications.email, 'failed')))
    .returning({ id: notifications.id });
  return skipped.map(({ id }) => id);
};
