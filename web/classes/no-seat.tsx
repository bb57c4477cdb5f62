import type { Class } from '#contract/classes.ts';

/** Why the user cannot have a seat of a class without any left. */
export const NoSeat = ({ offer }: { offer: Class }) => (
  <p className="font-semibold">
    {offer.paused
      ? 'Enrollment is paused'
      : offer.seatsReserved
        ? 'No seats are available right now'
        : 'This class is full'}
  </p>
);
