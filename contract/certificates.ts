import { z } from 'zod';
import { defineCall } from './call.ts';
import { idParamsSchema, idSchema, timestampSchema } from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';

/** The number of hexadecimal digits of a certificate's code. */
const CODE_LENGTH = 24;

/** Converts a code as users enter it, in any case and with hyphens or spaces, to its stored form. */
export const normalizeCode = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase();

/** Whether a text has the stored form of a code. */
export const isCode = (code: string): boolean => new RegExp(`^[0-9A-F]{${CODE_LENGTH}}$`).test(code);

/**
 * A certificate as everyone with its code sees it. `name` is the account's current name; all other fields are as of
 * when the certificate was earned. `assignment` is the title of the assignment that was passed, absent if the class had
 * none. `withdrawnAt` is when the certificate became invalid.
 */
export const certificateSchema = z
  .object({
    code: z.string(),
    name: z.string(),
    classId: idSchema,
    title: z.string(),
    teacher: z.string(),
    lessons: z.int().min(0),
    assignment: z.string().optional(),
    issuedAt: timestampSchema,
    withdrawnAt: timestampSchema.optional(),
  })
  .meta({ id: 'Certificate' });

/**
 * A student's status in the assignment of a class. It is `not graded`, and the certificate does not need it, if the class's
 * teacher has deleted their account.
 */
export const ASSIGNMENT_STATES = [
  'none',
  'to submit',
  'submitted',
  'passed',
  'failed',
  'not graded',
] as const;

/**
 * A student's progress towards the certificate of a class, apart from its lessons. `code` is the code of a valid
 * certificate.
 */
export const certificateProgressSchema = z
  .object({ code: z.string().nullable(), assignment: z.enum(ASSIGNMENT_STATES) })
  .meta({ id: 'CertificateProgress' });

export type Certificate = z.infer<typeof certificateSchema>;
export type AssignmentState = (typeof ASSIGNMENT_STATES)[number];
export type CertificateProgress = z.infer<typeof certificateProgressSchema>;

const codeParamsSchema = z.object({
  code: z
    .string()
    .max(TEXT_LIMITS.token)
    .transform(normalizeCode)
    .refine(isCode, 'Must be the code of a certificate'),
});

const tag = 'Certificates';

export const getCertificate = defineCall({
  method: 'GET',
  path: '/certificates/:code',
  summary: 'A certificate by its code, even if it was withdrawn',
  tag,
  authorization: 'none',
  params: codeParamsSchema,
  response: certificateSchema,
});

export const downloadCertificate = defineCall({
  method: 'GET',
  path: '/certificates/:code/pdf',
  summary: 'The certificate as a PDF file; a withdrawn one is marked as withdrawn',
  tag,
  authorization: 'none',
  limit: 'drawing',
  format: 'file',
  params: codeParamsSchema,
  response: z.any(),
});

export const getCertificatePicture = defineCall({
  method: 'GET',
  path: '/certificates/:code/picture',
  summary: 'A picture of the certificate for link previews, as PNG; a withdrawn one is marked as withdrawn',
  tag,
  authorization: 'none',
  limit: 'drawing',
  format: 'file',
  params: codeParamsSchema,
  response: z.any(),
});

export const claimCertificate = defineCall({
  method: 'POST',
  path: '/classes/:id/certificate',
  summary:
    'Issue the caller’s certificate of a class if its conditions are met but it was not issued automatically, for example after an enrollment was restored',
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  response: certificateProgressSchema,
});
