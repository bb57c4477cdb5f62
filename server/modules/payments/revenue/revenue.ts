import { and, count, desc, eq, gte, inArray, type SQL, sql, sum } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import { toMajorUnits } from '#contract/money.ts';
import type { PageQuery } from '#contract/paging.ts';
import type { ClassRevenue, EarningTotals, PaymentTotals, Revenue } from '#contract/revenue.ts';
import type { Queryable } from '../../../database/client.ts';
import { datesOf, startOfDays, utcDateOf } from '../../../database/days.ts';
import { createList, type List } from '../../../database/list.ts';
import { containing } from '../../../database/paging.ts';
import { classes, payments, users } from '../../../database/schema.ts';
import { lostAmount, refundedAmount } from '../amounts.ts';
import { ofMode } from '../of-mode.ts';

/** The number of classes with the highest revenue that are listed. */
const TOP_CLASSES = 10;

const refunded = refundedAmount(payments);
const lost = lostAmount(payments);
/** What remains of a payment, in minor units. */
const remaining = sql`${payments.amount} - ${refunded} - ${lost}`;

/** Sums in minor units. They are read as text, because they may exceed an integer. */
const sums = {
  count: count(payments.id),
  amount: sum(payments.amount).mapWith(Number),
  refunded: sum(refunded).mapWith(Number),
  lost: sum(lost).mapWith(Number),
};

interface Sums {
  count: number;
  amount: number | null;
  refunded: number | null;
  lost: number | null;
}

/** The sums are null if there are no payments. */
const present = ({ count, ...sums }: Sums): Revenue => {
  const [amount, refunded, lost] = [sums.amount ?? 0, sums.refunded ?? 0, sums.lost ?? 0];
  return {
    count,
    amount: toMajorUnits(amount),
    refunded: toMajorUnits(refunded),
    lost: toMajorUnits(lost),
    revenue: toMajorUnits(amount - refunded - lost),
  };
};

const perClass = { ...sums, classId: classes.id, title: classes.title, teacher: users.name };

/** The revenue of the payments that meet a condition. */
const sumOf = async (db: Queryable, condition: SQL | undefined): Promise<Revenue> => {
  const [total] = await db.select(sums).from(payments).where(condition);
  return present(total!);
};

/** The revenue of each of the last `days` days (UTC, including today) from the payments that meet a condition. */
const sumByDay = async (
  db: Queryable,
  condition: SQL | undefined,
  days: number,
  now: Date,
): Promise<EarningTotals['days']> => {
  const day = utcDateOf(payments.paidAt);
  const rows = await db
    .select({ ...sums, date: day })
    .from(payments)
    .where(and(condition, gte(payments.paidAt, startOfDays(days, now))))
    .groupBy(day);
  const found = new Map(rows.map((row) => [row.date, row]));
  const none = { count: 0, amount: 0, refunded: 0, lost: 0 };
  return datesOf(days, now).map((date) => ({ date, ...present(found.get(date) ?? none) }));
};

/** The revenue of the last `days` days (UTC, including today), and the classes with the highest revenue. */
export const sumPayments = async (
  db: Queryable,
  live: boolean,
  days: number,
  now = new Date(),
): Promise<PaymentTotals> => {
  const recent = and(ofMode(live), gte(payments.paidAt, startOfDays(days, now)));
  const top = await db
    .select(perClass)
    .from(payments)
    .innerJoin(classes, eq(classes.id, payments.classId))
    .innerJoin(users, eq(users.id, classes.teacherId))
    .where(recent)
    .groupBy(classes.id, users.id)
    .orderBy(desc(sum(remaining)), desc(classes.id))
    .limit(TOP_CLASSES);
  return {
    total: await sumOf(db, recent),
    days: await sumByDay(db, ofMode(live), days, now),
    classes: top.map(presentRevenue),
  };
};

/** The earnings of a teacher: the total, and each of the last `days` days (UTC, including today). */
export const sumEarnings = async (
  db: Queryable,
  live: boolean,
  teacherId: string,
  days: number,
  now = new Date(),
): Promise<EarningTotals> => {
  const own = db.select({ id: classes.id }).from(classes).where(eq(classes.teacherId, teacherId));
  const earned = and(ofMode(live), inArray(payments.classId, own));
  return { total: await sumOf(db, earned), days: await sumByDay(db, earned, days, now) };
};

type RevenueRow = Sums & Pick<ClassRevenue, 'classId' | 'title' | 'teacher'>;

/** The revenue of a class as responses have it, with amounts in major units. */
export const presentRevenue = ({ classId, title, teacher, ...row }: RevenueRow): ClassRevenue => ({
  classId,
  title,
  teacher,
  ...present(row),
});

/** The earnings of each class of a teacher, highest first, including classes that are no longer published. */
export const listEarnings = (
  db: Queryable,
  live: boolean,
  teacherId: string,
  { q }: Pick<PageQuery, 'q'>,
): List<RevenueRow> => {
  const earned = db
    .select({
      classId: payments.classId,
      count: sums.count.as('count'),
      amount: sums.amount.as('amount'),
      refunded: sums.refunded.as('refunded'),
      lost: sums.lost.as('lost'),
      revenue: sum(remaining).as('revenue'),
    })
    .from(payments)
    .innerJoin(classes, eq(classes.id, payments.classId))
    .where(and(ofMode(live), eq(classes.teacherId, teacherId)))
    .groupBy(payments.classId)
    .as('earned');
  const joinEarned = <Query extends PgSelect>(query: Query) =>
    query.innerJoin(users, eq(users.id, classes.teacherId)).leftJoin(earned, eq(earned.classId, classes.id));
  const shown = {
    classId: classes.id,
    title: classes.title,
    teacher: users.name,
    count: sql<number>`coalesce(${earned.count}, 0)::int`,
    amount: earned.amount,
    refunded: earned.refunded,
    lost: earned.lost,
  };
  return createList({
    db,
    id: classes.id,
    order: { by: sql`coalesce(${earned.revenue}, 0)`, descending: true },
    matching: and(eq(classes.teacherId, teacherId), containing(q, classes.title)),
    rows: () => joinEarned(db.select(shown).from(classes).$dynamic()),
    select: (columns) => joinEarned(db.select(columns).from(classes).$dynamic()),
    idOf: ({ classId }) => classId,
  });
};
