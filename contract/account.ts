import { z } from 'zod';
import { defineCall } from './call.ts';
import { PASSWORD_LENGTH } from './auth.ts';
import { linkQuerySchema, linkResponseSchema } from './files.ts';
import { deletedResponseSchema, emailSchema, textSchema } from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';

const tag = 'Account';
const records = z.array(z.record(z.string(), z.unknown()));

/** The personal data export: everything stored about a user, by kind. Prices are in minor units, as stored. */
export const personalDataSchema = z
  .object({
    person: z.record(z.string(), z.unknown()),
    signIns: records,
    sessions: records,
    teacherRequests: records,
    bio: records,
    classes: records,
    classChanges: records,
    classVersions: records,
    lessons: records,
    enrollments: records,
    waitingLists: records,
    savedClasses: records,
    lessonProgress: records,
    certificates: records,
    lessonNotes: records,
    questions: records,
    announcements: records,
    reports: records,
    payments: records,
    documents: records,
    billingDetails: records,
    pictures: records,
    files: records,
    refunds: records,
    submissions: records,
    feedback: records,
    feedbackReplies: records,
    notifications: records,
    emailPreferences: records,
    invitations: records,
    auditTrail: records,
  })
  .meta({ id: 'PersonalData' });

export type PersonalData = z.infer<typeof personalDataSchema>;

export const getPersonalData = defineCall({
  method: 'GET',
  path: '/account/data',
  summary: 'Export all personal data of the caller',
  tag,
  authorization: 'required',
  limit: 'writing',
  response: personalDataSchema,
});

export const getOwnFilesLink = defineCall({
  method: 'GET',
  path: '/account/files/link',
  summary: 'A short-lived link to download all private files of the caller as one ZIP',
  tag,
  authorization: 'required',
  response: linkResponseSchema,
});

export const getOwnFiles = defineCall({
  method: 'GET',
  path: '/account/files',
  summary:
    'A ZIP of all files that the caller has uploaded for submissions and lessons: the part of the personal data export that is not in `/account/data`. Requires the link from `/account/files/link`',
  tag,
  authorization: 'none',
  format: 'file',
  query: linkQuerySchema,
  response: z.any(),
});

export const hasPassword = defineCall({
  method: 'GET',
  path: '/account/password',
  summary: 'Whether the caller’s account has a password, or only signs in with a third party',
  tag,
  authorization: 'required',
  response: z.object({ hasPassword: z.boolean() }),
});

/** The form that deletes the caller's account: the email confirms the intent, the password the identity. */
export const accountDeletionSchema = z.object({
  email: emailSchema,
  password: z.string().max(PASSWORD_LENGTH.max).optional(),
});

export const NOT_YOUR_EMAIL = 'This is not the email address of your account';

export type AccountDeletion = z.infer<typeof accountDeletionSchema>;

export const deleteOwnAccount = defineCall({
  method: 'DELETE',
  path: '/account',
  summary: 'Delete the caller’s own account; payments are kept for accounting',
  tag,
  authorization: 'required',
  limit: 'password',
  body: accountDeletionSchema,
  response: deletedResponseSchema,
});

/** What a user would lose with their account. */
export const deletionLossSchema = z
  .object({
    /** Valid certificates. */
    certificates: z.int().min(0),
    /** Classes that the user is enrolled in. */
    enrollments: z.int().min(0),
    /** Payments with a refund that is in progress or has failed. */
    openRefunds: z.int().min(0),
  })
  .meta({ id: 'DeletionLoss' });

export type DeletionLoss = z.infer<typeof deletionLossSchema>;

export const getOwnDeletionLoss = defineCall({
  method: 'GET',
  path: '/account/deletion-loss',
  summary: 'What the caller would lose with their account',
  tag,
  authorization: 'required',
  response: deletionLossSchema,
});

export const requestEmailConfirmation = defineCall({
  method: 'POST',
  path: '/account/email-confirmation',
  summary: 'Send the caller a link that confirms their email address',
  tag,
  authorization: 'required',
  limit: 'email',
  response: z.object({ sent: z.boolean() }),
});

/** The form that changes the email address. Accounts without a password leave `password` out. */
export const emailChangeSchema = z.object({
  newEmail: emailSchema,
  password: z.string().max(PASSWORD_LENGTH.max, 'Incorrect password').optional(),
});

export type EmailChange = z.infer<typeof emailChangeSchema>;

export const requestEmailChange = defineCall({
  method: 'POST',
  path: '/account/email-change',
  summary: 'Send the links that change the caller’s email address',
  tag,
  authorization: 'required',
  limit: 'password',
  body: emailChangeSchema,
  response: z.object({ sent: z.boolean() }),
});

export const EMAIL_LINK_OUTCOMES = ['confirmed', 'agreed', 'changed'] as const;
export type EmailLinkOutcome = (typeof EMAIL_LINK_OUTCOMES)[number];

/** `email` is the caller’s address afterwards. `agreed`: a second link was sent to the new address. */
export const followEmailLink = defineCall({
  method: 'POST',
  path: '/account/email-link',
  summary: 'Follow a link that was sent to the caller by email',
  tag,
  authorization: 'required',
  limit: 'password',
  body: z.object({ token: textSchema(TEXT_LIMITS.token, 'Token') }),
  response: z.object({ outcome: z.enum(EMAIL_LINK_OUTCOMES), email: z.string() }),
});
