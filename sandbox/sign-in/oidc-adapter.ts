import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import type { Pool } from 'pg';
import { createTables } from '../create-tables.ts';

const TABLES = `
  create schema if not exists sign_in_sandbox;
  create table if not exists sign_in_sandbox.records (
    model text not null,
    id text not null,
    payload jsonb not null,
    expires_at timestamptz,
    primary key (model, id)
  );
`;

/**
 * Stores the provider's records (sessions, codes, tokens) in PostgreSQL, so that they persist across restarts
 * (https://github.com/panva/node-oidc-provider/blob/v9.x/example/my_adapter.js).
 */
export const createOidcAdapter = async (pool: Pool): Promise<AdapterFactory> => {
  await createTables(pool, TABLES);
  const findWhere = async (condition: string, values: string[]): Promise<AdapterPayload | undefined> => {
    const { rows } = await pool.query<{ payload: AdapterPayload }>(
      `select payload from sign_in_sandbox.records where ${condition} and expires_at > now()`,
      values,
    );
    return rows[0]?.payload;
  };
  return (model: string): Adapter => ({
    upsert: async (id, payload, expiresIn) => {
      await pool.query(
        `insert into sign_in_sandbox.records (model, id, payload, expires_at)
         values ($1, $2, $3, now() + $4 * interval '1 second')
         on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
        [model, id, JSON.stringify(payload), expiresIn],
      );
    },
    find: (id) => findWhere('model = $1 and id = $2', [model, id]),
    findByUid: (uid) => findWhere(`model = $1 and payload->>'uid' = $2`, [model, uid]),
    findByUserCode: (code) => findWhere(`model = $1 and payload->>'userCode' = $2`, [model, code]),
    consume: async (id) => {
      await pool.query(
        `update sign_in_sandbox.records set payload = payload || jsonb_build_object('consumed', extract(epoch from now())::bigint)
         where model = $1 and id = $2`,
        [model, id],
      );
    },
    destroy: async (id) => {
      await pool.query('delete from sign_in_sandbox.records where model = $1 and id = $2', [model, id]);
    },
    revokeByGrantId: async (grantId) => {
      await pool.query(`delete from sign_in_sandbox.records where payload->>'grantId' = $1`, [grantId]);
    },
  });
};
