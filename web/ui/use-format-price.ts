import { formatPrice } from '#contract/money.ts';
import { useSite } from '#web/meta/site-context.ts';

/** Formats prices in the site's currency, in major units. */
export const useFormatPrice = () => {
  const { currency } = useSite();
  return (price: number): string => formatPrice(price, currency);
};
