import { chargedToMajor } from '#contract/charged-amounts.ts';
import { formatPrice } from '#contract/money.ts';

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** Isolates a user's text in a sentence, so that its direction does not affect the rest of it. */
export const isolated = (text: string): string => `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}`;
/** The same, in quotation marks. */
export const quoted = (text: string): string => `“${isolated(text)}”`;

/** An amount with its currency. Amounts of earlier versions have no currency, because all were in dollars. */
export const money = (minorUnits: number, currency = 'usd'): string =>
  formatPrice(chargedToMajor(minorUnits, currency), currency);

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
/** A day in UTC. @param date ISO 8601 */
export const day = (date: string): string => DAY.format(new Date(date));
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
/** A moment in UTC. @param timestamp ISO 8601 */
export const moment = (timestamp: string): string => `${MOMENT.format(new Date(timestamp))} (UTC)`;
