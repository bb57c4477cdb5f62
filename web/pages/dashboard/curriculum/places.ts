import type { CurriculumDraft } from '#contract/curriculum.ts';

type Section = CurriculumDraft['sections'][number];

/** Where a lesson goes, as the API has it. `position` counts from one, for what is announced. */
export interface Place {
  sectionId: string;
  before: string | null;
  position: number;
  of: number;
  title: string;
}

const placeIn = ({ _id, title, lessons }: Section, index: number, isOwn: boolean): Place => ({
  sectionId: _id,
  before: lessons[index]?._id ?? null,
  position: index + 1,
  of: lessons.length + (isOwn ? 0 : 1),
  title,
});

/** The place one step up or down: beyond the end of a section it is in the next one. Undefined at the ends. */
export const stepFrom = (sections: Section[], lessonId: string, step: 'up' | 'down'): Place | undefined => {
  const at = sections.findIndex(({ lessons }) => lessons.some(({ _id }) => _id === lessonId));
  const section = sections[at]!;
  const index = section.lessons.findIndex(({ _id }) => _id === lessonId);
  if (step === 'up') {
    if (index > 0) return placeIn(section, index - 1, true);
    const above = sections[at - 1];
    return above && placeIn(above, above.lessons.length, false);
  }
  if (index < section.lessons.length - 1) {
    // Before the one after the next.
    return { ...placeIn(section, index + 2, true), position: index + 2 };
  }
  const below = sections[at + 1];
  return below && placeIn(below, 0, false);
};
