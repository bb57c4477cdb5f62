import { and, count, eq, gt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { PaymentQuery } from '#contract/payments.ts';
import type { Queryable } from '../../database/client.ts';
import {
  BATCH_SIZE,
  bothWays,
  byAge,
  containing,
  inBatches,
  olderThan,
  type Page,
  readPage,
} from '../../database/paging.ts';
import { classes, payments, users } from '../../database/schema.ts';

const teachers = alias(users, 'teachers');

const selectPayments = (db: Queryable) =>
  db
    .select({
      payment: payments,
      payer: users.name,
      title: classes.title,
      teacher: teachers.name,
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .innerJoin(classes, eq(classes.id, payments.classId))
    .innerJoin(teachers, eq(teachers.id, classes.teacherId));

export type PaymentRow = Awaited<ReturnType<typeof selectPayments>>[number];

const SORTS: Record<NonNullable<PaymentQuery['sort']>, SQL[]> = {
  ...byAge(payments.paidAt, payments.id),
  ...bothWays(
    {
      price: payments.amount,
      name: sql`lower(${users.name})`,
      title: sql`lower(${classes.title})`,
    },
    payments.id,
  ),
};

/** All payments, newest first unless sorted. The search looks at payer, class and transaction. */
export const listPayments = (db: Queryable, query: PaymentQuery): Promise<Page<PaymentRow>> => {
  const { state, q, sort = 'newest', ...page } = query;
  const matching = and(
    state && (state === 'refunded' ? gt(payments.refundedAmount, 0) : eq(payments.refundedAmount, 0)),
    containing(q, users.name, payments.email, classes.title, payments.transactionId),
  );
  return readPage(
    selectPayments(db)
      .where(matching)
      .orderBy(...SORTS[sort])
      .$dynamic(),
    db
      .select({ total: count() })
      .from(payments)
      .innerJoin(users, eq(users.id, payments.userId))
      .innerJoin(classes, eq(classes.id, payments.classId))
      .where(matching),
    page,
  );
};

/** Every payment, newest first. */
export const eachPayment = (db: Queryable): AsyncGenerator<PaymentRow, void> =>
  inBatches((last) =>
    selectPayments(db)
      .where(
        last && olderThan(payments.paidAt, payments.id, { moment: last.payment.paidAt, id: last.payment.id }),
      )
      .orderBy(...SORTS.newest)
      .limit(BATCH_SIZE),
  );
