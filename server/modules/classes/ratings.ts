import { and, eq, sql } from 'drizzle-orm';
import type { Class } from '#contract/classes.ts';
import type { RatingSummary } from '#contract/feedback.ts';
import type { Queryable } from '../../database/client.ts';
import { classes, NO_RATINGS } from '../../database/schema.ts';
import { isListed } from './classes.repository.ts';

/** The number of ratings of a class with one star, two stars, and so on. There are none if there is no such class. */
export const readRatings = async (db: Queryable, id: string): Promise<number[]> => {
  const [row] = await db.select({ ratings: classes.ratings }).from(classes).where(eq(classes.id, id));
  return row?.ratings ?? NO_RATINGS;
};

/** The same, summed over the listed classes of a teacher. */
export const sumRatingsOf = async (db: Queryable, teacherId: string): Promise<number[]> => {
  const { rows } = await db.execute<{ number: number }>(sql`
    select sum(rated.number)::int as number
      from ${classes} cross join lateral unnest(${classes.ratings}) with ordinality rated (number, stars)
     where ${and(eq(classes.teacherId, teacherId), isListed)} group by rated.stars order by rated.stars`);
  return rows.length === 0 ? NO_RATINGS : rows.map(({ number }) => number);
};

/** @param distribution the number of ratings with one star, two stars, and so on */
export const summarizeRatings = (distribution: number[]): RatingSummary => {
  const total = distribution.reduce((sum, number) => sum + number, 0);
  const stars = distribution.reduce((sum, number, index) => sum + number * (index + 1), 0);
  return { count: total, average: total === 0 ? null : stars / total, distribution };
};

/** The average rating and the number of ratings, if there are any. @param distribution as above */
export const presentRating = (distribution: number[]): Pick<Class, 'rating'> => {
  const { average, count } = summarizeRatings(distribution);
  return average === null ? {} : { rating: { average, count } };
};
