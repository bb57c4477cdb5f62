import type { Certificate } from './certificates.ts';
import { formatLongUtcDate } from './format-date.ts';

const day = (moment: string): string => `${formatLongUtcDate(new Date(moment))} (UTC)`;

/** Isolates a user's text in a sentence, so that its direction does not affect the rest of it (U+2068, U+2069). */
const isolated = (text: string): string => `\u2068${text}\u2069`;

/** Splits a code into groups of four digits. */
const GROUP = /.{4}(?=.)/g;

/** Formats a code for reading: 0A1B-2C3D-… */
export const formatCode = (code: string): string => code.replace(GROUP, '$&-');

const completionOf = ({ lessons, assignment }: Certificate): string => {
  const done = lessons > 0 && `completed ${lessons === 1 ? 'its lesson' : `all ${lessons} lessons`}`;
  const passed = assignment !== undefined && `passed the assignment “${isolated(assignment)}”`;
  const text = [done, passed].filter(Boolean).join(' and ');
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
};

/**
 * The texts of a certificate, for its page, its PDF file and its picture.
 * @param company the company that runs the site
 */
export const describeCertificate = (certificate: Certificate, company: string) => {
  const { name, title, teacher, issuedAt, withdrawnAt, code } = certificate;
  return {
    heading: 'Certificate of completion',
    lead: 'This certifies that',
    name,
    statement: 'has completed the class',
    title,
    teacher: teacher && `Taught by ${isolated(teacher)}`,
    completion: completionOf(certificate),
    issued: `Issued by ${company} on ${day(issuedAt)}`,
    code: `Certificate ${formatCode(code)}`,
    validity: withdrawnAt
      ? `This certificate was withdrawn on ${day(withdrawnAt)}. It is no longer valid.`
      : undefined,
  };
};

/** The line of the PDF file that says where to verify the certificate. @param address absolute */
export const verificationOf = (address: string): string => `Anyone can verify this certificate at ${address}`;

export type CertificateText = ReturnType<typeof describeCertificate>;
