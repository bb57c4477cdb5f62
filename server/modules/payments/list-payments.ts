import { and, count, eq, isNotNull, isNull, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { PageQuery } from '#contract/paging.ts';
import type { Payment, PaymentQuery } from '#contract/payments.ts';
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
import { SETTLED_DISPUTES } from './payments.repository.ts';

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

const isRefunded = eq(payments.refundedAmount, payments.amount);
const isNotRefunded = lt(payments.refundedAmount, payments.amount);
const hasFailed = and(isNotRefunded, isNotNull(payments.refundFailedAt));
const isRefunding = and(
  isNotRefunded,
  isNull(payments.refundFailedAt),
  isNotNull(payments.refundRequestedAt),
);
const isKept = and(isNotRefunded, isNull(payments.refundFailedAt), isNull(payments.refundRequestedAt));
const isDisputed = and(
  isNotNull(payments.disputeStatus),
  notInArray(payments.disputeStatus, SETTLED_DISPUTES),
);

/** The states of a payment, as `presentPayment` words them. */
const STATES: Record<Payment['state'], SQL | undefined> = {
  refunded: isRefunded,
  'refund failed': hasFailed,
  refunding: isRefunding,
  disputed: and(isKept, isDisputed),
  paid: and(isKept, sql`(${isDisputed}) is not true`),
};

/** All payments, newest first unless sorted. The search looks at payer, class and transaction. */
export const listPayments = (db: Queryable, query: PaymentQuery): Promise<Page<PaymentRow>> => {
  const { state, q, sort = 'newest', ...page } = query;
  const matching = and(
    state && STATES[state],
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

/** A person's own payments, newest first. */
export const listPaymentsOf = (
  db: Queryable,
  userId: string,
  page: Pick<PageQuery, 'page' | 'limit'>,
): Promise<Page<PaymentRow>> => {
  const own = eq(payments.userId, userId);
  return readPage(
    selectPayments(db)
      .where(own)
      .orderBy(...SORTS.newest)
      .$dynamic(),
    db.select({ total: count() }).from(payments).where(own),
    page,
  );
};

export const findPaymentRow = async (db: Queryable, id: string): Promise<PaymentRow | undefined> => {
  const [row] = await selectPayments(db).where(eq(payments.id, id));
  return row;
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
