import type { Pool } from 'pg';
import { createTables } from '../create-tables.ts';

export interface SandboxAccount {
  email: string;
  name: string;
  picture: string;
}

const TABLES = `
  create schema if not exists sign_in_sandbox;
  create table if not exists sign_in_sandbox.accounts (
    email text primary key,
    name text not null,
    picture text not null,
    created_at timestamptz not null default now()
  );
`;

/** The accounts that users can sign in with. Accounts that users create persist across restarts. */
export const createAccountStore = async (pool: Pool, given: SandboxAccount[]) => {
  await createTables(pool, TABLES);
  const add = async ({ email, name, picture }: SandboxAccount): Promise<void> => {
    await pool.query(
      'insert into sign_in_sandbox.accounts (email, name, picture) values ($1, $2, $3) on conflict do nothing',
      [email, name, picture],
    );
  };
  for (const account of given) await add(account);
  return {
    add,
    find: async (email: string): Promise<SandboxAccount | undefined> => {
      const { rows } = await pool.query<SandboxAccount>(
        'select email, name, picture from sign_in_sandbox.accounts where email = $1',
        [email],
      );
      return rows[0];
    },
    list: async (): Promise<SandboxAccount[]> => {
      const { rows } = await pool.query<SandboxAccount>(
        'select email, name, picture from sign_in_sandbox.accounts order by created_at desc, email limit 8',
      );
      return rows;
    },
  };
};

export type AccountStore = Awaited<ReturnType<typeof createAccountStore>>;
