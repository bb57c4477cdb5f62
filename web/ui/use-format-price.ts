import { formatPrice } from '#contract/money.ts';
import { useSite } from '#web/meta/site-context.ts';

/** Formats amounts in the site's currency, in major units. */
export const useFormatPrice = () => {
  const { currency } = useSite();
  return (price: number): string => formatPrice(price, currency);
};

/** The same for the prices of classes, some of which are free. */
export const useShowPrice = () => {
  const formatPrice = useFormatPrice();
  return (price: number): string => (price === 0 ? 'Free' : formatPrice(price));
};
