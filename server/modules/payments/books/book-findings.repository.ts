import { eq, isNull, type SQL } from 'drizzle-orm';
import type { Database } from '../../../database/client.ts';
import { bookFindings } from '../../../database/schema.ts';

/** An error in the books, of a transaction or of a class. */
export interface BookError {
  transactionId?: string;
  finding: string;
}

/** Replaces the findings that match `among`. One that already exists stays, with its date. */
const replaceFindings = (db: Database, among: SQL | undefined, findings: BookError[]): Promise<void> =>
  db.transaction(async (trx) => {
    const known = await trx.select().from(bookFindings).where(among);
    const texts = new Set(findings.map(({ finding }) => finding));
    for (const { id, finding } of known) {
      if (!texts.delete(finding)) await trx.delete(bookFindings).where(eq(bookFindings.id, id));
    }
    for (const found of findings) {
      if (texts.has(found.finding)) await trx.insert(bookFindings).values(found);
    }
  });

/** Stores the findings of a check of the books, which replace those of the previous one. */
export const setFindings = (db: Database, findings: BookError[]): Promise<void> =>
  replaceFindings(db, undefined, findings);

/** Finds a finding by its id. */
export const findFinding = async (
  db: Database,
  id: string,
): Promise<typeof bookFindings.$inferSelect | undefined> => {
  const [row] = await db.select().from(bookFindings).where(eq(bookFindings.id, id));
  return row;
};

/**
 * Stores the findings of a check of one transaction, or of everything without a transaction (null). They replace the
 * earlier ones.
 */
export const setFindingsOf = (
  db: Database,
  transactionId: string | null,
  findings: BookError[],
): Promise<void> => {
  const { transactionId: of } = bookFindings;
  return replaceFindings(db, transactionId === null ? isNull(of) : eq(of, transactionId), findings);
};
