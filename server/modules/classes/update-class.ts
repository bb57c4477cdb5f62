import { eq, sql } from 'drizzle-orm';
import type { ClassUpdate } from '#contract/classes.ts';
import { toMinorUnits } from '#contract/money.ts';
import type { Transaction } from '../../database/client.ts';
import { classes } from '../../database/schema.ts';
import { ApiError } from '../../http/api-error.ts';
import { editConflict } from '../../http/edit-conflict.ts';
import { reviewedAgain } from '../review/decide.ts';
import { requireOffered } from '../site-settings/require-offered.ts';
import { requirePayablePrice } from '../site-settings/require-payable-price.ts';
import { deletePendingChange, outdateRejectedChanges, proposeChange } from './changes.repository.ts';
import { lockClassesOf, requireRoomFor } from './add-class.ts';
import { lockOwnClass } from './classes.repository.ts';
import { requireUpcomingStart } from './require-upcoming-start.ts';
import { requireEnoughSeats } from './seats.ts';
import { recordVersion } from './versions.repository.ts';

interface Update extends ClassUpdate {
  /** The revision that the update is based on. Default: the current one. */
  revision?: number;
}

/**
 * Changes a teacher's own class, in the caller's transaction. Of a published class, a new title, a new description and
 * a higher price await review as a single change; everything else takes effect at once. An update without anything to
 * review withdraws the pending change. Any other class changes at once, and a rejected one becomes pending again; a
 * draft stays one.
 * @param isDraft whether the class must still be a draft, because the update may be unfinished
 * @returns whether the class exists
 * @throws ApiError `edit_conflict` if the class has changed since the given revision, `not_draft`, `invalid_input` for a new
 *   experience level or category that the site does not offer, a new number of seats that does not cover those that are
 *   taken or reserved, a new price that no card can pay, or a new start date that has passed, or `limit_reached` if a
 *   rejected class would await review and too many others do
 */
export const updateClass = async (
  trx: Transaction,
  teacherId: string,
  id: string,
  { revision: seen, price: majorUnits, title, description, ...others }: Update,
  { isDraft = false }: { isDraft?: boolean } = {},
): Promise<boolean> => {
  const own = await lockOwnClass(trx, teacherId, id);
  if (!own) return false;
  if (seen !== undefined && seen !== own.revision) throw editConflict({ revision: own.revision });
  if (isDraft && own.status !== 'Draft') throw new ApiError('not_draft', 'This class is no longer a draft');
  await requireOffered(trx, others, own);
  if (others.seats && others.seats !== own.seats) await requireEnoughSeats(trx, id, others.seats);
  const price = toMinorUnits(majorUnits);
  await requirePayablePrice(trx, price, own.price);
  requireUpcomingStart(others.startsOn, own.startsOn);
  await outdateRejectedChanges(trx, id);
  const revision = sql`${classes.revision} + 1`;
  if (own.status !== 'approve') {
    if (own.status === 'rejected') {
      await lockClassesOf(trx, teacherId);
      await requireRoomFor(trx, teacherId, 'Pending');
    }
    await deletePendingChange(trx, id);
    await trx
      .update(classes)
      .set({
        ...others,
        title,
        description,
        price,
        ...reviewedAgain(classes),
        revision,
      })
      .where(eq(classes.id, id));
    return true;
  }
  const isCheaper = price < own.price;
  await trx
    .update(classes)
    .set({ ...others, price: Math.min(price, own.price), revision })
    .where(eq(classes.id, id));
  if (isCheaper) await recordVersion(trx, id, null);
  const proposed = {
    title: title === own.title ? null : title,
    description: description === own.description ? null : description,
    price: price > own.price ? price : null,
  };
  if (Object.values(proposed).some((value) => value !== null))
    await proposeChange(trx, id, proposed, isCheaper);
  else await deletePendingChange(trx, id);
  return true;
};
