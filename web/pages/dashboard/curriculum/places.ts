import type { CurriculumDraft } from '#contract/curriculum.ts';

type Section = CurriculumDraft['sections'][number];

/** The target of a move, as the API expects it. `position` counts from one, for announcements. */
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

/**
 * The place one step up or down, which may be in the neighboring section. Undefined at either end, and if the lesson no
 * longer exists.
 */
export const stepFrom = (sections: Section[], lessonId: string, step: 'up' | 'down'): Place | undefined => {
  const at = sections.findIndex(({ lessons }) => lessons.some(({ _id }) => _id === lessonId));
  const section = sections[at];
  if (!section) return undefined;
  const index = section.lessons.findIndex(({ _id }) => _id === lessonId);
  if (step === 'up') {
    if (index > 0) return placeIn(section, index - 1, true);
    const above = sections[at - 1];
    return above && placeIn(above, above.lessons.length, false);
  }
  if (index < section.lessons.length - 1) {
    // Moving down means moving before the entry after the next one.
    return { ...placeIn(section, index + 2, true), position: index + 2 };
  }
  const below = sections[at + 1];
  return below && placeIn(below, 0, false);
};

/**
 * The place of a lesson before another one, or at the end of a section. Undefined if nothing would move or an entry
 * no longer exists.
 */
export const placeAt = (
  sections: Section[],
  lessonId: string,
  { list, before }: { list: string; before: string | null },
): Place | undefined => {
  const section = sections.find(({ _id }) => _id === list);
  const own = section?.lessons.findIndex(({ _id }) => _id === lessonId) ?? -1;
  const exists = sections.some(({ lessons }) => lessons.some(({ _id }) => _id === lessonId));
  if (!section || !exists || before === lessonId) return undefined;
  const others = section.lessons.filter(({ _id }) => _id !== lessonId);
  const index = before === null ? others.length : others.findIndex(({ _id }) => _id === before);
  if (index < 0 || index === own) return undefined;
  return { sectionId: list, before, position: index + 1, of: others.length + 1, title: section.title };
};

/** The sections after a lesson has been moved. */
export const withLessonAt = (
  sections: Section[],
  lessonId: string,
  { sectionId, position }: Place,
): Section[] => {
  const moved = sections.flatMap(({ lessons }) => lessons).filter(({ _id }) => _id === lessonId);
  return sections.map((section) => {
    const others = section.lessons.filter(({ _id }) => _id !== lessonId);
    if (section._id !== sectionId) return { ...section, lessons: others };
    return {
      ...section,
      lessons: [...others.slice(0, position - 1), ...moved, ...others.slice(position - 1)],
    };
  });
};

/**
 * The sections after one of them has been moved before another one, or to the end. Undefined if nothing would move or
 * a section no longer exists.
 */
export const withSectionBefore = (
  sections: Section[],
  id: string,
  before: string | null,
): Section[] | undefined => {
  const own = sections.findIndex(({ _id }) => _id === id);
  const others = sections.filter(({ _id }) => _id !== id);
  const index = before === null ? others.length : others.findIndex(({ _id }) => _id === before);
  if (own < 0 || index < 0 || index === own) return undefined;
  return [...others.slice(0, index), sections[own]!, ...others.slice(index)];
};
