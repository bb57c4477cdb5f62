import { z } from 'zod';
import { defineCall } from './call.ts';
import { deletedResponseSchema, emailSchema, textSchema } from './common.ts';
import { PASSWORD_LENGTH, TEXT_LIMITS } from './constants.ts';

const tag = 'Account';
const records = z.array(z.record(z.string(), z.unknown()));

/** All that is kept about a person, by what it is. Prices are in minor units, as kept. */
export const personalDataSchema = z
  .object({
    person: z.record(z.string(), z.unknown()),
    signIns: records,
    sessions: records,
    teacherRequests: records,
    classes: records,
    enrollments: records,
    payments: records,
    refunds: records,
    submissions: records,
    feedback: records,
    auditTrail: records,
  })
  .meta({ id: 'PersonalData' });

export type PersonalData = z.infer<typeof personalDataSchema>;

export const getPersonalData = defineCall({
  method: 'GET',
  path: '/account/data',
  summary: 'All that is kept about the caller',
  tag,
  authorization: 'required',
  limit: 'writing',
  response: personalDataSchema,
});

/** The form that ends one's account: the address proves that it is meant, the password that it is the person. */
export const accountDeletionSchema = z.object({
  email: emailSchema,
  password: z.string().max(PASSWORD_LENGTH.max).optional(),
});

export type AccountDeletion = z.infer<typeof accountDeletionSchema>;

export const deleteOwnAccount = defineCall({
  method: 'DELETE',
  path: '/account',
  summary: 'Delete the caller’s own account; payments stay for the books',
  tag,
  authorization: 'required',
  limit: 'password',
  body: accountDeletionSchema,
  response: deletedResponseSchema,
});

export const requestEmailConfirmation = defineCall({
  method: 'POST',
  path: '/account/email-confirmation',
  summary: 'Get a link by email that proves the caller’s address',
  tag,
  authorization: 'required',
  limit: 'mail',
  response: z.object({ sent: z.boolean() }),
});

/** The form that asks for another address. The password may be left out where the account has none. */
export const emailChangeSchema = z.object({
  newEmail: emailSchema,
  password: z.string().max(PASSWORD_LENGTH.max, 'This is not your password').optional(),
});

export type EmailChange = z.infer<typeof emailChangeSchema>;

export const requestEmailChange = defineCall({
  method: 'POST',
  path: '/account/email-change',
  summary: 'Get links by email that change the caller’s address',
  tag,
  authorization: 'required',
  limit: 'password',
  body: emailChangeSchema,
  response: z.object({ sent: z.boolean() }),
});

export const EMAIL_LINK_OUTCOMES = ['confirmed', 'agreed', 'changed'] as const;
export type EmailLinkOutcome = (typeof EMAIL_LINK_OUTCOMES)[number];

/** `email` is the caller’s address afterwards. `agreed`: the new address was sent a link, too. */
export const followEmailLink = defineCall({
  method: 'POST',
  path: '/account/email-link',
  summary: 'Follow a link that was sent to the caller by email',
  tag,
  authorization: 'required',
  limit: 'password',
  body: z.object({ token: textSchema(TEXT_LIMITS.token, 'A token') }),
  response: z.object({ outcome: z.enum(EMAIL_LINK_OUTCOMES), email: z.string() }),
});
