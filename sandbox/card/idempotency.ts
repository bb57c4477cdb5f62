import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { StripeFailure } from './stripe-failure.ts';

export interface StoredResponse {
  status: number;
  body: object;
  replayed?: boolean;
}

/**
 * Responds to a repeated request with the stored response of the first one, including errors
 * (https://docs.stripe.com/api/idempotent_requests). Concurrent requests wait for each other.
 * @throws StripeFailure if the key was used with other parameters
 */
export const respondOnce = async (
  client: PoolClient,
  key: string | undefined,
  request: object,
  work: () => Promise<StoredResponse>,
): Promise<StoredResponse> => {
  if (!key) return work();
  const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
  const { rows } = await client.query<StoredResponse & { fingerprint: string }>(
    'select fingerprint, status, body from card_sandbox.idempotency_keys where key = $1',
    [key],
  );
  const [stored] = rows;
  if (stored) {
    if (stored.fingerprint !== fingerprint) {
      throw new StripeFailure(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    }
    return { status: stored.status, body: stored.body, replayed: true };
  }
  const response = await work();
  await client.query(
    'insert into card_sandbox.idempotency_keys (key, fingerprint, status, body) values ($1, $2, $3, $4)',
    [key, fingerprint, response.status, JSON.stringify(response.body)],
  );
  return response;
};
