import { expect, it } from 'vitest';
import { truncate } from './truncate.ts';

it.each([
  ['short', 10, 'short'],
  ['exactly ten', 11, 'exactly ten'],
  ['cut in a word', 8, 'cut in a…'],
  ['cut after a space', 4, 'cut…'],
  ['cut in an emoji 🎓', 17, 'cut in an emoji…'],
  ['cut after a 🎓 in it', 14, 'cut after a 🎓…'],
  ['', 3, ''],
])('%j of at most %i characters is %j', (text, length, expected) => {
  expect(truncate(text, length)).toBe(expected);
});
