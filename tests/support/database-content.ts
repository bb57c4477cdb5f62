import { Client } from 'pg';

/** Tables that a restored database does not share with the backed up one. */
const OWN = ['public.rate_limits', 'identity.session', 'identity.verification', 'identity.email_link'];

/** All rows of the product's tables that a backup contains, and all sequences. */
export const contentOf = async (url: string): Promise<Record<string, unknown>> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'identity') and not format('%I.%I', table_schema, table_name) = any($1)
      order by 1`,
    [OWN],
  );
  const content: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    content[name] = rows.map(({ row }) => row);
  }
  const { rows: counters } = await client.query(
    "select sequencename, last_value from pg_sequences where schemaname in ('public', 'identity') order by 1",
  );
  await client.end();
  return { ...content, counters };
};
