import { expect, it } from 'vitest';
import { endOfDay, isTimeZone } from './deadline.ts';

it.each([
  ['2030-01-31', 'UTC', '2030-02-01T00:00:00.000Z'],
  ['2030-01-31', 'Asia/Dhaka', '2030-01-31T18:00:00.000Z'],
  ['2030-12-31', 'America/Los_Angeles', '2031-01-01T08:00:00.000Z'],
  ['2030-06-30', 'America/Los_Angeles', '2030-07-01T07:00:00.000Z'],
  ['2030-06-30', 'Asia/Kathmandu', '2030-06-30T18:15:00.000Z'],
  // The days of the clock changes, and the days before.
  ['2030-03-30', 'Europe/Berlin', '2030-03-30T23:00:00.000Z'],
  ['2030-03-31', 'Europe/Berlin', '2030-03-31T22:00:00.000Z'],
  ['2030-10-26', 'Europe/Berlin', '2030-10-26T22:00:00.000Z'],
  ['2030-10-27', 'Europe/Berlin', '2030-10-27T23:00:00.000Z'],
  // Clocks skip midnight.
  ['2026-03-07', 'America/Havana', '2026-03-08T05:00:00.000Z'],
  ['2026-09-05', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['2011-03-26', 'Asia/Beirut', '2011-03-26T22:00:00.000Z'],
  ['2030-01-31', 'Pacific/Kiritimati', '2030-01-31T10:00:00.000Z'],
])('%s in %s ends at %s', (date, timeZone, end) => {
  expect(endOfDay(date, timeZone).toISOString()).toBe(end);
});

it('distinguishes time zones from other names', () => {
  expect(['Asia/Dhaka', 'UTC', 'Asia/Calcutta'].map(isTimeZone)).toEqual([true, true, true]);
  expect(['', 'Dhaka', 'Mars/Base', "UTC'; drop"].map(isTimeZone)).toEqual([false, false, false, false]);
});
