/** The words by which the triggers of the catalogue announce what has changed (migration 0006). */
export const TOPICS = {
  /** Which classes are on sale, and what they say of themselves. */
  classes: 'classes',
  /** How many enrollments there are. */
  enrollments: 'enrollments',
  /** What students say. */
  feedback: 'feedback',
  /** Names and pictures of people. */
  people: 'people',
  /** So much at once that it is not said what. */
  everything: 'everything',
} as const;

/** Whatever is known of one class, its feedback included. */
export const classTopic = (id: string): string => `class ${id}`;
