/** Business constants and limits. docs/product.md lists those that are promises. */

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

/** The statuses of classes and teacher requests. `approve` and `rejected` are also what the calls send. */
export const REVIEW_STATUSES = ['Pending', 'approve', 'rejected'] as const;

export const CURRENCY = 'usd';

/** In minor units. The card provider rejects charges below 0.50 USD. */
export const MINIMUM_CHARGE = 50;
/** The highest price of a class, in major units. */
export const MAXIMUM_PRICE = 999_999.99;

/** The length of a password, in characters. A site can require more than `min` (setting PASSWORD_MIN_LENGTH). */
export const PASSWORD_LENGTH = { min: 6, max: 128 } as const;

/** Maximum lengths of texts, in characters. */
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
/** Entries per page. `lastPage` is the highest page number, which bounds the work of a single call. */
export const PAGE_SIZE = { default: 20, classes: 24, max: 100, lastPage: 100_000 } as const;
/** Entries of a public list that are counted and reachable by page number, so that the cost does not grow with the list. */
export const COUNTED_ENTRIES = 1_000;
/** The same for a full-text search, where each counted entry has to be found first. Ten pages of classes. */
export const FOUND_ENTRIES = 240;

/** Milliseconds. */
export const ACCESS_TOKEN_LIFETIME = 60 * 60 * 1_000;
/** How long before it expires the client renews the access token, in milliseconds. */
export const ACCESS_TOKEN_RENEWAL = 5 * 60 * 1_000;

/** Lengths of text previews, in characters. */
export const PREVIEW_LENGTH = { card: 80, addedClass: 85, feedback: 150 } as const;

export const MOST_DEMANDED_COUNT = 6;
/**
 * `items` is how many of the newest feedback entries are shown. `perView` maps minimum window widths (CSS pixels) to
 * slides per view. `autoplay` is in milliseconds.
 */
export const FEEDBACK_CAROUSEL = {
  items: 20,
  perView: { 0: 1, 464: 2, 1024: 2, 3000: 5 },
  autoplay: 5_000,
} as const;
/** `autoplay` is in milliseconds, `height` in CSS pixels. */
export const HERO_CAROUSEL = { autoplay: 6_000, height: 600 } as const;
/** Four slides per view at every window width. `spacing` is in CSS pixels. */
export const PARTNER_CAROUSEL = { perView: { 0: 4 }, spacing: 30 } as const;
/** The fixed number of users in the statistics strip. */
export const TOTAL_USERS_SHOWN = 23;
/** The fixed phone number on the profile. */
export const PROFILE_PHONE = '+1 (555) 010-1999';

/** How long a success toast is shown, in milliseconds. */
export const TOAST_DURATION = 1_500;

export const STORAGE_KEYS = { theme: 'theme', accessToken: 'access-token' } as const;

/** Defaults of the client's queries. Times are in milliseconds. */
export const QUERY_DEFAULTS = {
  retries: 3,
  longestRetryDelay: 30_000,
  cacheLifetime: 5 * 60_000,
  /** How long a response is considered fresh, so that the browser does not fetch again what the server rendered. */
  freshness: 5_000,
  timeout: { desktop: 30_000, phone: 60_000 },
} as const;

/**
 * Requests allowed per period of `seconds`: from one network, which may be a whole school, and by one account. All
 * servers share the counters. `signIn` and `password` count only failures.
 */
export const RATE_LIMITS = {
  signIn: { perNetwork: 120, perAccount: 10, seconds: 600 },
  /** Every authentication attempt, failed or not, because each costs the server a password hash. */
  authentication: { perNetwork: 600, perAccount: 60, seconds: 600 },
  registration: { perNetwork: 60, perAccount: 5, seconds: 3_600 },
  email: { perNetwork: 30, perAccount: 3, seconds: 3_600 },
  password: { perNetwork: 20, perAccount: 10, seconds: 600 },
  token: { perNetwork: 600, perAccount: 60, seconds: 60 },
  intent: { perNetwork: 120, perAccount: 20, seconds: 600 },
  /** Recording a payment. The payment screen repeats the call until the outcome is known. */
  paymentOutcome: { perNetwork: 1_200, perAccount: 150, seconds: 600 },
  writing: { perNetwork: 240, perAccount: 40, seconds: 600 },
  /** Decisions of admins and grades of teachers, which are often made in quick succession. */
  review: { perNetwork: 1_200, perAccount: 300, seconds: 600 },
} as const;

export type RateLimitName = keyof typeof RATE_LIMITS;
