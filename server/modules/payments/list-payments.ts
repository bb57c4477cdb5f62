import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias, type PgSelect } from 'drizzle-orm/pg-core';
import type { PaymentQuery } from '#contract/payments.ts';
import type { Queryable } from '../../database/client.ts';
import { type Effects, type ListForm, listFormOf } from '../../database/list-form.ts';
import { createList, type List } from '../../database/list.ts';
import { bothWays, byAge, containing, type Order } from '../../database/paging.ts';
import { classes, payments, users } from '../../database/schema.ts';
import { paymentsNeedingAttention } from './attention/attention.ts';
import { ofMode } from './of-mode.ts';
import { STATE_CONDITIONS, paymentState } from './payment-state.ts';

const teachers = alias(users, 'teachers');

const joinPurchase = <Query extends PgSelect>(query: Query) =>
  query
    .innerJoin(users, eq(users.id, payments.userId))
    .innerJoin(classes, eq(classes.id, payments.classId))
    .innerJoin(teachers, eq(teachers.id, classes.teacherId));

const selectPayments = (db: Queryable) =>
  joinPurchase(
    db
      .select({
        payment: payments,
        receiptNumber: sql<string>`coalesce((
          select number from accounting_documents d
           where d.payment_id = ${payments.id} and d.kind = 'receipt'), '')`,
        state: paymentState,
        payer: users.name,
        title: classes.title,
        teacher: teachers.name,
      })
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

const createPaymentList = (
  db: Queryable,
  matching: SQL | undefined,
  order: Order,
  form: ListForm | undefined,
): List<PaymentRow> =>
  createList({
    db,
    id: payments.id,
    order,
    matching,
    rows: () => selectPayments(db),
    select: (columns) => joinPurchase(db.select(columns).from(payments).$dynamic()),
    idOf: ({ payment }) => payment.id,
    form,
  });

const EFFECTS: Effects<PaymentQuery> = {
  state: 'named',
  sort: 'named',
  q: 'unprepared',
  page: 'paging',
  limit: 'paging',
};

/** All payments in both modes, newest first by default. The search covers payer, class and transaction. */
export const listPayments = (db: Queryable, filter: PaymentQuery, live: boolean): List<PaymentRow> => {
  const { state, q, sort = 'newest' } = filter;
  return createPaymentList(
    db,
    and(
      state === 'attention'
        ? inArray(payments.id, paymentsNeedingAttention(live))
        : state && STATE_CONDITIONS[state],
      containing(q, users.name, payments.email, classes.title, payments.transactionId),
    ),
    SORTS[sort],
    listFormOf(`payments ${live}`, filter, EFFECTS),
  );
};

/** All payments in the mode of the keys, newest first. */
export const listPaymentsOfMode = (db: Queryable, live: boolean): List<PaymentRow> =>
  createPaymentList(db, ofMode(live), SORTS.newest, { name: `payments of mode ${live}`, values: {} });

/** A user's own payments, newest first. */
export const listPaymentsOf = (db: Queryable, userId: string): List<PaymentRow> =>
  createPaymentList(db, eq(payments.userId, sql.placeholder('userId')), SORTS.newest, {
    name: 'own payments',
    values: { userId },
  });

/** Finds a payment with the data that responses need. */
export const findPaymentRow = async (db: Queryable, id: string): Promise<PaymentRow | undefined> => {
  const [row] = await selectPayments(db).where(eq(payments.id, id));
  return row;
};
