import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import { alias, type PgSelect } from 'drizzle-orm/pg-core';
import type { Payment, PaymentQuery } from '#contract/payments.ts';
import type { Queryable } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { bothWays, byAge, containing, type Order } from '../../database/paging.ts';
import { classes, payments, users } from '../../database/schema.ts';
import { paymentsInNeed } from './attention.ts';
import { SETTLED_DISPUTES } from './dispute-status.ts';

const teachers = alias(users, 'teachers');

const joinPurchase = <Query extends PgSelect>(query: Query) =>
  query
    .innerJoin(users, eq(users.id, payments.userId))
    .innerJoin(classes, eq(classes.id, payments.classId))
    .innerJoin(teachers, eq(teachers.id, classes.teacherId));

const selectPayments = (db: Queryable) =>
  joinPurchase(
    db
      .select({ payment: payments, payer: users.name, title: classes.title, teacher: teachers.name })
      .from(payments)
      .$dynamic(),
  );

export type PaymentRow = Awaited<ReturnType<typeof selectPayments>>[number];

const SORTS: Record<NonNullable<PaymentQuery['sort']>, Order> = {
  ...byAge(payments.paidAt),
  ...bothWays({
    price: payments.amount,
    name: sql`lower(${users.name})`,
    title: sql`lower(${classes.title})`,
  }),
};

const back = sql`${payments.refundedAmount} + ${payments.refundedElsewhere}`;
const isRefunded = gte(back, payments.amount);
const isNotRefunded = lt(back, payments.amount);
const hasFailed = and(isNotRefunded, isNotNull(payments.refundFailedAt));
const isRefunding = and(isNotRefunded, isNull(payments.refundFailedAt), gt(payments.refundingAmount, 0));
const isKept = and(isNotRefunded, isNull(payments.refundFailedAt), eq(payments.refundingAmount, 0));
const isDisputed = and(
  isNotNull(payments.disputeStatus),
  notInArray(payments.disputeStatus, [...SETTLED_DISPUTES, 'lost']),
);
const isLost = eq(payments.disputeStatus, 'lost');

/** The states of a payment, as `presentPayment` words them. */
const STATES: Record<Payment['state'], SQL | undefined> = {
  refunded: isRefunded,
  'refund failed': hasFailed,
  refunding: isRefunding,
  disputed: and(isKept, isDisputed),
  'dispute lost': and(isKept, isLost),
  paid: and(isKept, sql`(${isDisputed}) is not true`, sql`(${isLost}) is not true`),
};

const createPaymentList = (db: Queryable, matching: SQL | undefined, order: Order): List<PaymentRow> =>
  createList({
    db,
    id: payments.id,
    order,
    matching,
    rows: () => selectPayments(db),
    select: (columns) => joinPurchase(db.select(columns).from(payments).$dynamic()),
    idOf: ({ payment }) => payment.id,
  });

/** All payments, newest first unless sorted. The search looks at payer, class and transaction. */
export const listPayments = (
  db: Queryable,
  { state, q, sort = 'newest' }: PaymentQuery,
  live: boolean,
): List<PaymentRow> =>
  createPaymentList(
    db,
    and(
      state === 'attention' ? inArray(payments.id, paymentsInNeed(live)) : state && STATES[state],
      containing(q, users.name, payments.email, classes.title, payments.transactionId),
    ),
    SORTS[sort],
  );

/** A person's own payments, newest first. */
export const listPaymentsOf = (db: Queryable, userId: string): List<PaymentRow> =>
  createPaymentList(db, eq(payments.userId, userId), SORTS.newest);

export const findPaymentRow = async (db: Queryable, id: string): Promise<PaymentRow | undefined> => {
  const [row] = await selectPayments(db).where(eq(payments.id, id));
  return row;
};
