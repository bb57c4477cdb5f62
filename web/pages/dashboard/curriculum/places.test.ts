import { expect, it } from 'vitest';
import type { CurriculumDraft } from '#contract/curriculum.ts';
import { placeAt, stepFrom, withLessonAt, withSectionBefore } from './places.ts';

const section = (title: string, ...ids: string[]) =>
  ({
    _id: title,
    title,
    version: 1,
    lessons: ids.map((_id) => ({ _id, kind: 'article', title: _id, isPreview: false, status: 'draft' })),
  }) as CurriculumDraft['sections'][number];
const SECTIONS = [section('A', '1', '2', '3'), section('B'), section('C', '4')];

it.each([
  ['1', 'up', undefined],
  ['2', 'up', { sectionId: 'A', before: '1', position: 1, of: 3 }],
  ['1', 'down', { sectionId: 'A', before: '3', position: 2, of: 3 }],
  ['2', 'down', { sectionId: 'A', before: null, position: 3, of: 3 }],
  ['3', 'down', { sectionId: 'B', before: null, position: 1, of: 1 }],
  ['4', 'up', { sectionId: 'B', before: null, position: 1, of: 1 }],
  ['4', 'down', undefined],
] as const)('lesson %s goes %s', (id, step, place) => {
  const found = stepFrom(SECTIONS, id, step);
  if (place) expect(found).toMatchObject(place);
  else expect(found).toBeUndefined();
});

it.each([
  ['1', { list: 'A', before: '3' }, { sectionId: 'A', before: '3', position: 2, of: 3 }, ['213', '', '4']],
  ['1', { list: 'A', before: null }, { sectionId: 'A', before: null, position: 3, of: 3 }, ['231', '', '4']],
  ['2', { list: 'B', before: null }, { sectionId: 'B', before: null, position: 1, of: 1 }, ['13', '2', '4']],
  ['4', { list: 'A', before: '1' }, { sectionId: 'A', before: '1', position: 1, of: 4 }, ['4123', '', '']],
] as const)('lesson %s is dropped at %o', (id, drop, place, after) => {
  const found = placeAt(SECTIONS, id, drop)!;
  expect(found).toMatchObject(place);
  const lists = withLessonAt(SECTIONS, id, found).map(({ lessons }) =>
    lessons.map(({ _id }) => _id).join(''),
  );
  expect(lists).toEqual(after);
});

it.each([
  ['1', { list: 'A', before: '2' }],
  ['1', { list: 'A', before: '1' }],
  ['3', { list: 'A', before: null }],
  ['1', { list: 'A', before: 'gone' }],
  ['gone', { list: 'A', before: null }],
  ['1', { list: 'gone', before: null }],
] as const)('lesson %s stays where it is, dropped at %o', (id, drop) => {
  expect(placeAt(SECTIONS, id, drop)).toBeUndefined();
});

it('a section goes before another one, or to the end', () => {
  const after = (id: string, before: string | null) =>
    withSectionBefore(SECTIONS, id, before)
      ?.map(({ _id }) => _id)
      .join('');
  expect(after('C', 'A')).toBe('CAB');
  expect(after('A', null)).toBe('BCA');
  expect(after('A', 'B')).toBeUndefined();
  expect(after('C', null)).toBeUndefined();
  expect(after('gone', 'A')).toBeUndefined();
});
