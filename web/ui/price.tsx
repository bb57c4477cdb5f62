import { useShowPrice } from './use-format-price.ts';

/** The price of a class in the site's currency, in major units. */
export const Price = ({ of: price }: { of: number }) => useShowPrice()(price);
