import type { Class } from '#contract/classes.ts';

/** Whether seats of a full class are reserved: for its waiting list, or for somebody who is paying. */
export const hasReservedSeats = ({ seats = 0, enroll }: Class): boolean => enroll < seats;
