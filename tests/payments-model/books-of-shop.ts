import type { Pool } from 'pg';

/** Tables whose timestamps move into the past when the clock advances. */
const PAYMENT_TABLES = /payment|refund|dispute|enrollment|event|provider|waiting/;

const isAboutPayments = (table: string): boolean => PAYMENT_TABLES.test(table);

/** Empties all tables about payments. */
export const forgetPayments = async (pool: Pool): Promise<void> => {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const tables = rows.map(({ name }) => name).filter(isAboutPayments);
  await pool.query(`truncate ${[...tables, 'document_counters'].join(', ')} cascade`);
  await pool.query('update classes set enroll = 0, vacated = 0, waiting = 0 where enroll > 0 or waiting > 0');
};

/** The statements that make the given number of seconds pass for a database. */
const shiftStatements = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type = 'timestamp with time zone'`,
  );
  return rows
    .filter(({ table }) => isAboutPayments(table))
    .map(({ table, column }) => `update ${table} set ${column} = ${column} - $1 * interval '1 second'`);
};

/** Lets time pass by making all timestamps about payments older. */
export const shiftTime = async (pool: Pool, seconds: number): Promise<void> => {
  for (const statement of await shiftStatements(pool)) await pool.query(statement, [seconds]);
};

/** Closes the gaps that lost documents leave, because a backup has the counters of its own time. */
const renumberDocuments = async (pool: Pool): Promise<void> => {
  await pool.query('update accounting_documents set sequence = -sequence, number = id::text');
  await pool.query(
    `update accounting_documents d set sequence = placed.sequence,
            number = placed.kind || '-' || placed.is_live || '-' || placed.year || '-' || placed.sequence
       from (select id, kind, is_live, year, row_number() over (
               partition by kind, is_live, year order by sequence desc)::int as sequence
               from accounting_documents) placed
      where placed.id = d.id`,
  );
  await pool.query(
    `update document_counters c set last_number = (select count(*) from accounting_documents d
      where (d.kind, d.is_live, d.year) = (c.kind, c.is_live, c.year))`,
  );
};

/**
 * Restores the database to the time when it had the given number of intents. Later intents are lost with their
 * payments, refunds, disputes and enrollments, as with a restored backup.
 * @returns whether a payment was lost
 */
export const setBack = async (pool: Pool, intents: number): Promise<boolean> => {
  const { rows } = await pool.query<{ lost: number }>(
    `with kept as (select id, user_id, class_id, provider_id from payment_intents order by created_at limit $1),
       late as (select id from payments where transaction_id not in (
                  select provider_id from kept where provider_id is not null)),
       e as (delete from enrollments where payment_id in (select id from late)),
       d as (delete from accounting_documents where payment_id in (select id from late)),
       r as (delete from refunds where payment_id in (select id from late)),
       b as (delete from disputes where payment_id in (select id from late)),
       i as (delete from payment_intents where id not in (select id from kept))
     select count(*)::int as lost from late`,
    [intents],
  );
  await pool.query(
    `delete from payments where transaction_id not in (
       select provider_id from payment_intents where provider_id is not null)`,
  );
  // The backup has the state of a rejected refund from before the rejection, which would enroll its payer again.
  await pool.query(
    `insert into enrollments (user_id, class_id, payment_id, price)
     select distinct on (user_id, class_id) user_id, class_id, id, amount from payments
      where refund_failed_at is not null and not undelivered and dispute_decision is distinct from 'ended'
        and refunded_amount + refunded_elsewhere + refunding_amount + lost_amount < amount
      order by user_id, class_id, paid_at, id
     on conflict do nothing`,
  );
  await pool.query('truncate payment_events, payment_jobs, book_findings');
  await renumberDocuments(pool);
  await pool.query(
    `update classes c set (enroll, vacated) = (
       select count(*), count(u.deleted_at) from enrollments e join users u on u.id = e.user_id where e.class_id = c.id)
     where enroll > 0`,
  );
  return rows[0]!.lost > 0;
};
