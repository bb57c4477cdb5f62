import { expect, it } from 'vitest';
import { applyEntry } from './apply-entry.ts';

const [a, b, c] = [{ name: 'A' }, { name: 'B' }, { name: 'C' }] as const;
const edited = { name: 'Edited' };

it.each([
  ['moved', [b, a, c], [edited, a, c]],
  ['shifted by a removal', [b, c], [edited, c]],
  ['changed itself', [a, { name: 'B2' }, c], undefined],
  ['removed', [a, c], undefined],
])('an entry that was %s elsewhere', (_what, present, expected) => {
  expect(applyEntry(present, { index: 1, entries: [a, b, c] }, edited, 5)).toEqual(expected);
});

it('an entry whose first attempt has arrived is not added again', () => {
  for (const index of [1, 3])
    expect(applyEntry([a, edited, c], { index, entries: [a, b, c] }, edited, 5)).toEqual([a, edited, c]);
});

it('a new entry comes last, if there is room', () => {
  const opened = { index: 1, entries: [a] };
  expect(applyEntry([b, c], opened, edited, 3)).toEqual([b, c, edited]);
  expect(applyEntry([b, c], opened, edited, 2)).toBeUndefined();
});
