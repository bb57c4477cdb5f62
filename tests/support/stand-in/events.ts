import type { Pool } from 'pg';
import type Stripe from 'stripe';
import { signEvent } from '#sandbox/card/events.ts';
import { API_BASE } from '#contract/call.ts';

/** The undelivered events, oldest first. */
export const waitingEvents = async (pool: Pool): Promise<Stripe.Event[]> => {
  const { rows } = await pool.query<{ body: Stripe.Event }>(
    `select o.body from card_sandbox.deliveries d join card_sandbox.objects o on o.id = d.event_id
     order by o.created_at, o.id`,
  );
  return rows.map(({ body }) => body);
};

/** Drops the delivery of an event. It remains in the provider's log. */
export const loseEvent = async (pool: Pool, { id }: Stripe.Event): Promise<void> => {
  await pool.query('delete from card_sandbox.deliveries where event_id = $1', [id]);
};

/** The event as a later version of the provider's API sends it, with more fields and some of them moved. */
export const inNewerVersion = (event: Stripe.Event): object => {
  const { id, object, payment_intent, metadata } = event.data.object as unknown as Record<string, unknown>;
  return {
    ...event,
    api_version: '2031-01-15.unknown',
    context: { reason: 'of a later version' },
    data: { object: { id, object, payment_intent, metadata, presentation: { of: 'a later version' } } },
  };
};

/** The event without any fields except those that identify its object. */
export const withoutFields = (event: Stripe.Event): object => {
  const { id, object } = event.data.object as { id?: string; object: string };
  return { id: event.id, object: 'event', type: event.type, data: { object: { id, object } } };
};

/** Sends a signed event to a server, as the provider does. @returns the status, 0 if there was no response */
export const sendEvent = async (serverUrl: string, secret: string, event: object): Promise<number> => {
  const body = JSON.stringify(event);
  try {
    const response = await fetch(`${serverUrl}${API_BASE}/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signEvent(body, secret) },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
};
