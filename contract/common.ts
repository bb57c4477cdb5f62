import { z } from 'zod';
import { EXPERIENCE_LEVELS, REVIEW_STATUSES, SKILL_CATEGORIES, TEXT_LIMITS } from './constants.ts';

export const idSchema = z.uuid('An id is a UUID');

/** Addresses are compared without regard to case, so they are kept in lower case. */
export const emailSchema = z
  .email('Enter a valid email address')
  .max(TEXT_LIMITS.email, `At most ${TEXT_LIMITS.email} characters`)
  .transform((email) => email.toLowerCase());

/**
 * What no name or title may have: control characters, line breaks of every kind among them, and marks that turn the
 * direction of the text around them, with which a name could pretend to be another.
 */
export const NOT_ON_A_LINE = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
/** The same for longer texts, in which tabs and line breaks may stand; these have all become `\n` by then. */
const NOT_IN_A_TEXT = new RegExp(`(?![\\n\\t])${NOT_ON_A_LINE.source}`, 'u');
/** At least one character that can be seen. */
const VISIBLE = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u;

const unifyLineBreaks = (text: string): string => text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n');
const hasInvisible = (what: string) => `${what} has a character that cannot be shown`;

/** A trimmed text of one to `max` characters, of one line: names and titles. */
export const singleLineSchema = (max: number, what = 'This field') =>
  z
    .string({ error: `${what} is required` })
    .trim()
    .min(1, `${what} is required`)
    .max(max, `At most ${max} characters`)
    .refine((text) => !NOT_ON_A_LINE.test(text), `${what} must be a single line of ordinary characters`)
    .refine((text) => text === '' || VISIBLE.test(text), `${what} is required`);

/** A trimmed text of one to `max` characters, of one or more lines, which end in `\n`. */
export const textSchema = (max: number, what = 'This field') =>
  z
    .string({ error: `${what} is required` })
    .overwrite(unifyLineBreaks)
    .trim()
    .min(1, `${what} is required`)
    .max(max, `At most ${max} characters`)
    .refine((text) => !NOT_IN_A_TEXT.test(text), hasInvisible(what))
    .refine((text) => text === '' || VISIBLE.test(text), `${what} is required`);

const isWebAddress = (address: string): boolean => {
  // The parser of addresses would silently drop line breaks.
  if (NOT_ON_A_LINE.test(address)) return false;
  try {
    return ['http:', 'https:'].includes(new URL(address).protocol);
  } catch {
    return false;
  }
};
const isSitePath = (address: string): boolean =>
  /^\/(?![/\\])[^\\\s]*$/.test(address) && !NOT_ON_A_LINE.test(address);

/** An http(s) address, or a path of the site's own such as `/pictures/covers/a.svg`. */
export const imageAddressSchema = z
  .string({ error: 'An image is required' })
  .trim()
  .min(1, 'An image is required')
  .max(TEXT_LIMITS.address, `At most ${TEXT_LIMITS.address} characters`)
  .refine(
    (address) => isWebAddress(address) || isSitePath(address),
    'Enter an address that starts with http:// or https://, or a path of this site',
  );

/** An http(s) address. */
export const linkSchema = z
  .string()
  .trim()
  .max(TEXT_LIMITS.address, `At most ${TEXT_LIMITS.address} characters`)
  .refine(isWebAddress, 'Enter an address that starts with http:// or https://');

export const nameSchema = singleLineSchema(TEXT_LIMITS.name, 'Name');
export const experienceSchema = z.enum(EXPERIENCE_LEVELS, { error: 'Select an experience level' });
export const categorySchema = z.enum(SKILL_CATEGORIES, { error: 'Select a skill category' });
export const reviewStatusSchema = z.enum(REVIEW_STATUSES);
export const timestampSchema = z.iso.datetime({ offset: true });

export const idParamsSchema = z.object({ id: idSchema });
export const emailParamsSchema = z.object({ email: emailSchema });

/** `insertedId` is null where a repeat changed nothing. */
export const insertedResponseSchema = z.object({ insertedId: idSchema.nullable() });
export const modifiedResponseSchema = z.object({ modifiedCount: z.int().min(0) });
export const deletedResponseSchema = z.object({ deletedCount: z.int().min(0) });

/** A text as `textSchema` takes it, which may also be empty or absent. */
export const optionalTextSchema = (max: number, what: string) =>
  z
    .string()
    .overwrite(unifyLineBreaks)
    .trim()
    .max(max, `At most ${max} characters`)
    .refine((text) => !NOT_IN_A_TEXT.test(text), hasInvisible(what))
    .optional();

/** A rejection may say why; the person concerned reads it. */
export const reasonSchema = optionalTextSchema(TEXT_LIMITS.reason, 'Reason');
