import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import type Stripe from 'stripe';
import { newId, nowInSeconds, type Store } from './store.ts';

export interface WebhookEndpoint {
  url: string;
  secret: string;
}

/** Delays before an undelivered event is sent again, in milliseconds. The last one repeats. */
const RETRY_DELAYS = [1_000, 5_000, 30_000, 300_000, 3_600_000];
const POLL_INTERVAL = 1_000;
const DELIVERY_TIMEOUT = 10_000;
/** How long delivery is retried (https://docs.stripe.com/webhooks#automatic-retries). */
const GIVE_UP_AFTER = '3 days';

/** The API version whose shapes the sandbox returns (https://docs.stripe.com/api/versioning). */
const API_VERSION = '2026-10-28.endive';

/** Records an event and queues its delivery, in the transaction of the change that it describes. */
export const emitEvent = async (store: Store, type: Stripe.Event.Type, object: object): Promise<void> => {
  const event = {
    id: newId('evt'),
    object: 'event' as const,
    api_version: API_VERSION,
    created: nowInSeconds(),
    data: { object },
    livemode: store.livemode,
    pending_webhooks: 1,
    request: null,
    type,
  };
  await store.put(event);
  await store.queueDelivery(event.id);
};

/** The signature header of an event (https://docs.stripe.com/webhooks#verify-manually). */
export const signEvent = (payload: string, secret: string, timestamp = nowInSeconds()): string => {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
};

const send = async ({ url, secret }: WebhookEndpoint, payload: string): Promise<boolean> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signEvent(payload, secret) },
      body: payload,
      signal: AbortSignal.timeout(DELIVERY_TIMEOUT),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    // A failed connection or a timeout counts as an error response: the event is sent again later.
    return false;
  }
};

interface DueDelivery {
  event_id: string;
  attempts: number;
  body: object;
}

/** Claims the deliveries that are due. Each is postponed immediately, so that two servers never send it at the same time. */
const takeDue = async (pool: Pool): Promise<DueDelivery[]> => {
  const { rows } = await pool.query<DueDelivery>(
    `update card_sandbox.deliveries d set attempts = attempts + 1, due_at = now() + interval '1 minute'
     from card_sandbox.objects o
     where o.id = d.event_id and d.event_id in (
       select event_id from card_sandbox.deliveries where due_at <= now() order by due_at limit 20 for update skip locked)
     returning d.event_id, d.attempts, o.body`,
  );
  return rows;
};

const deliver = async (pool: Pool, endpoint: WebhookEndpoint, due: DueDelivery): Promise<void> => {
  if (await send(endpoint, JSON.stringify(due.body))) {
    await pool.query('delete from card_sandbox.deliveries where event_id = $1', [due.event_id]);
    return;
  }
  const delay = RETRY_DELAYS[Math.min(due.attempts, RETRY_DELAYS.length) - 1];
  await pool.query(
    `update card_sandbox.deliveries set due_at = now() + $2 * interval '1 ms' where event_id = $1`,
    [due.event_id, delay],
  );
  await pool.query(
    `delete from card_sandbox.deliveries d using card_sandbox.objects o
     where o.id = d.event_id and o.created_at < now() - $1::interval`,
    [GIVE_UP_AFTER],
  );
};

/** Delivers queued events until stopped, including those from before a restart. `prepare` runs before each round. */
export const startDelivering = (
  pool: Pool,
  endpoint: WebhookEndpoint,
  { prepare, onError }: { prepare: () => Promise<void>; onError: (error: unknown) => void },
): (() => Promise<void>) => {
  let stopped = false;
  let timer: NodeJS.Timeout;
  let round: Promise<void> = Promise.resolve();
  const run = async () => {
    try {
      await prepare();
      const due = await takeDue(pool);
      await Promise.all(due.map((delivery) => deliver(pool, endpoint, delivery)));
    } catch (error) {
      onError(error);
    }
    if (!stopped) timer = setTimeout(start, POLL_INTERVAL);
  };
  const start = () => {
    round = run();
  };
  start();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await round;
  };
};
