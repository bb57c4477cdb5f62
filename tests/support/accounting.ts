import type { Pool } from 'pg';

/** An accounting document as it is stored. */
interface StoredDocument {
  kind: string;
  number: string;
}

/** The documents of a transaction, in the order of issue. */
export const readDocuments = async (pool: Pool, transactionId: string): Promise<StoredDocument[]> => {
  const { rows } = await pool.query<StoredDocument>(
    `select d.* from accounting_documents d join payments p on p.id = d.payment_id
      where p.transaction_id = $1 order by d.issued_at, d.kind = 'credit note', d.sequence`,
    [transactionId],
  );
  return rows;
};

/** The sequence numbers of each year's test documents of a kind, in order. */
export const numbersByYear = async (pool: Pool, kind: string): Promise<number[][]> => {
  const { rows } = await pool.query<{ numbers: number[] }>(
    `select array_agg(sequence order by sequence) as numbers from accounting_documents
      where kind = $1 and not is_live group by year`,
    [kind],
  );
  return rows.map(({ numbers }) => numbers);
};
