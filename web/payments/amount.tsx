import { useFormatPrice } from '#web/ui/use-format-price.ts';

/** An amount of money in the site's currency, in major units. */
export const Amount = ({ of: amount }: { of: number }) => useFormatPrice()(amount);
