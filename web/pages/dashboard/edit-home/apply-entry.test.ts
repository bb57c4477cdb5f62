import { describe, expect, it } from 'vitest';
import { applyEntry } from './apply-entry.ts';

const [a, b, c] = [{ name: 'A' }, { name: 'B' }, { name: 'C' }] as const;
const edited = { name: 'Edited' };
const known = { max: 5, isSent: () => false };

it.each([
  ['moved', [b, a, c], [edited, a, c]],
  ['shifted by a removal', [b, c], [edited, c]],
  ['changed itself', [a, { name: 'B2' }, c], undefined],
  ['removed', [a, c], undefined],
])('an entry that was %s elsewhere', (_what, present, expected) => {
  expect(applyEntry(present, { index: 1, entries: [a, b, c] }, edited, known)).toEqual(expected);
});

it('an entry whose first attempt has arrived is not added again', () => {
  for (const index of [1, 3])
    expect(applyEntry([a, edited, c], { index, entries: [a, b, c] }, edited, known)).toEqual([a, edited, c]);
});

it('a new entry comes last, if there is room', () => {
  const opened = { index: 1, entries: [a] };
  expect(applyEntry([b, c], opened, edited, { ...known, max: 3 })).toEqual([b, c, edited]);
  expect(applyEntry([b, c], opened, edited, { ...known, max: 2 })).toBeUndefined();
});

describe('an entry whose first attempt has arrived, and that was edited since,', () => {
  const first = { name: 'First' };
  const isSent = ({ name }: { name: string }) => name === 'First';

  it('replaces what the attempt has stored', () => {
    const opened = { entries: [a, b, c] };
    expect(applyEntry([a, first, c], { ...opened, index: 1 }, edited, { ...known, isSent })).toEqual([
      a,
      edited,
      c,
    ]);
    expect(applyEntry([a, b, c, first], { ...opened, index: 3 }, edited, { max: 4, isSent })).toEqual([
      a,
      b,
      c,
      edited,
    ]);
    expect(applyEntry([a, first, c], { ...opened, index: 1 }, b, { ...known, isSent })).toEqual([a, b, c]);
  });

  it('does not replace an equal one that was there before', () => {
    const opened = { index: 2, entries: [a, first] };
    expect(applyEntry([c, first], opened, edited, { ...known, isSent })).toEqual([c, first, edited]);
  });
});

it('an entry that was made equal to another one is stored nevertheless', () => {
  expect(applyEntry([c, a, b], { index: 1, entries: [a, b] }, a, known)).toEqual([c, a, a]);
});
