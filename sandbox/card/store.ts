import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { missing } from './stripe-failure.ts';

/** What the sandbox keeps of an object beside what it shows: how the card behaves, for instance. */
export type Hidden = Record<string, string>;

export const CARD_TABLES = `
  create schema if not exists card_sandbox;
  create table if not exists card_sandbox.objects (
    id text primary key,
    type text not null,
    body jsonb not null,
    hidden jsonb not null default '{}',
    created_at timestamptz not null default clock_timestamp()
  );
  create index if not exists objects_by_age on card_sandbox.objects (type, created_at desc);
  create table if not exists card_sandbox.idempotency_keys (
    key text primary key,
    fingerprint text not null,
    status integer not null,
    body jsonb not null
  );
  create table if not exists card_sandbox.deliveries (
    event_id text primary key references card_sandbox.objects (id),
    attempts integer not null default 0,
    due_at timestamptz not null default now()
  );
`;

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

export const nowInSeconds = (): number => Math.floor(Date.now() / 1_000);

interface StoredObject {
  id: string;
  object: string;
}

interface ListRequest {
  limit: number;
  /** The id of the last entry of the page before. */
  startingAfter?: string;
  /** Only what belongs to this intent. */
  paymentIntent?: string;
}

/** The sandbox's objects within one transaction. */
export class Store {
  private readonly client: PoolClient;

  constructor(client: PoolClient) {
    this.client = client;
  }

  async put(object: StoredObject, hidden: Hidden = {}): Promise<void> {
    await this.client.query(
      `insert into card_sandbox.objects (id, type, body, hidden) values ($1, $2, $3, $4)
       on conflict (id) do update set body = excluded.body, hidden = card_sandbox.objects.hidden || excluded.hidden`,
      [object.id, object.object, JSON.stringify(object), JSON.stringify(hidden)],
    );
  }

  /** The object and what is hidden of it, locked until the transaction ends. @throws StripeFailure 404 */
  async get<T extends StoredObject>(type: T['object'], id: string): Promise<{ object: T; hidden: Hidden }> {
    const { rows } = await this.client.query<{ body: T; hidden: Hidden }>(
      'select body, hidden from card_sandbox.objects where id = $1 and type = $2 for update',
      [id, type],
    );
    const [row] = rows;
    if (!row) throw missing(type, id);
    return { object: row.body, hidden: row.hidden };
  }

  /** A page of a list, newest first (https://docs.stripe.com/api/pagination). */
  async list<T extends StoredObject>(
    type: T['object'],
    { limit, startingAfter, paymentIntent }: ListRequest,
  ): Promise<{ data: T[]; has_more: boolean }> {
    const { rows } = await this.client.query<{ body: T }>(
      `select body from card_sandbox.objects
       where type = $1
         and ($3::text is null
           or (created_at, id) < (select created_at, id from card_sandbox.objects where id = $3))
         and ($4::text is null or body->>'payment_intent' = $4)
       order by created_at desc, id desc limit $2 + 1`,
      [type, limit, startingAfter, paymentIntent],
    );
    return { data: rows.slice(0, limit).map((row) => row.body), has_more: rows.length > limit };
  }

  async queueDelivery(eventId: string): Promise<void> {
    await this.client.query('insert into card_sandbox.deliveries (event_id) values ($1)', [eventId]);
  }
}

/** Runs `work` in one transaction; what it throws undoes it. */
export const inTransaction = async <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
};
