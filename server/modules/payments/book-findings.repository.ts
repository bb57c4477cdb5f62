import { eq, isNull, type SQL } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { bookFindings } from '../../database/schema.ts';

/** Something in the books that is not right, of a transaction or of a class. */
export interface BookError {
  transactionId?: string;
  finding: string;
}

/** Puts findings in the place of those among which they are. One that was there already stays, with its date. */
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

/** Keeps what the last check of the books found, in place of what the one before did. */
export const setFindings = (db: Database, findings: BookError[]): Promise<void> =>
  replaceFindings(db, undefined, findings);

export const findFinding = async (
  db: Database,
  id: string,
): Promise<typeof bookFindings.$inferSelect | undefined> => {
  const [row] = await db.select().from(bookFindings).where(eq(bookFindings.id, id));
  return row;
};

/** Keeps what a check of one transaction found, or of what is of none (null), in place of what was known of it. */
export const setFindingsOf = (
  db: Database,
  transactionId: string | null,
  findings: BookError[],
): Promise<void> => {
  const { transactionId: of } = bookFindings;
  return replaceFindings(db, transactionId === null ? isNull(of) : eq(of, transactionId), findings);
};
