import type { ClientBase } from 'pg';

/** The product's own schemas. Those of the sandboxes are left out. */
const SCHEMAS = ['public', 'identity'];
/**
 * Sessions and one-time links. A restore ends them: one that was ended since the backup, because a stranger had it, must not
 * be valid again. Backups of earlier versions contain them.
 */
export const ENDED_BY_RESTORE = ['identity.session', 'identity.verification', 'identity.email_link'];

/** Tables that no backup needs. The rate limit counters are those of the last hour. */
const LEFT_OUT = ['public.rate_limits', ...ENDED_BY_RESTORE];

/** A table with its columns, as SQL names them. */
export interface Table {
  name: string;
  columns: string[];
}

/** The tables, each after those that it refers to. */
export const listTables = async (client: ClientBase): Promise<Table[]> => {
  const { rows } = await client.query<{ name: string; columns: string[]; refers_to: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            array(select quote_ident(attname) from pg_attribute a
                   where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
                   order by attnum) as columns,
            array(select distinct format('%I.%I', fn.nspname, f.relname) from pg_constraint k
                    join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
                   where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers_to
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = any($1) and not format('%I.%I', n.nspname, c.relname) = any($2)
      order by 1`,
    [SCHEMAS, LEFT_OUT],
  );
  const ordered: Table[] = [];
  const waiting = [...rows];
  while (waiting.length > 0) {
    const placed = new Set(ordered.map(({ name }) => name));
    const next = waiting.findIndex(({ refers_to }) => refers_to.every((name) => placed.has(name)));
    const [table] = waiting.splice(next, 1);
    if (next < 0 || !table) throw new Error('The tables have circular references');
    ordered.push({ name: table.name, columns: table.columns });
  }
  return ordered;
};

/** The statements that set the sequences behind numbered columns. */
export const listSequences = async (client: ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string; last_value: string | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value
       from pg_sequences where schemaname = any($1) order by 1`,
    [SCHEMAS],
  );
  return rows
    .filter(({ last_value }) => last_value !== null)
    .map(({ name, last_value }) => `select setval('${name}', ${last_value});`);
};
