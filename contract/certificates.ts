import { z } from 'zod';
import { defineCall } from './call.ts';
import { idParamsSchema, idSchema, timestampSchema, TEXT_LIMITS } from './common.ts';

/** Digits of a certificate's code, which are hexadecimal. */
const CODE_LENGTH = 24;

/** The stored form of a code as people write it: with any case, hyphens and spaces. */
export const normalizeCode = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase();

/** Whether a text is a code in its stored form. */
export const isCode = (code: string): boolean => new RegExp(`^[0-9A-F]{${CODE_LENGTH}}$`).test(code);

/**
 * A certificate as everybody who has its code sees it. `name` is that of the account now; the rest is as it was when the
 * certificate was earned. `assignment` is the title of the assignment that was passed, absent if the class had none.
 * `withdrawnAt` is when it stopped holding.
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

/** Where a student stands with the assignment of a class. */
export const ASSIGNMENT_STANDINGS = ['none', 'to submit', 'submitted', 'passed', 'failed'] as const;

/** How near a student is to the certificate of a class, beside its lessons. `code` is that of one that holds. */
export const certificateStandingSchema = z
  .object({ code: z.string().nullable(), assignment: z.enum(ASSIGNMENT_STANDINGS) })
  .meta({ id: 'CertificateStanding' });

export type Certificate = z.infer<typeof certificateSchema>;
export type CertificateStanding = z.infer<typeof certificateStandingSchema>;

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
  summary: 'The certificate with a code, also one that was withdrawn',
  tag,
  authorization: 'none',
  params: codeParamsSchema,
  response: certificateSchema,
});

export const downloadCertificate = defineCall({
  method: 'GET',
  path: '/certificates/:code/pdf',
  summary: 'The certificate as a PDF file. One that was withdrawn says so',
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
  summary: 'A picture of the certificate for link previews, as PNG. One that was withdrawn says so',
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
    'Issue the caller’s certificate of a class, if the conditions were met in another order than usual: for instance before an enrollment that came back',
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  response: certificateStandingSchema,
});
