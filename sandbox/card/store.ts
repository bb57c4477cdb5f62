import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { missing } from './stripe-failure.ts';

/** Internal data of an object that the API does not return, such as the behavior of a card. */
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
  alter table card_sandbox.objects add column if not exists livemode boolean not null default false;
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

/** The parameters of a list request (https://docs.stripe.com/api/pagination). */
export interface ListRequest {
  limit: number;
  /** The id of the entry after which the page starts, or before which it ends. */
  startingAfter?: string;
  endingBefore?: string;
  /** Restricts the list to this intent or charge. */
  paymentIntent?: string;
  charge?: string;
  /** Unix timestamps in seconds, both inclusive. */
  createdFrom?: number;
  createdTo?: number;
  /** For events: exact types, or groups such as `charge.*`. */
  types?: string[];
}

const likePattern = (eventType: string): string => eventType.replace(/[%_\\]/g, '\\$&').replaceAll('*', '%');

/** The sandbox's objects of one mode, test or live, within one transaction. */
export class Store {
  readonly livemode: boolean;
  private readonly client: PoolClient;

  constructor(client: PoolClient, livemode = false) {
    this.client = client;
    this.livemode = livemode;
  }

  /** Stores an object. An object that was created in the past is listed at its creation time. */
  async put(object: StoredObject & { created?: number }, hidden: Hidden = {}): Promise<void> {
    await this.client.query(
      `insert into card_sandbox.objects (id, type, body, hidden, livemode, created_at)
       values ($1, $2, $3, $4, $5, least(clock_timestamp(), to_timestamp($6::bigint + 1)))
       on conflict (id) do update set body = excluded.body, hidden = card_sandbox.objects.hidden || excluded.hidden`,
      [
        object.id,
        object.object,
        JSON.stringify(object),
        JSON.stringify(hidden),
        this.livemode,
        object.created ?? nowInSeconds(),
      ],
    );
  }

  /** Reads an object and its internal data, and locks it until the transaction ends. @throws StripeFailure 404 */
  async get<T extends StoredObject>(type: T['object'], id: string): Promise<{ object: T; hidden: Hidden }> {
    const { rows } = await this.client.query<{ body: T; hidden: Hidden }>(
      'select body, hidden from card_sandbox.objects where id = $1 and type = $2 and livemode = $3 for update',
      [id, type, this.livemode],
    );
    const [row] = rows;
    if (!row) throw missing(type, id);
    return { object: row.body, hidden: row.hidden };
  }

  /** Reads a page of a list, newest first. @throws StripeFailure for an unknown cursor */
  async list<T extends StoredObject>(
    type: T['object'],
    request: ListRequest,
  ): Promise<{ data: T[]; has_more: boolean }> {
    const { limit, startingAfter, endingBefore, types } = request;
    if (startingAfter) await this.get(type, startingAfter);
    if (endingBefore) await this.get(type, endingBefore);
    const { rows } = await this.client.query<{ body: T }>(
      `select body from card_sandbox.objects
       where type = $1 and livemode = $2
         and ($3::text is null
           or (created_at, id) < (select created_at, id from card_sandbox.objects where id = $3))
         and ($4::text is null
           or (created_at, id) > (select created_at, id from card_sandbox.objects where id = $4))
         and ($5::text is null or body->>'payment_intent' = $5)
         and ($6::text is null or body->>'charge' = $6)
         and ($7::bigint is null or (body->>'created')::bigint >= $7)
         and ($8::bigint is null or (body->>'created')::bigint <= $8)
         and ($9::text[] is null or body->>'type' like any ($9))
       order by case when $4::text is not null then created_at end, case when $4::text is not null then id end,
         created_at desc, id desc
       limit $10 + 1`,
      [
        type,
        this.livemode,
        startingAfter,
        endingBefore,
        request.paymentIntent,
        request.charge,
        request.createdFrom,
        request.createdTo,
        types?.map(likePattern),
        limit,
      ],
    );
    const data = rows.slice(0, limit).map((row) => row.body);
    return { data: endingBefore ? data.reverse() : data, has_more: rows.length > limit };
  }

  async queueDelivery(eventId: string): Promise<void> {
    await this.client.query('insert into card_sandbox.deliveries (event_id) values ($1)', [eventId]);
  }
}

/** Runs `work` in a transaction, which is rolled back if `work` throws. */
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
