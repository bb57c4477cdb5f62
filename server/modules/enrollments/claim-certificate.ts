import { sql } from 'drizzle-orm';
import type { CertificateStanding } from '#contract/certificates.ts';
import type { Database } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { certificateStandingOf } from '../certificates/certificate-standing.ts';
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
): Promise<CertificateStanding> => {
  await requireEnrollment(db, caller, classId);
  return db.transaction(async (trx) => {
    await issueToStudent(trx, classId, caller.id);
    const { rows } = await trx.execute<{ standing: CertificateStanding }>(
      sql`select ${certificateStandingOf(sql`${caller.id}::uuid`, sql`${classId}::uuid`)} as standing`,
    );
    return rows[0]!.standing;
  });
};
