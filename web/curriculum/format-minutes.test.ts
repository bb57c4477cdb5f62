import { expect, it } from 'vitest';
import { formatMinutes } from './format-minutes.ts';

it.each([
  [0, '0 min'],
  [45, '45 min'],
  [60, '1 h'],
  [125, '2 h 5 min'],
])('%i minutes are %s', (minutes, text) => {
  expect(formatMinutes(minutes)).toBe(text);
});
