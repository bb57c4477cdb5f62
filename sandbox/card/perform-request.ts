import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { parse as parseForm } from 'qs';
import { type StoredResponse, respondOnce } from './idempotency.ts';
import { inTransaction, Store } from './store.ts';
import { invalidRequest, StripeFailure } from './stripe-failure.ts';

type Form = Record<string, unknown>;

export interface SandboxRequest {
  store: Store;
  id: string;
  form: Form;
  /** Secret keys allow every call, publishable keys only those that a browser makes with a client secret. */
  isSecret: boolean;
}

/** What a call does. @returns the body of the response */
export type Work = (input: SandboxRequest) => Promise<object>;

interface Keys {
  secretKey: string;
  publishableKey: string;
}

/** The value of a form field, if it is a text. */
export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const keyOf = (request: FastifyRequest): string | undefined => {
  const authorization = request.headers.authorization ?? '';
  if (authorization.startsWith('Bearer ')) return authorization.slice('Bearer '.length);
  return text((request.body as Form | undefined)?.key) ?? text((request.query as Form).key);
};

/**
 * Performs a call in a transaction, once per idempotency key.
 * @throws StripeFailure if the API key is wrong, or as `respondOnce`
 */
export const performRequest = async (
  pool: Pool,
  { secretKey, publishableKey }: Keys,
  request: FastifyRequest,
  work: Work,
): Promise<StoredResponse> => {
  const key = keyOf(request);
  if (key !== secretKey && key !== publishableKey) throw invalidRequest('Invalid API Key provided', {}, 401);
  const { id = '' } = request.params as { id?: string };
  const query = parseForm(request.url.split('?')[1] ?? '');
  const form: Form = { ...query, ...(request.body as Form | undefined) };
  const idempotencyKey = text(request.headers['idempotency-key']);
  return inTransaction(pool, (client) =>
    respondOnce(client, idempotencyKey, { url: request.url, form }, async () => {
      try {
        const store = new Store(client, key.includes('_live_'));
        return { status: 200, body: await work({ store, id, form, isSecret: key === secretKey }) };
      } catch (error) {
        if (!(error instanceof StripeFailure)) throw error;
        return { status: error.status, body: { error: error.error } };
      }
    }),
  );
};
