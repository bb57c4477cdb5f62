/** The topics with which triggers announce changes of the catalog (migration 0006 and later). */
export const TOPICS = {
  /** Which classes are published, and their public fields. */
  classes: 'classes',
  /** The words of the curricula of published classes, which searches find. */
  taught: 'taught',
  /** The number of enrollments. */
  enrollments: 'enrollments',
  /** Feedback on classes. */
  feedback: 'feedback',
  /** Names and photos of users. */
  people: 'people',
  /** How many accounts there are, if the site shows it. */
  users: 'users',
  /** A class with a waiting list may have a free seat. */
  seats: 'seats',
  /** How the site presents itself, which every page shows. */
  site: 'site',
  /** The published posts of the blog. */
  blog: 'blog',
  /** Too many changes at once to announce them one by one. */
  everything: 'everything',
} as const;

/** The topic of a single class, including its feedback. */
export const classTopic = (id: string): string => `class ${id}`;

/** The topic of the text about a teacher. */
export const bioTopic = (teacherId: string): string => `bio ${teacherId}`;

/** Users have new notifications, but too many at once to announce each user. */
export const NOTIFICATIONS = 'notifications';

/** An email is waiting that no browser needs to know about. */
export const EMAILS = `${NOTIFICATIONS} by email`;

/** The topic of a user's notifications. */
export const notificationsTopic = (userId: string): string => `${NOTIFICATIONS} ${userId}`;
