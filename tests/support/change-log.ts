import type { Pool } from 'pg';

/** A committed insert, update or delete of a row. */
export interface RowChange {
  /** Milliseconds since 1970. */
  at: number;
  /** The table with its schema, such as `public.users`. */
  table: string;
  operation: 'INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE';
  /** The changed columns, for updates only. */
  columns: string[];
  row: Record<string, unknown> | null;
}

/**
 * Allowed changes by table: columns that an update may change, or `*` for any change. A name such as `pgboss.*`
 * covers all tables of a schema.
 */
export type Exceptions = Record<string, readonly string[]>;

const OWN_SCHEMA = 'change_log';

const SET_UP = `
  create schema ${OWN_SCHEMA};
  create unlogged table ${OWN_SCHEMA}.changes (
    id bigint generated always as identity, at timestamptz not null default clock_timestamp(),
    name text not null, operation text not null, columns text[] not null, contents jsonb
  );
  create function ${OWN_SCHEMA}.note() returns trigger language plpgsql as $$
  declare
    changed text[] := '{}';
  begin
    if tg_op = 'UPDATE' then
      select coalesce(array_agg(key), '{}') into changed from jsonb_each(to_jsonb(new)) as now_is
        where value is distinct from to_jsonb(old) -> key;
      if cardinality(changed) = 0 then
        return null;
      end if;
    end if;
    insert into ${OWN_SCHEMA}.changes (name, operation, columns, contents) values (
      tg_table_schema || '.' || tg_table_name, tg_op, changed,
      case when tg_op = 'DELETE' then to_jsonb(old) when tg_op = 'TRUNCATE' then null else to_jsonb(new) end
    );
    return null;
  end $$;
  do $$
  declare
    it regclass;
  begin
    for it in
      select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and not c.relispartition
          and n.nspname not in ('pg_catalog', 'information_schema', '${OWN_SCHEMA}')
    loop
      execute format(
        'create trigger note_change after insert or update or delete on %s for each row execute function ${OWN_SCHEMA}.note()', it);
      execute format(
        'create trigger note_truncation after truncate on %s for each statement execute function ${OWN_SCHEMA}.note()', it);
    end loop;
  end $$`;

/**
 * Records every committed change of a row from now on, with triggers on all tables. Unlike comparing the rows, this
 * costs nothing while nothing changes, and it notices changes that are reverted.
 * @returns a function that reads the changes since its last call, oldest first
 */
export const recordChanges = async (
  pool: Pool,
  exceptions: Exceptions = {},
): Promise<() => Promise<RowChange[]>> => {
  await pool.query(SET_UP);
  const isExpected = ({ table, operation, columns }: RowChange): boolean => {
    const allowed = exceptions[table] ?? exceptions[table.replace(/[^.]+$/, '*')] ?? [];
    return (
      allowed.includes('*') || (operation === 'UPDATE' && columns.every((column) => allowed.includes(column)))
    );
  };
  return async () => {
    const { rows } = await pool.query<RowChange & { id: string }>(
      `with taken as (delete from ${OWN_SCHEMA}.changes returning *)
       select id, extract(epoch from at)::float8 * 1000 as at, name as "table", operation, columns, contents as row
         from taken order by taken.id`,
    );
    return rows.filter((change) => !isExpected(change));
  };
};

/** Removes the server's scheduled jobs, such as deadline reminders, whose changes would be attributed to a call. */
export const endSchedule = async (pool: Pool): Promise<void> => {
  await pool.query("delete from pgboss.schedule; delete from pgboss.job where name <> 'emails'");
};

/** A request that has been answered. */
export interface Sent {
  /** The request's description in a failed test. */
  description: string;
  /** Milliseconds since 1970. */
  from: number;
  to: number;
  /** Whether the call may have changed rows: it writes, and was not refused. */
  mayWrite: boolean;
}

/** The changes at moments without a request that may write, each with the requests at that moment. */
export const changesOnRefusals = (changes: RowChange[], sent: Sent[]) =>
  changes
    .map((change) => ({
      change,
      during: sent.filter(({ from, to }) => change.at >= from && change.at <= to),
    }))
    .filter(({ during }) => !during.some(({ mayWrite }) => mayWrite))
    .map(({ change, during }) => ({ ...change, during: during.map(({ description }) => description) }));
