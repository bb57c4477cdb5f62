import { eq } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { bookFindings } from '../../database/schema.ts';

/** Something in the books that is not right, of a transaction or of a class. */
export interface BookError {
  transactionId?: string;
  finding: string;
}

/** Keeps what the last check of the books found, in place of what the one before did. */
export const setFindings = (db: Database, findings: BookError[]): Promise<void> =>
  db.transaction(async (trx) => {
    await trx.delete(bookFindings);
    for (const finding of findings) await trx.insert(bookFindings).values(finding);
  });

/** Keeps what a check of one transaction found, in place of what was known of it. */
export const setFindingsOf = (db: Database, transactionId: string, findings: BookError[]): Promise<void> =>
  db.transaction(async (trx) => {
    await trx.delete(bookFindings).where(eq(bookFindings.transactionId, transactionId));
    for (const finding of findings) await trx.insert(bookFindings).values(finding);
  });
