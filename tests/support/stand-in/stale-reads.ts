import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';

/** Keeps every state of every object, so that a read can return an earlier one. */
const HISTORY = `
  create schema stand_in;
  create table stand_in.history (
    version bigserial primary key, id text, type text, body jsonb, hidden jsonb, livemode boolean, created_at timestamptz
  );
  create index on stand_in.history (id, version desc);
  create function stand_in.remember() returns trigger language plpgsql as $$
  begin
    insert into stand_in.history (id, type, body, hidden, livemode, created_at)
      values (new.id, new.type, new.body, new.hidden, new.livemode, new.created_at);
    return null;
  end $$;
  create trigger remember after insert or update on card_sandbox.objects
    for each row execute function stand_in.remember();
  create function stand_in.objects_before(lag int) returns setof stand_in.history stable language sql as $$
    select distinct on (id) h.* from stand_in.history h
    where version <= (select max(version) from stand_in.history) - lag
       or version = (select min(version) from stand_in.history first where first.id = h.id)
    order by id, version desc
  $$;
`;

export const keepHistory = async (pool: Pool): Promise<void> => {
  await pool.query(HISTORY);
};

/** By how many changes reads lag behind during a request. */
const lagOfRequest = new AsyncLocalStorage<number>();

export const readingStale = <T>(lag: number, work: () => Promise<T>): Promise<T> =>
  lagOfRequest.run(lag, work);

const staleQuery = (lag: number, text: string): string =>
  text.replaceAll('card_sandbox.objects', `stand_in.objects_before(${lag})`).replace('for update', '');

/** The connections of a card sandbox, whose reads lag within `readingStale`. */
export const withStaleReads = (pool: Pool): Pool => {
  const connect = async (): Promise<PoolClient> => {
    const lag = lagOfRequest.getStore();
    const client = await pool.connect();
    if (!lag) return client;
    return {
      query: (text: string, values?: unknown[]) => client.query(staleQuery(lag, text), values),
      release: () => client.release(),
    } as unknown as PoolClient;
  };
  return { connect, query: pool.query.bind(pool) } as unknown as Pool;
};
