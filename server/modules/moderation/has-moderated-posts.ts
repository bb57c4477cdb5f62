import { and, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../../database/client.ts';
import { posts, reports } from '../../database/schema.ts';

/**
 * Whether posts under lessons are hidden or have open reports. The posts are locked, so that none can be reported or
 * hidden until the transaction ends.
 */
export const hasModeratedPosts = async (trx: Transaction, lessonIds: string[]): Promise<boolean> => {
  if (lessonIds.length === 0) return false;
  const isUnderThem = inArray(posts.lessonId, lessonIds);
  // A question before its answers, as in other transactions that lock both.
  await trx.select({ id: posts.id }).from(posts).where(isUnderThem).orderBy(posts.number).for('update');
  const isModerated = sql`(${posts.hiddenAt} is not null or exists (
    select from ${reports} r where r.post_id = ${posts}.id and r.dismissed_at is null))`;
  const found = await trx.select({ id: posts.id }).from(posts).where(and(isUnderThem, isModerated)).limit(1);
  return found.length > 0;
};
