import { expect, it } from 'vitest';
import type { CurriculumDraft } from '#contract/curriculum.ts';
import { stepFrom } from './places.ts';

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
