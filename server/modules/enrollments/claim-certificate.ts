import { sql } from 'drizzle-orm';
import type { CertificateProgress } from '#contract/certificates.ts';
import type { Database } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { certificateProgressOf } from '../certificates/certificate-progress.ts';
import { issueToStudent } from '../certificates/issue-certificates.ts';
import { requireEnrollment } from './require-enrollment.ts';

/**
 * Issues a student's certificate of a class if its conditions are met, no matter when they were. It is idempotent.
 * @returns the student's progress towards the certificate
 * @throws ApiError as `requireEnrollment`
 */
export const claimCertificate = async (
  db: Database,
  caller: CurrentUser,
  classId: string,
): Promise<CertificateProgress> => {
  await requireEnrollment(db, caller, classId);
  return db.transaction(async (trx) => {
    await issueToStudent(trx, classId, caller.id);
    const { rows } = await trx.execute<{ progress: CertificateProgress }>(
      sql`select ${certificateProgressOf(sql`${caller.id}::uuid`, sql`${classId}::uuid`)} as progress`,
    );
    return rows[0]!.progress;
  });
};
