import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';
import { isSameId } from '#contract/id.ts';
import type { Database } from '../../database/client.ts';
import { failureOf, providerUnavailable, retryAfterOf, toApiError } from '../../stripe/failure.ts';
import type { PaymentContext } from './context.ts';
import {
  endUnlinkedIntent,
  findIntentById,
  linkProvider,
  nextAttempt,
  type PaymentIntent,
} from './intents.repository.ts';
import { cancelAtProvider } from './provider.ts';
import { findShopMark } from './shop.repository.ts';

/** The maximum time that a buyer waits while the provider is busy with the same intent, in milliseconds. */
const BUSY_LIMIT = 4_000;
const BUSY_PAUSE = 400;
/** The tolerated difference between the provider's clock and ours, in seconds. */
const CLOCK_DIFFERENCE = 300;

/**
 * The idempotency key of an attempt. Each attempt has its own key, because the provider may repeat a stored failure for
 * a key for 24 hours.
 */
const keyOf = ({ id, attempt }: PaymentIntent): string =>
  attempt === 1 ? `intent-${id}` : `intent-${id}-${attempt}`;

/**
 * The provider's intents of a row whose creation had no clear result. Lists show new objects earlier than searches do.
 */
const listCreated = async (
  { stripe }: PaymentContext,
  { id, createdAt }: PaymentIntent,
): Promise<Stripe.PaymentIntent[]> => {
  const since = Math.floor(createdAt.getTime() / 1_000) - CLOCK_DIFFERENCE;
  const found: Stripe.PaymentIntent[] = [];
  for await (const intent of stripe.paymentIntents.list({ created: { gte: since }, limit: 100 })) {
    if (intent.created < since) break;
    if (isSameId(intent.metadata.intentId, id)) found.push(intent);
  }
  return found;
};

/**
 * Links an intent to its row. If the row already has another intent or has ended, this one was never given to a buyer,
 * and it is canceled.
 * @returns the row's intent, or undefined if the row has ended
 */
const adopt = async (
  { db, stripe }: PaymentContext,
  id: string,
  created: Stripe.PaymentIntent,
): Promise<Stripe.PaymentIntent | undefined> => {
  if (await linkProvider(db, id, created)) return created;
  await cancelAtProvider(stripe, created.id);
  const row = await findIntentById(db, id);
  return row?.state === 'open' && row.providerId ? stripe.paymentIntents.retrieve(row.providerId) : undefined;
};

/**
 * Looks for the intent of a row at the provider, after a lost or unclear response, and links it.
 * @returns the row's intent, or undefined if the provider has none
 */
export const findCreated = async (
  context: PaymentContext,
  intent: PaymentIntent,
): Promise<Stripe.PaymentIntent | undefined> => {
  const [first, ...others] = await listCreated(context, intent);
  if (!first) return undefined;
  const own = await adopt(context, intent.id, first);
  // Last, because a concurrent call may have linked the row to one of the others. That intent must not be canceled.
  for (const { id } of others) if (id !== own?.id) await cancelAtProvider(context.stripe, id);
  return own;
};

const create = async ({ db, stripe }: PaymentContext, intent: PaymentIntent, title: string) => {
  const shop = await findShopMark(db);
  return stripe.paymentIntents.create(
    {
      amount: intent.amount,
      currency: intent.currency,
      allowed_payment_method_types: ['card'],
      description: title,
      metadata: { shop, intentId: intent.id, classId: intent.classId, userId: intent.userId },
    },
    { idempotencyKey: keyOf(intent) },
  );
};

/**
 * Decides what a failed creation means for the row.
 * @returns the delay after which to repeat the request with the same key, in milliseconds; or undefined if the provider
 *   may have stored its response for that key: then the intent is looked for and, if there is none, requested with a
 *   new key
 * @throws ApiError for the buyer; the row stays open unless the provider's refusal is final
 */
const interpret = async (db: Database, id: string, error: unknown): Promise<number | undefined> => {
  const failure = failureOf(error);
  if (failure === 'busy') return retryAfterOf(error) ?? BUSY_PAUSE;
  if (failure === 'conflict' || failure === 'failed') return undefined;
  if (failure === 'refused' || failure === 'missing') await endUnlinkedIntent(db, id);
  throw toApiError(error);
};

/**
 * Creates the intent of an open row at the provider. It is created once, no matter how often and by how many concurrent
 * callers this is called.
 * @returns the row's intent, or undefined if the row has ended meanwhile
 * @throws ApiError `provider_unavailable`
 */
export const createAtProvider = async (
  context: PaymentContext,
  { id }: PaymentIntent,
  title: string,
): Promise<Stripe.PaymentIntent | undefined> => {
  const deadline = Date.now() + BUSY_LIMIT;
  for (;;) {
    const row = await findIntentById(context.db, id);
    if (row?.state !== 'open') return undefined;
    if (row.providerId) return context.stripe.paymentIntents.retrieve(row.providerId);
    const created = await create(context, row, title).catch(async (error: unknown) => {
      const pause = await interpret(context.db, id, error);
      if (Date.now() + (pause ?? 0) > deadline) throw providerUnavailable();
      if (pause !== undefined) {
        await sleep(pause);
        return undefined;
      }
      const found = await findCreated(context, row);
      if (!found) await nextAttempt(context.db, row);
      return found;
    });
    if (created) return adopt(context, id, created);
  }
};
