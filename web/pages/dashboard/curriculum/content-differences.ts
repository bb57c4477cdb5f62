import { languageName } from '#web/curriculum/languages.ts';
import { type Difference, NONE } from '#web/forms/field-differences.ts';
import { isSame } from '#web/forms/is-same.ts';
import type { Content } from './lesson-content.ts';

interface Property {
  label: string | ((content: Content) => string);
  /** What is compared. */
  value: (content: Content) => unknown;
  /** What the user reads. */
  words: (content: Content) => string;
}

const yesOrNo = (value: boolean): string => (value ? 'Yes' : 'No');

/** All properties but the text, which is too long for a comparison at a glance. */
const PROPERTIES: Property[] = [
  { label: 'Title', value: ({ title }) => title, words: ({ title }) => title || NONE },
  {
    label: 'Minutes',
    value: ({ minutes }) => minutes,
    words: ({ minutes }) => (minutes === null ? NONE : String(minutes)),
  },
  {
    label: ({ kind }) => (kind === 'file' ? 'File' : 'Video'),
    value: ({ file, video }) => file?._id ?? video,
    words: ({ file, video }) => file?.name ?? (video || NONE),
  },
  {
    label: 'Captions',
    value: ({ captions }) => captions.map(({ language, file }) => [language, file._id]),
    words: ({ captions }) =>
      captions.map(({ language, file }) => `${languageName(language, 'en')} (${file.name})`).join(', ') ||
      NONE,
  },
  {
    label: 'Picture shown before the video starts',
    value: ({ poster }) => poster,
    words: ({ poster }) => (poster ? 'A picture' : NONE),
  },
  {
    label: 'Published',
    value: ({ status }) => status,
    words: ({ status }) => yesOrNo(status === 'published'),
  },
  {
    label: 'Free preview',
    value: ({ isPreview }) => isPreview,
    words: ({ isPreview }) => yesOrNo(isPreview),
  },
];

/** The differences between two versions of a lesson, except that of their texts. */
export const contentDifferences = (own: Content, other: Content): Difference[] =>
  PROPERTIES.filter(({ value }) => !isSame(value(own), value(other))).map(({ label, words }) => {
    const there = words(other);
    return {
      label: typeof label === 'string' ? label : label(own),
      own: words(own),
      // Two files can have the same name.
      other: there === words(own) ? `${there} (a different one)` : there,
    };
  });
