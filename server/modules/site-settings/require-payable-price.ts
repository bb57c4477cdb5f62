import { CURRENCIES } from '#contract/currencies.ts';
import { formatPrice, toMajorUnits } from '#contract/money.ts';
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
  if (price === 0 || price === before) return;
  const currency = await findCurrency(db);
  const { minimum } = CURRENCIES[currency];
  if (price >= minimum) return;
  const message = `Enter at least ${formatPrice(toMajorUnits(minimum), currency)}, or 0 for a free class`;
  throw new ApiError('invalid_input', message, { fields: { price: message } });
};
