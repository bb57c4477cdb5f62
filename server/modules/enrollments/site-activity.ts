import { count, gte } from 'drizzle-orm';
import type { SiteActivity } from '#contract/activity.ts';
import type { Queryable } from '../../database/client.ts';
import { datesOf, startOfDays, utcDateOf } from '../../database/days.ts';
import { enrollments, users } from '../../database/schema.ts';

const countByDate = async (
  db: Queryable,
  table: typeof enrollments | typeof users,
  moment: typeof enrollments.enrolledAt | typeof users.createdAt,
  start: Date,
): Promise<Map<string, number>> => {
  const date = utcDateOf(moment);
  const rows = await db.select({ date, number: count() }).from(table).where(gte(moment, start)).groupBy(date);
  return new Map(rows.map((row) => [row.date, row.number]));
};

/** The number of enrollments and of registrations on each of the last `days` days (UTC, including today). */
export const countActivity = async (db: Queryable, days: number, now = new Date()): Promise<SiteActivity> => {
  const start = startOfDays(days, now);
  const [enrolled, registered] = await Promise.all([
    countByDate(db, enrollments, enrollments.enrolledAt, start),
    countByDate(db, users, users.createdAt, start),
  ]);
  return {
    days: datesOf(days, now).map((date) => ({
      date,
      enrollments: enrolled.get(date) ?? 0,
      registrations: registered.get(date) ?? 0,
    })),
  };
};
