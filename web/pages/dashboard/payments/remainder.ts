import { toMajorUnits, toMinorUnits } from '#contract/money.ts';
import type { Payment } from '#contract/payments.ts';

/** The part of a payment that is neither refunded nor being refunded nor lost in a dispute, in major units. */
export const remainderOf = ({ price, refunded, refunding, lost }: Payment): number =>
  toMajorUnits(
    Math.max(0, toMinorUnits(price) - toMinorUnits(refunded) - toMinorUnits(refunding) - toMinorUnits(lost)),
  );
