import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';

/** Prepared statements per connection. The limit keeps generated SQL from filling its memory. */
const CAPACITY = 500;

/** The operator of a full-text search. The best plan depends on the words, so these statements are not prepared. */
const SEARCHES = ' @@ ';

const isPreparable = (query: unknown): query is { text: string } =>
  typeof query === 'object' &&
  query !== null &&
  'text' in query &&
  !('submit' in query) &&
  /^\s*(select|insert|update|delete|with)\b/i.test(String(query.text)) &&
  !String(query.text).includes(SEARCHES);

/**
 * Makes a connection prepare each statement once and then run it by name, so that PostgreSQL does not parse it again
 * (https://node-postgres.com/features/queries#prepared-statements).
 */
export const prepareStatements = (client: ClientBase): void => {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known || names.size >= CAPACITY) return known;
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
    names.set(text, name);
    return name;
  };
  const send = client.query.bind(client) as (...sent: unknown[]) => unknown;
  Object.assign(client, {
    query: (query: unknown, ...more: unknown[]) =>
      send(isPreparable(query) ? { ...query, name: nameOf(query.text) } : query, ...more),
  });
};
