import { SEAT_HELD_MINUTES } from '../classes/seats.ts';
import type { PaymentIntent } from './intents.repository.ts';

const MINUTE = 60_000;
/** The time after which an unpaid intent is canceled, in milliseconds. */
const STALE_AFTER = 24 * 60 * MINUTE;
/** The same for a class with limited seats, where the intent holds one. */
const SEAT_HELD_FOR = SEAT_HELD_MINUTES * MINUTE;
/** The time that a buyer gets at least, to enter a card and to authenticate at their bank. */
const TIME_TO_PAY = 10 * MINUTE;

/** What an intent is for: a class with a number of seats, or null if they are not limited. */
interface Sold {
  seats: number | null;
}

type Age = Pick<PaymentIntent, 'createdAt'>;

/** Milliseconds until an unpaid intent is canceled, negative if that is overdue. */
const timeLeft = ({ createdAt }: Age, { seats }: Sold, now: Date): number =>
  createdAt.getTime() + (seats === null ? STALE_AFTER : SEAT_HELD_FOR) - now.getTime();

/** Whether an unpaid intent should be canceled because of its age. */
export const isTooOld = (intent: Age, sold: Sold, now = new Date()): boolean =>
  timeLeft(intent, sold, now) < 0;

/** Whether an intent is so near its end that a buyer needs a new one. */
export const isNearEnd = (intent: Age, sold: Sold, now = new Date()): boolean =>
  timeLeft(intent, sold, now) < TIME_TO_PAY;
