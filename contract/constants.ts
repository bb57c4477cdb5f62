/** Business constants and limits of the whole product. docs/product.md names those that are promises. */

export const EXPERIENCE_LEVELS = ['Experienced', 'Beginner', 'Mid Level', 'Junior'] as const;

export const SKILL_CATEGORIES = [
  'Web Development',
  'Digital Marketing',
  'Graphics Design',
  'App Development',
  'Game Development',
  'SEO Development',
] as const;

export const USER_ROLES = ['admin', 'teacher'] as const;

/** `approve` and `rejected` are the words that the calls send; a class and a teacher request share them. */
export const REVIEW_STATUSES = ['Pending', 'approve', 'rejected'] as const;

export const CURRENCY = 'usd';

/** Minor units of money. The provider refuses charges below 0.50 USD. */
export const MINIMUM_CHARGE = 50;
/** Major units: the highest price that a class may have. */
export const MAXIMUM_PRICE = 999_999.99;

/** Characters of a password. A site may ask for more than `min` (its setting PASSWORD_MIN_LENGTH). */
export const PASSWORD_LENGTH = { min: 6, max: 128 } as const;

/** Longest texts that a call accepts, in characters. */
export const TEXT_LIMITS = {
  name: 100,
  email: 254,
  address: 2_048,
  title: 150,
  description: 5_000,
  reason: 500,
  feedback: 2_000,
  submission: 10_000,
  comment: 2_000,
  search: 100,
  token: 200,
} as const;

export const RATING = { min: 1, max: 5 } as const;
export const MARKS = { min: 1, max: 1_000 } as const;
/** Entries a page; `lastPage` bounds the work that one call can ask for. */
export const PAGE_SIZE = { default: 20, classes: 24, max: 100, lastPage: 100_000 } as const;
/** Entries that a public list counts, and shows by the number of a page; it costs the same however many there are. */
export const COUNTED_ENTRIES = 1_000;
/** The same of a search for words: each entry that it counts has to be found first. Ten pages of classes. */
export const FOUND_ENTRIES = 240;

/** Milliseconds. */
export const ACCESS_TOKEN_LIFETIME = 60 * 60 * 1_000;
/** Milliseconds before its end at which the client renews the access token. */
export const ACCESS_TOKEN_RENEWAL = 5 * 60 * 1_000;

/** How much of a text a card shows, in characters. */
export const PREVIEW_LENGTH = { card: 80, addedClass: 85, feedback: 150 } as const;

export const MOST_DEMANDED_COUNT = 6;
/**
 * `items` is how many of the newest it shows; `perView` the slides in view from each window width (CSS
 * pixels) on; `autoplay` is in milliseconds.
 */
export const FEEDBACK_CAROUSEL = {
  items: 20,
  perView: { 0: 1, 464: 2, 1024: 2, 3000: 5 },
  autoplay: 5_000,
} as const;
/** Milliseconds until the hero moves on; its height is in CSS pixels. */
export const HERO_CAROUSEL = { autoplay: 6_000, height: 600 } as const;
/** Four slides in view at every window width; the space between them is in CSS pixels. */
export const PARTNER_CAROUSEL = { perView: { 0: 4 }, spacing: 30 } as const;
/** The statistics strip shows this fixed number of users. */
export const TOTAL_USERS_SHOWN = 23;
/** The profile shows this fixed number. */
export const PROFILE_PHONE = '+1 (555) 010-1999';

/** Milliseconds that a success toast stays. */
export const TOAST_DURATION = 1_500;

export const STORAGE_KEYS = { theme: 'theme', accessToken: 'access-token' } as const;

/** How the client's queries behave; times in milliseconds. */
export const QUERY_DEFAULTS = {
  retries: 3,
  longestRetryDelay: 30_000,
  cacheLifetime: 5 * 60_000,
  /** For so long an answer is not asked for again: what the server rendered is not fetched twice. */
  freshness: 5_000,
  timeout: { desktop: 30_000, phone: 60_000 },
} as const;

/**
 * How often something may be asked for within a time: from one network address, behind which a whole school may be,
 * and by one account. All servers count together. `signIn` and `password` count failures only.
 */
export const RATE_LIMITS = {
  signIn: { perNetwork: 120, perAccount: 10, seconds: 600 },
  /** Every attempt to prove who one is, failed or not: each costs the server a password hash. */
  authentication: { perNetwork: 600, perAccount: 60, seconds: 600 },
  registration: { perNetwork: 60, perAccount: 5, seconds: 3_600 },
  mail: { perNetwork: 30, perAccount: 3, seconds: 3_600 },
  password: { perNetwork: 20, perAccount: 10, seconds: 600 },
  token: { perNetwork: 600, perAccount: 60, seconds: 60 },
  intent: { perNetwork: 120, perAccount: 20, seconds: 600 },
  /** Asking what became of a payment: the payment screen does so again and again until that is known. */
  paymentOutcome: { perNetwork: 1_200, perAccount: 150, seconds: 600 },
  writing: { perNetwork: 240, perAccount: 40, seconds: 600 },
  /** What admins decide and teachers mark, one after the other. */
  review: { perNetwork: 1_200, perAccount: 300, seconds: 600 },
} as const;

export type RateLimitName = keyof typeof RATE_LIMITS;
