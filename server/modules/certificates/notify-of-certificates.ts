import { sql } from 'drizzle-orm';
import { certificatePage } from '#contract/pages.ts';
import type { Transaction } from '../../database/client.ts';
import { certificates } from '../../database/schema.ts';
import { notifyFrom } from '../notifications/notify.ts';

/** Notifies students of their new certificates. */
export const notifyOfCertificates = async (trx: Transaction, ids: string[]): Promise<void> => {
  if (ids.length === 0) return;
  await notifyFrom(
    trx,
    sql`
    select user_id, 'certificate', id::text,
           jsonb_build_object('classId', class_id, 'title', title, 'path', ${certificatePage('')}::text || code)
      from ${certificates} where id = any(${sql.param(ids)}::uuid[])`,
  );
};
