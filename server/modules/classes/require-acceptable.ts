import type { ClassInput } from '#contract/classes.ts';
import type { Queryable } from '../../database/client.ts';
import { requireOffered } from '../site-settings/require-offered.ts';
import { requirePayablePrice } from '../site-settings/require-payable-price.ts';
import { requireUpcomingStart } from './require-upcoming-start.ts';

interface Terms extends Pick<ClassInput, 'experience' | 'category' | 'startsOn'> {
  /** In minor units. */
  price: number;
}

/**
 * Requires what the site demands of a new class: an experience level and a category that it offers, a price that a card can
 * pay, and a start date that has not passed.
 * @throws ApiError `invalid_input` that names the fields
 */
export const requireAcceptable = async (db: Queryable, terms: Terms): Promise<void> => {
  await requireOffered(db, terms);
  await requirePayablePrice(db, terms.price);
  requireUpcomingStart(terms.startsOn);
};
