import { z } from 'zod';
import { TEXT_LIMITS } from './text-limits.ts';

/**
 * The id of an entity, converted to lower case: PostgreSQL compares UUIDs case-insensitively, but ids are also compared and
 * joined into keys as strings.
 */
export const idSchema = z.uuid('Must be a UUID').toLowerCase();

/** The body of a call that creates something, with the optional key by which the server recognizes a repeat. */
export const keyed = <Shape extends z.ZodRawShape>(body: z.ZodObject<Shape>) =>
  body.extend({
    key: idSchema
      .optional()
      .describe('Made by the client. A repeat with the same key and content returns what was created first'),
  });

/** An email address, converted to lower case because addresses are compared case-insensitively. */
export const emailSchema = z
  .email({ error: ({ input }) => (input === '' ? 'Email is required' : 'Enter a valid email address') })
  .max(TEXT_LIMITS.email, `At most ${TEXT_LIMITS.email} characters`)
  .transform((email) => email.toLowerCase());

/**
 * Characters that names and titles must not contain: control characters, halves of a character, every kind of line break,
 * and bidirectional formatting characters, with which one name could be displayed as another.
 */
export const NOT_ON_A_LINE = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
/** The same for multiline texts, which may contain tabs and `\n`. */
const NOT_IN_A_TEXT = new RegExp(`(?![\\n\\t])${NOT_ON_A_LINE.source}`, 'gu');
/** At least one visible character. The symbols that are blank do not count: of Braille, objects and musical notes. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{1D159}])[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Converts line breaks to `\n` and drops the other characters that a text must not contain. Nobody could find them: they
 * come along with pasted texts, for instance around a path that Windows has copied.
 */
const tidy = (text: string): string =>
  text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n').replace(NOT_IN_A_TEXT, '');

/** A trimmed single-line text of 1 to `max` characters, for names and titles. `what` begins the error messages. */
export const singleLineSchema = (max: number, what = 'This field') =>
  z
    .string({ error: `${what} is required` })
    .trim()
    .min(1, `${what} is required`)
    .max(max, `At most ${max} characters`)
    .refine((text) => !NOT_ON_A_LINE.test(text), `${what} must be a single line of ordinary characters`)
    .refine((text) => text === '' || VISIBLE.test(text), `${what} is required`);

/**
 * A trimmed text of 1 to `max` characters that may have several lines. Line breaks become `\n`, and characters that cannot
 * be displayed are dropped.
 */
export const textSchema = (max: number, what = 'This field') =>
  z
    .string({ error: `${what} is required` })
    .overwrite(tidy)
    .trim()
    .min(1, `${what} is required`)
    .max(max, `At most ${max} characters`)
    .refine((text) => text === '' || VISIBLE.test(text), `${what} is required`);

const isWebUrl = (url: string): boolean => {
  // The URL parser silently drops line breaks.
  if (NOT_ON_A_LINE.test(url)) return false;
  try {
    return ['http:', 'https:'].includes(new URL(url).protocol);
  } catch {
    return false;
  }
};
const isSitePath = (url: string): boolean => /^\/(?![/\\])[^\\\s]*$/.test(url) && !NOT_ON_A_LINE.test(url);

/** An http(s) URL, or a path on this site such as `/pictures/covers/a.svg`. */
export const imageUrlSchema = z
  .string({ error: 'An image is required' })
  .trim()
  .min(1, 'An image is required')
  .max(TEXT_LIMITS.url, `At most ${TEXT_LIMITS.url} characters`)
  .refine(
    (url) => isWebUrl(url) || isSitePath(url),
    'Enter a URL that starts with http:// or https://, or a path on this site',
  );

/** The address of a photo, or none. */
export const photoSchema = z.union([z.literal(''), imageUrlSchema]);

/** An http(s) URL, or a path on this site such as `/allClasses`. */
export const pageUrlSchema = z
  .string({ error: 'A URL is required' })
  .trim()
  .min(1, 'A URL is required')
  .max(TEXT_LIMITS.url, `At most ${TEXT_LIMITS.url} characters`)
  .refine(
    (url) => isWebUrl(url) || isSitePath(url),
    'Enter a URL that starts with http:// or https://, or a path on this site such as /allClasses',
  );

/** An http(s) URL. */
export const linkSchema = z
  .string()
  .trim()
  .max(TEXT_LIMITS.url, `At most ${TEXT_LIMITS.url} characters`)
  .refine(isWebUrl, 'Enter a URL that starts with http:// or https://');

export const nameSchema = singleLineSchema(TEXT_LIMITS.name, 'Name');
export const timestampSchema = z.iso.datetime({ offset: true });
/** The first and the last plausible date, which every time zone and the database can represent. */
export const DATES = { min: '1900-01-01', max: '2999-12-31' };
/** A plausible date. */
export const dateSchema = z.iso
  .date('Enter a date')
  .refine((date) => date >= DATES.min && date <= DATES.max, 'Enter a date between the years 1900 and 2999');
/** The version that an edit is based on: the number of changes before it. */
export const editVersionSchema = z.int().min(0).max(2_147_483_647);

export const idParamsSchema = z.object({ id: idSchema });
export const emailParamsSchema = z.object({ email: emailSchema });

/** `insertedId` is null if the record already existed. */
export const insertedResponseSchema = z.object({ insertedId: idSchema.nullable() });
export const modifiedResponseSchema = z.object({ modifiedCount: z.int().min(0) });
export const deletedResponseSchema = z.object({ deletedCount: z.int().min(0) });

/** Like `textSchema`, but the text may be empty or absent. */
export const optionalTextSchema = (max: number) =>
  z.string().overwrite(tidy).trim().max(max, `At most ${max} characters`).optional();

/** Markdown of at most `max` characters, which may be empty. Unlike other texts, it keeps the space around it. */
export const markdownSchema = (max: number, what: string) =>
  z
    .string({ error: `${what} is required` })
    .overwrite(tidy)
    .max(max, `At most ${max} characters`);

/** The message for a missing number, which a form sends as NaN, or for something else than a number. */
export const numberError =
  (missing: string, wrong: string) =>
  ({ input }: { input?: unknown }): string =>
    input === undefined || Number.isNaN(input) ? missing : wrong;
