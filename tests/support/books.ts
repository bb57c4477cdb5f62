import type { Pool } from 'pg';
import type { TestUser } from './users.ts';

/** The records of a user: payments, refunded payments, and enrollments. */
export const booksOfUser = async (pool: Pool, userId: string) => {
  const { rows } = await pool.query<{ payments: number; refunded: number; enrollments: number }>(
    `select (select count(*)::int from payments p where p.user_id = $1) as payments,
            (select count(*)::int from payments p where p.user_id = $1 and p.refunded_amount = p.amount) as refunded,
            (select count(*)::int from enrollments e where e.user_id = $1) as enrollments`,
    [userId],
  );
  return rows[0]!;
};

export const userIdOf = async (pool: Pool, { email }: TestUser): Promise<string> => {
  const { rows } = await pool.query<{ id: string }>('select id from users where email = $1', [email]);
  return rows[0]!.id;
};

export const paymentIdOf = async (pool: Pool, transactionId: string): Promise<string> => {
  const { rows } = await pool.query<{ id: string }>('select id from payments where transaction_id = $1', [
    transactionId,
  ]);
  return rows[0]!.id;
};

export const booksOf = async (pool: Pool, person: TestUser) =>
  booksOfUser(pool, await userIdOf(pool, person));

/** Checks that each class counts its enrollments correctly, and that each payment that was not refunded has one. */
export const findErrors = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ error: string }>(
    `select 'count of class ' || c.id as error from classes c
       where c.enroll <> (select count(*) from enrollments e where e.class_id = c.id)
     union all
     select 'payment ' || p.transaction_id from payments p
       where (p.refunded_amount < p.amount) <> exists (select from enrollments e where e.payment_id = p.id)`,
  );
  return rows.map(({ error }) => error);
};
