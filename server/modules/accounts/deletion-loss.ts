import { and, eq, or, sql } from 'drizzle-orm';
import type { DeletionLoss } from '#contract/account.ts';
import type { Database } from '../../database/client.ts';
import { certificates, enrollments, payments } from '../../database/schema.ts';
import { notFound } from '../../http/api-error.ts';
import { isValid } from '../certificates/is-valid.ts';
import { STATE_CONDITIONS } from '../payments/payment-state.ts';
import { isActive } from '../users/users.repository.ts';

/**
 * What a user would lose with their account.
 * @throws ApiError `not_found`
 */
export const findDeletionLoss = async (db: Database, userId: string): Promise<DeletionLoss> => {
  if (!(await isActive(db, userId))) throw notFound('The user');
  const isOpen = or(STATE_CONDITIONS.refunding, STATE_CONDITIONS['refund failed']);
  const [ofCertificates, ofEnrollments, ofRefunds] = await Promise.all([
    db.$count(certificates, and(eq(certificates.userId, userId), isValid(sql`${certificates}`))),
    db.$count(enrollments, eq(enrollments.userId, userId)),
    db.$count(payments, and(eq(payments.userId, userId), isOpen)),
  ]);
  return { certificates: ofCertificates, enrollments: ofEnrollments, openRefunds: ofRefunds };
};
