import type { Certificate } from '#contract/certificates.ts';
import type { CertificateRow } from './certificates.repository.ts';

/** A certificate as everyone sees it. */
export const presentCertificate = ({ certificate, name, teacher }: CertificateRow): Certificate => {
  const { code, classId, title, lessons, assignment, issuedAt, endedAt, failedAt } = certificate;
  const withdrawals = [endedAt, failedAt].filter((moment) => moment !== null);
  return {
    code,
    name,
    classId,
    title,
    teacher,
    lessons,
    ...(assignment !== null && { assignment }),
    issuedAt: issuedAt.toISOString(),
    ...(withdrawals.length > 0 && {
      withdrawnAt: new Date(Math.min(...withdrawals.map(Number))).toISOString(),
    }),
  };
};
