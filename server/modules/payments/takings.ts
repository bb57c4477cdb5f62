import { and, count, desc, eq, gte, sql, sum } from 'drizzle-orm';
import { toMajorUnits } from '#contract/money.ts';
import type { PageQuery } from '#contract/paging.ts';
import type { ClassTakings, PaymentTotals } from '#contract/payments.ts';
import type { Queryable } from '../../database/client.ts';
import { containing, type Page, readPage } from '../../database/paging.ts';
import { classes, payments, users } from '../../database/schema.ts';

/** Milliseconds. */
const DAY = 24 * 60 * 60 * 1_000;
/** How many of the classes that took most are told. */
const TOP_CLASSES = 10;

/** Minor units; sums come as text, because they may be larger than an integer. */
const sums = {
  count: count(payments.id),
  amount: sum(payments.amount).mapWith(Number),
  refunded: sum(payments.refundedAmount).mapWith(Number),
};

interface Sums {
  count: number;
  amount: number | null;
  refunded: number | null;
}

const present = ({ count: number, amount, refunded }: Sums) => ({
  count: number,
  amount: toMajorUnits(amount ?? 0),
  refunded: toMajorUnits(refunded ?? 0),
});

const utcDay = (moment: Date): string => moment.toISOString().slice(0, 10);

const perClass = { ...sums, classId: classes.id, title: classes.title, teacher: users.name };

/** What came in on each of the last `days` days (UTC, today included), and which classes took most. */
export const sumPayments = async (db: Queryable, days: number, now = new Date()): Promise<PaymentTotals> => {
  const first = utcDay(new Date(now.getTime() - (days - 1) * DAY));
  const recent = gte(payments.paidAt, new Date(`${first}T00:00:00Z`));
  const day = sql<string>`to_char(${payments.paidAt} at time zone 'utc', 'YYYY-MM-DD')`;
  const [total] = await db.select(sums).from(payments).where(recent);
  const byDay = await db
    .select({ ...sums, date: day })
    .from(payments)
    .where(recent)
    .groupBy(day);
  const top = await db
    .select(perClass)
    .from(payments)
    .innerJoin(classes, eq(classes.id, payments.classId))
    .innerJoin(users, eq(users.id, classes.teacherId))
    .where(recent)
    .groupBy(classes.id, users.id)
    .orderBy(desc(sums.amount), desc(classes.id))
    .limit(TOP_CLASSES);
  const found = new Map(byDay.map((row) => [row.date, row]));
  return {
    total: present(total!),
    days: Array.from({ length: days }, (_, index) => {
      const date = utcDay(new Date(Date.parse(first) + index * DAY));
      return { date, ...present(found.get(date) ?? { count: 0, amount: 0, refunded: 0 }) };
    }),
    classes: top.map(({ classId, title, teacher, ...row }) => ({ classId, title, teacher, ...present(row) })),
  };
};

/** What each class of a teacher earned, most first; also those that are off sale. */
export const listEarnings = async (
  db: Queryable,
  teacherId: string,
  { q, ...page }: PageQuery,
): Promise<Page<ClassTakings>> => {
  const matching = and(eq(classes.teacherId, teacherId), containing(q, classes.title));
  const { rows, total } = await readPage(
    db
      .select(perClass)
      .from(classes)
      .innerJoin(users, eq(users.id, classes.teacherId))
      .leftJoin(payments, eq(payments.classId, classes.id))
      .where(matching)
      .groupBy(classes.id, users.id)
      .orderBy(sql`${sums.amount} desc nulls last`, desc(classes.id))
      .$dynamic(),
    db.select({ total: count() }).from(classes).where(matching),
    page,
  );
  return {
    rows: rows.map(({ classId, title, teacher, ...row }) => ({ classId, title, teacher, ...present(row) })),
    total,
  };
};
