import { useFormatPrice } from './use-format-price.ts';

/** A price in the site's currency, in major units. */
export const Price = ({ of: price }: { of: number }) => useFormatPrice()(price);
