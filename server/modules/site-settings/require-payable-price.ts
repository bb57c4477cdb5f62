import { findPriceProblem } from '#contract/class-form.ts';
import type { Queryable } from '../../database/client.ts';
import { ApiError } from '../../http/api-error.ts';
import { findCurrency } from './site-settings.repository.ts';

/**
 * Requires a price that a card can pay in the currency of the site, or 0. A price that is already stored (`before`) stays
 * valid: the currency may have changed since.
 * @param price in minor units
 * @throws ApiError `invalid_input` that names the field
 */
export const requirePayablePrice = async (db: Queryable, price: number, before?: number): Promise<void> => {
  const message = findPriceProblem(price, await findCurrency(db), before);
  if (message) throw new ApiError('invalid_input', message, { fields: { price: message } });
};
