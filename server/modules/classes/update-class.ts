import { and, eq, sql } from 'drizzle-orm';
import type { ClassUpdate } from '#contract/classes.ts';
import { toMinorUnits } from '#contract/money.ts';
import type { Transaction } from '../../database/client.ts';
import { classes } from '../../database/schema.ts';
import { reviewedAgain } from '../review/decide.ts';
import { requireOffered } from '../site-settings/require-offered.ts';
import { deleteWaitingChange, proposeChange } from './changes.repository.ts';
import { isListed } from './classes.repository.ts';
import { recordVersion } from './versions.repository.ts';

/**
 * Changes a teacher's own class, in the caller's transaction. Of a published class, a new title, a new description and
 * a higher price await review as a single change; everything else takes effect at once. An update without anything to
 * review withdraws the pending change. Any other class changes at once, and a rejected one becomes pending again.
 * @returns whether the class exists
 * @throws ApiError `invalid_input` for a new experience level or category that the site does not offer
 */
export const updateClass = async (
  trx: Transaction,
  teacherId: string,
  id: string,
  { price: majorUnits, title, description, ...others }: ClassUpdate,
): Promise<boolean> => {
  // Every decision locks the class first, so the comparison below remains valid.
  const [own] = await trx
    .select()
    .from(classes)
    .where(and(eq(classes.id, id), eq(classes.teacherId, teacherId), isListed))
    .for('no key update');
  if (!own) return false;
  await requireOffered(trx, others, own);
  const price = toMinorUnits(majorUnits);
  if (own.status !== 'approve') {
    await deleteWaitingChange(trx, id);
    await trx
      .update(classes)
      .set({
        ...others,
        title,
        description,
        price,
        ...reviewedAgain(classes),
        revision: sql`${classes.revision} + 1`,
      })
      .where(eq(classes.id, id));
    return true;
  }
  const isCheaper = price < own.price;
  await trx
    .update(classes)
    .set({ ...others, price: Math.min(price, own.price) })
    .where(eq(classes.id, id));
  if (isCheaper) await recordVersion(trx, id, null);
  const proposed = {
    title: title === own.title ? null : title,
    description: description === own.description ? null : description,
    price: price > own.price ? price : null,
  };
  if (Object.values(proposed).some((value) => value !== null))
    await proposeChange(trx, id, proposed, isCheaper);
  else await deleteWaitingChange(trx, id);
  return true;
};
