import type { Class } from '#contract/classes.ts';
import { hasReservedSeats } from './reserved-seats.ts';

/** Why the user cannot have a seat of a class without any left. */
export const NoSeat = ({ offer }: { offer: Class }) => (
  <p className="font-semibold">
    {hasReservedSeats(offer) ? 'No seat is free right now' : 'This class is full'}
  </p>
);
