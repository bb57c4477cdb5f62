import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/client.ts';
import { certificates, classes, users } from '../../database/schema.ts';

/** A certificate with the names of the people on it. It is public, so it does not name a deleted teacher. */
export const findCertificate = async (db: Queryable, code: string) => {
  const teacher = sql<string>`coalesce((
    select t.name from ${users} t where t.id = ${classes.teacherId} and t.deleted_at is null), '')`;
  const [row] = await db
    .select({ certificate: certificates, name: users.name, teacher })
    .from(certificates)
    .innerJoin(users, eq(users.id, certificates.userId))
    .innerJoin(classes, eq(classes.id, certificates.classId))
    .where(eq(certificates.code, code));
  return row;
};

export type CertificateRow = NonNullable<Awaited<ReturnType<typeof findCertificate>>>;

/**
 * Withdraws a certificate if corrected marks are below its pass mark, or restores it. Later changes of the pass mark do
 * not count, nor does an assignment that was added after the certificate.
 */
export const applyMarks = async (
  trx: Transaction,
  { classId, userId, marks }: { classId: string; userId: string; marks: number },
): Promise<void> => {
  await trx
    .update(certificates)
    .set({
      failedAt: sql`case when ${marks}::int < ${certificates.passMarks} then coalesce(${certificates.failedAt}, now()) end`,
    })
    .where(
      and(
        eq(certificates.userId, userId),
        eq(certificates.classId, classId),
        isNotNull(certificates.passMarks),
      ),
    );
};

/** Deletes the certificates of a user. */
export const deleteCertificatesOf = async (trx: Transaction, userId: string): Promise<void> => {
  await trx.delete(certificates).where(eq(certificates.userId, userId));
};
