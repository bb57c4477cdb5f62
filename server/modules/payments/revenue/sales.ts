import { and, eq } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import { chargedToMajor, decimalsOf } from '#contract/charged-amounts.ts';
import type { Queryable } from '../../../database/client.ts';
import { createList, type List } from '../../../database/list.ts';
import { byAge } from '../../../database/paging.ts';
import { classes, payments } from '../../../database/schema.ts';
import { lostAmount, refundedAmount } from '../amounts.ts';
import { ofMode } from '../of-mode.ts';

const joinClass = <Query extends PgSelect>(query: Query) =>
  query.innerJoin(classes, eq(classes.id, payments.classId));

const selectSales = (db: Queryable) =>
  joinClass(
    db
      .select({
        id: payments.id,
        transactionId: payments.transactionId,
        paidAt: payments.paidAt,
        title: classes.title,
        amount: payments.amount,
        currency: payments.currency,
        refunded: refundedAmount(payments).mapWith(Number),
        lost: lostAmount(payments).mapWith(Number),
      })
      .from(payments)
      .$dynamic(),
  );

type Sale = Awaited<ReturnType<typeof selectSales>>[number];

/** The payments for the classes of a teacher, newest first, in the mode of the keys. Amounts are in minor units. */
export const listSales = (db: Queryable, live: boolean, teacherId: string): List<Sale> =>
  createList({
    db,
    id: payments.id,
    order: byAge(payments.paidAt).newest,
    matching: and(ofMode(live), eq(classes.teacherId, teacherId)),
    rows: () => selectSales(db),
    select: (columns) => joinClass(db.select(columns).from(payments).$dynamic()),
    idOf: ({ id }) => id,
  });

export const SALE_CSV_COLUMNS = [
  'date',
  'transaction',
  'class',
  'paid',
  'refunded',
  'lost in disputes',
  'earned',
  'currency',
] as const;

/** A sale as a row of a CSV file, without the buyer. Amounts are in major units with the decimals of their currency. */
export const toSaleCells = ({
  paidAt,
  transactionId,
  title,
  amount,
  currency,
  refunded,
  lost,
}: Sale): Record<(typeof SALE_CSV_COLUMNS)[number], string> => {
  const format = (minor: number) => chargedToMajor(minor, currency).toFixed(decimalsOf(currency));
  return {
    date: paidAt.toISOString(),
    transaction: transactionId,
    class: title,
    paid: format(amount),
    refunded: format(refunded),
    'lost in disputes': format(lost),
    earned: format(amount - refunded - lost),
    currency,
  };
};
