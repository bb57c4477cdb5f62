import { z } from 'zod';
import { EXPERIENCE_LEVELS, REVIEW_STATUSES, SKILL_CATEGORIES, TEXT_LIMITS } from './constants.ts';

export const idSchema = z.uuid('An id is a UUID');

/** Addresses are compared without regard to case, so they are kept in lower case. */
export const emailSchema = z
  .email('Enter a valid email address')
  .max(TEXT_LIMITS.email, `At most ${TEXT_LIMITS.email} characters`)
  .transform((email) => email.toLowerCase());

/** A trimmed text of one to `max` characters that PostgreSQL can hold (it refuses U+0000). */
export const textSchema = (max: number, what = 'This field') =>
  z
    .string({ error: `${what} is required` })
    .trim()
    .min(1, `${what} is required`)
    .max(max, `At most ${max} characters`)
    .refine((text) => !text.includes('\u0000'), `${what} has a character that cannot be stored`);

const isWebAddress = (address: string): boolean => {
  try {
    return ['http:', 'https:'].includes(new URL(address).protocol);
  } catch {
    return false;
  }
};
const isSitePath = (address: string): boolean => /^\/(?![/\\])[^\\\s]*$/.test(address);

/** An http(s) address, or a path of the site's own such as `/pictures/covers/a.svg`. */
export const imageAddressSchema = z
  .string({ error: 'An image address is required' })
  .trim()
  .min(1, 'An image address is required')
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

export const nameSchema = textSchema(TEXT_LIMITS.name, 'Name');
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

/** A trimmed text that may be empty or absent. */
export const optionalTextSchema = (max: number, what: string) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters`)
    .refine((text) => !text.includes('\u0000'), `${what} has a character that cannot be stored`)
    .optional();

/** A rejection may say why; the person concerned reads it. */
export const reasonSchema = optionalTextSchema(TEXT_LIMITS.reason, 'Reason');
