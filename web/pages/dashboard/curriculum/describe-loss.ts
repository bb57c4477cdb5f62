import type { Contributions, CurriculumDraft } from '#contract/curriculum.ts';

type Entry = CurriculumDraft['sections'][number]['lessons'][number];

/** What is deleted: lessons, and what members have written under the lessons of the class. */
interface Deletion {
  lessons: readonly Entry[];
  contributions: Contributions['lessons'];
}

const describeNotes = (count: number): string => (count === 1 ? '1 private note' : `${count} private notes`);
const describePosts = (count: number): string =>
  count === 1 ? '1 question' : `${count} questions and answers`;

/** What members have written under lessons, as the end of a sentence. */
const describeContributions = ({ lessons, contributions }: Deletion): string => {
  const lost = contributions.filter(({ lessonId }) => lessons.some(({ _id }) => _id === lessonId));
  const notes = lost.reduce((sum, lesson) => sum + lesson.notes, 0);
  const posts = lost.reduce((sum, lesson) => sum + lesson.posts, 0);
  const parts = [notes > 0 && describeNotes(notes), posts > 0 && describePosts(posts)].filter(Boolean);
  return parts.length === 0 ? '' : `, with ${parts.join(' and ')}`;
};

const isPublished = ({ status }: Entry): boolean => status === 'published';

/** What a lesson of each kind consists of. Its video may have no captions. */
const CONTENT = {
  article: 'Its text',
  video: 'Its video with any captions, its text',
  file: 'Its file, its text',
} as const;

/** Describes what is deleted with a lesson. */
export const describeLessonLoss = (lesson: Entry, contributions: Contributions['lessons']): string => {
  const written = describeContributions({ lessons: [lesson], contributions });
  const loss = `${CONTENT[lesson.kind]} and your students’ progress in it will be deleted${written}.`;
  return isPublished(lesson) ? `${loss} To hide it and keep all of this, make it a draft instead.` : loss;
};

/** What lessons consist of, with commas between. */
const describeContents = (lessons: readonly Entry[]): string => {
  const has = (kind: Entry['kind']) => lessons.some((lesson) => lesson.kind === kind);
  const parts = [has('video') && 'videos with any captions', has('file') && 'files'].filter(Boolean);
  return parts.length === 0 ? 'texts' : `${parts.join(', ')} and texts`;
};

/** Describes what is deleted with the lessons of a section. */
export const describeSectionLoss = (
  lessons: readonly Entry[],
  contributions: Contributions['lessons'],
): string => {
  const written = describeContributions({ lessons, contributions });
  const loss = `The ${describeContents(lessons)} of these lessons and your students’ progress in them will be deleted${written}.`;
  return lessons.some(isPublished)
    ? `${loss} To hide them and keep all of this, make them drafts instead.`
    : loss;
};
